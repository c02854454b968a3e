import type { Person } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { chooseWorkspace, personQuery } from '../../session/session.ts'
import { dateFormat, ownZone } from '../../time/date-format.ts'
import { regionalLocale } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import styles from '../outside/outside.module.css'
import { Outside } from '../outside/outside.tsx'
import { useArrival } from '../sign-in/use-arrival.ts'

/** Makes a workspace, also for somebody who belongs to none, and brings back one that was deleted. */
export function NewWorkspacePage() {
  const { t } = useLingui()
  const person = useQuery(personQuery)
  const isFirst = person.data && chooseWorkspace(person.data) === null
  return (
    <Outside
      title={isFirst ? t`You belong to no workspace` : t`A new workspace`}
      lead={
        isFirst
          ? t`Make one of your own, or ask somebody to invite you to theirs.`
          : t`It has its own accounts, posts, people and keys. You will own it.`
      }
    >
      {person.error !== null && <Trouble error={person.error} onRetry={() => void person.refetch()} />}
      {person.data && (
        <>
          <Deleted person={person.data} />
          <Make />
          {!isFirst && (
            <p>
              <Link to="/calendar">
                <Trans>Back to where you were</Trans>
              </Link>
            </p>
          )}
        </>
      )}
    </Outside>
  )
}

function Make() {
  const { t } = useLingui()
  const arrive = useArrival()
  const [name, setName] = useState('')
  const [zone, setZone] = useState(() => ownZone())
  const make = useAction(async () => {
    const made = await app.workspaces.create({ name, timezone: zone })
    await arrive(made.id)
  })
  return (
    <Form
      onSubmit={() => void make.start()}
      error={make.error}
      fields={['/name', '/timezone']}
      actions={
        <Button type="submit" fullWidth aria-disabled={make.isBusy}>
          {make.isBusy ? t`Making it…` : t`Make this workspace`}
        </Button>
      }
    >
      <TextInput
        label={t`Name`}
        description={t`Of the company, the project or the people it is for.`}
        autoComplete="organization"
        autoFocus
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultAt(make.error, '/name')}
      />
      <ZoneSelect
        label={t`Time zone`}
        description={t`Posts are planned by its clock.`}
        value={zone}
        onChange={setZone}
        error={faultAt(make.error, '/timezone')}
      />
    </Form>
  )
}

/** The workspaces that were deleted and can still be brought back. */
function Deleted({ person }: { readonly person: Person }) {
  const deleted = person.workspaces.filter(({ purge_at }) => purge_at !== null)
  if (deleted.length === 0) return null
  return (
    <ul className={styles.part}>
      {deleted.map((each) => (
        <DeletedOne key={each.id} workspace={each} />
      ))}
    </ul>
  )
}

function DeletedOne({ workspace }: { readonly workspace: Person['workspaces'][number] }) {
  const { t, i18n } = useLingui()
  const arrive = useArrival()
  const restore = useAction(async () => {
    await app.restoreWorkspace(workspace.id)
    await arrive(workspace.id)
  })
  const { name, timezone } = workspace
  const until = dateFormat(regionalLocale(i18n.locale), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(workspace.purge_at ?? 0))
  return (
    <li className={styles.note}>
      <p>{t`${name} was deleted. Its data go for good on ${until}.`}</p>
      {workspace.role === 'owner' ? (
        <Button variant="default" style={{ marginTop: 8 }} onClick={() => void restore.start()}>
          {restore.isBusy ? t`Restoring…` : t`Restore ${name}`}
        </Button>
      ) : (
        <p>{t`An owner can bring it back until then.`}</p>
      )}
      {restore.error !== null && <Fault error={restore.error} />}
    </li>
  )
}
