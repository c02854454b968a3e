import type { ChangedTimeZone, Workspace } from '@crier/sdk/app'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { placeOf } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { SettingsChoice } from '../section.tsx'
import { useFreshPerson } from '../use-person-change.ts'
import { useZoneExample } from './zone-example.ts'

type Kept = 'clock' | 'moment'

interface ChangeZoneProps {
  readonly workspace: Workspace
  readonly zone: string
  readonly onClose: () => void
}

/** Asks what becomes of the planned posts, with one of them as an example of either answer. */
export function ChangeZone({ workspace, zone, onClose }: ChangeZoneProps) {
  const trials = useQuery({
    queryKey: [workspace.id, 'time-zone-trial', zone],
    gcTime: 0,
    queryFn: ({ signal }) => {
      const tryOut = (keep: Kept) =>
        app.changeTimeZone(workspace.id, { timezone: zone, keep, dry_run: true }, { signal })
      return Promise.all([tryOut('clock'), tryOut('moment')])
    },
  })
  if (trials.error !== null) return <Trouble error={trials.error} onRetry={() => void trials.refetch()} />
  if (trials.data === undefined) return null
  const [clock, moment] = trials.data
  return <Ask workspace={workspace} zone={zone} clock={clock} moment={moment} onClose={onClose} />
}

interface AskProps extends ChangeZoneProps {
  readonly clock: ChangedTimeZone
  readonly moment: ChangedTimeZone
}

function Ask({ workspace, zone, clock, moment, onClose }: AskProps) {
  const { t } = useLingui()
  const [keep, setKeep] = useState<Kept | null>(null)
  const [isAsked, setAsked] = useState(false)
  const example = useZoneExample()
  const change = useChange(workspace, zone, onClose)
  const { planned } = clock
  // Without a planned post both answers mean the same.
  const answer = planned === 0 ? 'clock' : keep
  const posts = plural(planned, { one: 'the planned post', other: 'the # planned posts' })
  const late = clock.left.filter(({ reason }) => reason === 'time_passed').length
  const ofLate = plural(late, { one: '# post', other: '# posts' })
  const submit = () => {
    setAsked(true)
    if (answer !== null) void change.start(answer)
  }
  return (
    <Form
      onSubmit={submit}
      error={change.error}
      actions={
        <DialogActions>
          <Button variant="default" autoFocus={planned === 0} onClick={onClose}>
            {t`Keep ${placeOf(workspace.timezone)}`}
          </Button>
          <Button type="submit" aria-disabled={change.isBusy}>
            {change.isBusy ? t`Changing…` : t`Change time zone`}
          </Button>
        </DialogActions>
      }
    >
      {planned === 0 ? (
        <p>{t`No posts are planned, so nothing moves. Queue slots keep their clock times.`}</p>
      ) : (
        <>
          <SettingsChoice
            legend={t`What about ${posts}?`}
            name="keep"
            takesFocus
            value={keep}
            onChange={setKeep}
            choices={[
              { value: 'clock', label: t`Keep the clock times`, words: example.clock(clock) },
              { value: 'moment', label: t`Keep the moments`, words: example.moment(moment) },
            ]}
          />
          {keep === 'clock' && late > 0 && (
            <p>{t`${ofLate} would have gone out already by the new clock, so they keep their moment.`}</p>
          )}
          <p>{t`Queue slots keep their clock times. Published posts don't change.`}</p>
        </>
      )}
      {isAsked && answer === null && (
        <p role="alert" style={{ color: 'var(--c-bad)' }}>
          {t`Choose first what becomes of ${posts}.`}
        </p>
      )}
    </Form>
  )
}

/** Changes the zone, and offers to take that back. */
function useChange(workspace: Workspace, zone: string, onClose: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  const readPersonAgain = useFreshPerson()
  const showEverywhere = async () => {
    await Promise.all([client.invalidateQueries({ queryKey: [workspace.id] }), readPersonAgain()])
  }
  return useAction(async (keep: Kept) => {
    const changed = await app.changeTimeZone(workspace.id, { timezone: zone, keep })
    onClose()
    await showEverywhere()
    const place = placeOf(changed.timezone)
    const { undo } = changed
    const text = t`Posts are planned by the clock of ${place} now.`
    const takeBack = async (name: string) => {
      await app.changeTimeZone(workspace.id, { undo: name })
      await showEverywhere()
    }
    toast(undo === null ? { text } : { text, undo: () => takeBack(undo) })
  })
}
