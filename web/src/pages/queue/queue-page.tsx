import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountsById } from '../../data/accounts.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { NextSlots } from './next-slots.tsx'
import styles from './queue.module.css'
import { useNextFree, usePlannedCount, useQueueState, useSlots, useSlotsChanged } from './queue-queries.ts'
import { SlotDialog } from './slot-dialog.tsx'
import { type OpenSlot, SlotTable } from './slot-table.tsx'
import { usePause } from './use-pause.ts'
import { useClock, useWeekdayNames } from './use-weekday-names.ts'

export function QueuePage() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const isOpen = isAtLeast(workspace.role, 'editor')
  const { data: slots, error, refetch } = useSlots()
  const { data: state } = useQueueState()
  const accounts = useAccountsById()
  const [open, setOpen] = useState<OpenSlot | null>(null)
  const pause = usePause()
  const isPaused = state?.paused === true
  const hasSlots = slots !== undefined && slots.length > 0
  return (
    <Page
      title={t`Queue`}
      lead={t`Times of the week at which posts may go out. A post that you add to the queue gets the next one that is free.`}
      actions={
        isOpen &&
        state !== undefined && (
          <>
            {(hasSlots || isPaused) && (
              <Button variant="default" onClick={() => void pause(null, !isPaused)}>
                {isPaused ? t`Resume the queue` : t`Pause the queue`}
              </Button>
            )}
            {hasSlots && (
              <Button onClick={() => setOpen({ weekday: 'mon', account: null })}>{t`Add a slot`}</Button>
            )}
          </>
        )
      }
    >
      {isPaused && <PausedNote />}
      {error !== null && <Trouble error={error} onRetry={() => void refetch()} />}
      {slots?.length === 0 && <NoSlots isOpen={isOpen} onOther={setOpen} />}
      {hasSlots && (
        <>
          {!isPaused && <NextFree />}
          <SlotTable
            slots={slots}
            accounts={accounts}
            pausedAccounts={state?.paused_accounts ?? []}
            isOpen={isOpen}
            onOpen={setOpen}
            onPause={(account, paused) => void pause(account, paused)}
          />
          <NextSlots mayWrite={isAtLeast(workspace.role, 'author')} />
          {!isOpen && (
            <p className={styles.quiet}>{t`Editors set the slots. Ask one of them for another time.`}</p>
          )}
        </>
      )}
      {open !== null && <SlotDialog open={open} accounts={accounts} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** The slots that the next posts would get. */
function NextFree() {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { data } = useNextFree()
  const [first, ...others] = data?.data ?? []
  if (data === undefined) return <p className={styles.next}>&nbsp;</p>
  if (first === undefined)
    return (
      <p className={styles.next}>{t`Every slot of the coming 90 days is taken. Add one for more posts.`}</p>
    )
  return (
    <p className={styles.next}>
      {t`Next free:`} <b>{format.moment(first.scheduled_at)}</b>
      {others.length > 0 && (
        <span className={styles.quiet}>
          {t`then`} {others.map(({ scheduled_at }) => format.moment(scheduled_at)).join(' · ')}
        </span>
      )}
    </p>
  )
}

function PausedNote() {
  const { t } = useLingui()
  const count = usePlannedCount(true)
  const kept =
    count === undefined ? '' : count === 1 ? t`1 post keeps its time;` : t`${count} posts keep their times;`
  return (
    <p className={styles.note} role="status">
      <b>{t`Paused.`}</b> {kept} {t`new ones won't get slots.`}
    </p>
  )
}

/** The first slots of a workspace, by one press. */
function NoSlots({
  isOpen,
  onOther,
}: {
  readonly isOpen: boolean
  readonly onOther: (open: OpenSlot) => void
}) {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useSlotsChanged()
  const [names, clock] = [useWeekdayNames(), useClock()]
  const [error, setError] = useState<unknown>(null)
  const add = async () => {
    setError(null)
    try {
      await api.queueSlots.create({ weekdays: ['mon', 'wed', 'fri'], time: '09:00' })
      await changed()
    } catch (thrown) {
      setError(thrown)
    }
  }
  const days = [names.mon, names.wed, names.fri].map(({ short }) => short).join(', ')
  const time = clock('09:00')
  if (error !== null) return <Trouble error={error} onRetry={() => void add()} />
  return (
    <EmptyState
      title={t`No weekly slots yet.`}
      actions={
        isOpen && (
          <>
            <Button onClick={() => void add()}>{t`Add them`}</Button>
            <Button
              variant="default"
              onClick={() => onOther({ weekday: 'mon', account: null })}
            >{t`Other times…`}</Button>
          </>
        )
      }
    >
      {isOpen
        ? t`Three slots a week are a good start: ${days} ${time}.`
        : t`Editors set the slots. Ask one of them to begin.`}
    </EmptyState>
  )
}
