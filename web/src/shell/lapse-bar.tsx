import type { Person } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isAtLeast, useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { nowAtServer } from '../time/server-clock.ts'
import textButton from '../ui/text-button.module.css'
import styles from './shell.module.css'

type Lapse = NonNullable<Person['workspaces'][number]['lapse']>

/** It says that there is no subscription, and what becomes of posts by that. */
export function LapseBar() {
  const { t } = useLingui()
  const { person, workspace, mode } = useSession()
  const words = useLapseWords(workspace.lapse)
  // Where nothing was paid yet, practice works as ever.
  if (words === null || (workspace.lapse?.why === 'never' && mode === 'test')) return null
  const mayLook = person.has_billing && isAtLeast(workspace.role, 'admin')
  return (
    <section className={styles.offline} aria-label={t`No active subscription`}>
      {words}{' '}
      {mayLook && (
        <Link to="/settings/billing" className={textButton.button}>
          {t`Billing`}
        </Link>
      )}
    </section>
  )
}

function useLapseWords(lapse: Lapse | null): string | null {
  const { t } = useLingui()
  const format = useTimeFormat()
  if (lapse === null) return null
  const { why, posts_until: until } = lapse
  if (until === null)
    return t`There is no subscription yet. Drafts are kept; nothing goes out to networks before.`
  const day = format.day(until)
  const isOver = Date.parse(until) <= nowAtServer()
  if (why === 'late')
    return isOver
      ? t`Payment is late. Posts wait until it has arrived.`
      : t`Payment is late. Posts keep going out until ${day}, then they wait.`
  return isOver
    ? t`The subscription has ended. Posts wait until there is one again.`
    : t`The subscription has ended. Posts keep going out until ${day}, then they wait.`
}
