import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import styles from './notices.module.css'

/** Says what becomes of changes to a post that is planned already, and that one which went out is not changed. */
export function EditNotice() {
  const { t } = useLingui()
  const desk = useDesk()
  const format = useTimeFormat()
  const saved = useSlice(desk.saver.keeping, (keeping) => keeping.saved)
  const isGone = useSlice(desk.saver.keeping, ({ state }) => state.kind === 'gone')
  const isDirty = useSlice(
    desk.saver.keeping,
    ({ state }) => state.kind === 'device' && state.why === 'working-copy',
  )
  if (isGone || saved === null || saved.post.status === 'draft') return null
  const { status, scheduled_at: at, id, approval } = saved.post
  if (!['scheduled', 'held'].includes(status))
    return (
      <div className={styles.notice}>
        <p>{t`This post can't be changed any more. Duplicate it to post again.`}</p>
        <Link to="/posts/$post" params={{ post: id }}>{t`See what happened`}</Link>
      </div>
    )
  if (!isDirty) return null
  const time = at === null ? null : format.moment(at)
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>{t`You have unsaved changes.`}</strong>{' '}
        {approval?.state === 'approved'
          ? t`It was approved as it is. Other words need approval again; a new time alone doesn't.`
          : time !== null && status === 'scheduled'
            ? t`At ${time} it goes out as it was unless you save.`
            : t`They are kept on this device until you save.`}
      </p>
      <Button
        variant="default"
        onClick={() => desk.content.change(() => saved.content)}
      >{t`Discard changes`}</Button>
    </div>
  )
}
