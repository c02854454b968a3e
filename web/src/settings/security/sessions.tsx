import type { Session } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { app } from '../../session/clients.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import styles from '../section.module.css'
import { Section, SettingsRow, SettingsRows } from '../section.tsx'
import { useDeviceName } from './device-name.ts'
import { readSecurityAgain, sessionsQuery } from './security-queries.ts'

/** The browsers in which the person is signed in. */
export function Sessions() {
  const { t } = useLingui()
  const sessions = useQuery(sessionsQuery)
  const endOthers = useAction(async () => {
    await app.sessions.endOthers()
    toast({ text: t`You are signed out everywhere else.` })
    await readSecurityAgain()
  })
  const all = sessions.data?.data ?? []
  return (
    <Section
      title={t`Where you are signed in`}
      actions={
        all.length > 1 && (
          <Button variant="default" aria-disabled={endOthers.isBusy} onClick={() => void endOthers.start()}>
            {endOthers.isBusy ? t`Signing out…` : t`Sign out everywhere else`}
          </Button>
        )
      }
    >
      {endOthers.error !== null && <Fault error={endOthers.error} />}
      {sessions.error !== null && <Trouble error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {all.length > 0 && (
        <SettingsRows>
          {all.map((session) => (
            <OneSession key={session.id} session={session} />
          ))}
        </SettingsRows>
      )}
    </Section>
  )
}

function OneSession({ session }: { readonly session: Session }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const device = useDeviceName()
  const end = useAction(async () => {
    await app.sessions.end(session.id)
    await readSecurityAgain()
  })
  const name = device(session.user_agent)
  const used = format.away(session.last_used_at)
  const since = format.day(session.created_at)
  return (
    <SettingsRow
      name={
        <>
          {name}
          {session.is_current && (
            <span className={styles.chip} data-tone="good">
              {t`This device`}
            </span>
          )}
        </>
      }
      words={
        <>
          {t`From ${session.ip}, since ${since}, last used ${used}`}
          {end.error !== null && <Fault error={end.error} />}
        </>
      }
      actions={
        !session.is_current && (
          <Button variant="default" aria-disabled={end.isBusy} onClick={() => void end.start()}>
            {end.isBusy ? t`Signing out…` : t`Sign out`}
            <span className="hidden-text"> {name}</span>
          </Button>
        )
      }
    />
  )
}
