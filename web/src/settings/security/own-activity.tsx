import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Section, SettingsRow, SettingsRows } from '../section.tsx'
import { useDeviceName } from './device-name.ts'
import { activityQuery } from './security-queries.ts'

/** The latest sign-ins of the person, and changes of their own security. */
export function OwnActivity() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title={t`What happened`}
      lead={t`Sign-ins to your account, also those that failed, and changes of its security.`}
      actions={
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t`Hide it` : t`Show it`}
        </Button>
      }
    >
      {isOpen && <Entries />}
    </Section>
  )
}

function Entries() {
  const format = useTimeFormat()
  const device = useDeviceName()
  const words = useActivityWords()
  const activity = useQuery(activityQuery)
  if (activity.error !== null)
    return <Trouble error={activity.error} onRetry={() => void activity.refetch()} />
  if (activity.data === undefined) return null
  return (
    <SettingsRows>
      {activity.data.data.map(({ id, action, ip, user_agent: agent, created_at: at }) => (
        <SettingsRow
          key={id}
          name={words(action)}
          words={[format.exact(at), agent === null ? null : device(agent), ip]
            .filter((each) => each !== null)
            .join(' · ')}
        />
      ))}
    </SettingsRows>
  )
}

/** Says what an entry of the log is about; the name of the action itself where it is none that we know. */
function useActivityWords(): (action: string) => string {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = {
    'person.sign_in': t`Signed in`,
    'person.sign_in_failed': t`A sign-in failed`,
    'person.sign_out': t`Signed out`,
    'person.set_up': t`Became the first owner`,
    'person.prove': t`Showed once more that it is you`,
    'person.proof_failed': t`Failed to show that it is you`,
    'person.change_password': t`Changed the password`,
    'person.reset_password': t`Set a new password by a link`,
    'person.add_passkey': t`Added a passkey`,
    'person.rename_passkey': t`Renamed a passkey`,
    'person.remove_passkey': t`Removed a passkey`,
    'person.turn_on_two_factor': t`Turned the second factor on`,
    'person.turn_off_two_factor': t`Turned the second factor off`,
    'person.renew_recovery_codes': t`Made new recovery codes`,
    'person.link_identity': t`Joined an identity`,
    'person.remove_identity': t`Parted an identity`,
    'person.end_session': t`Signed out a browser`,
    'person.end_other_sessions': t`Signed out everywhere else`,
  }
  return (action) => words[action] ?? action
}
