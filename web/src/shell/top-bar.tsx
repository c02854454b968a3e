import { useLingui } from '@lingui/react/macro'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { isAtLeast, useSession } from '../session/session.ts'
import { dateFormat, ownZone } from '../time/date-format.ts'
import { useTimeFormat } from '../time/format.ts'
import { useMinute } from '../time/use-minute.ts'
import { Button } from '../ui/button.tsx'
import { writeKeys } from './commands.ts'
import { openOverlay } from './overlay.ts'
import styles from './shell.module.css'

export function TopBar() {
  const { t } = useLingui()
  const { mode, workspace } = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <header className={styles.top}>
      {mode === 'test' && <span className={styles.testMark}>{t`Test data`}</span>}
      <ZoneChip />
      <span className={styles.space} />
      <button type="button" className={styles.search} onClick={() => openOverlay('everything')}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <span className={styles.searchWords}>{t`Search`}</span>
        <kbd className={styles.key}>{writeKeys('mod+k')}</kbd>
      </button>
      {isAtLeast(workspace.role, 'author') && (
        <Button
          className={styles.newPost}
          // Other pages have an action of their own, and one filled button is enough.
          variant={/\/(?:calendar|drafts)$/.test(pathname) ? 'filled' : 'default'}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/posts/new' })}
        >
          {t`New post`}
        </Button>
      )}
    </header>
  )
}

/** The clock of the workspace: every time in the app is one of its times. */
function ZoneChip() {
  const { t } = useLingui()
  const format = useTimeFormat()
  const now = useMinute()
  const isElsewhere = ownZone() !== format.zone
  const here = isElsewhere ? dateFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(now) : ''
  const title = isElsewhere
    ? t`Posts are planned in ${format.place}. It's ${here} for you.`
    : t`Posts are planned in ${format.zone}.`
  return (
    <Link to="/settings/workspace" className={styles.zone} title={title}>
      {format.place} <time>{format.time(now)}</time>
      {isElsewhere && <span className="hidden-text">{title}</span>}
    </Link>
  )
}
