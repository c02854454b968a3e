import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { useActionWords } from '../audit/action-words.ts'
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

/** Says what an entry of the log is about, to the person who did it. */
function useActivityWords(): (action: string) => string {
  const { t } = useLingui()
  const words = useActionWords()
  const own: Readonly<Record<string, string>> = {
    'person.prove': t`Showed once more that it is you`,
    'person.proof_failed': t`Failed to show that it is you`,
  }
  return (action) => own[action] ?? words(action)
}
