import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import { useChangeBack } from '../use-change-back.ts'
import { ClosedNotice } from './closed-notice.tsx'
import styles from './notices.module.css'

/** Says what becomes of changes to a post that is planned already, and that one which went out is not changed. */
export function EditNotice() {
  const { t } = useLingui()
  const desk = useDesk()
  const format = useTimeFormat()
  const discard = useDiscard()
  const saved = useSlice(desk.saver.keeping, (keeping) => keeping.saved)
  const isDeviceFull = useSlice(desk.saver.keeping, (keeping) => keeping.isDeviceFull)
  const isDirty = useSlice(
    desk.saver.keeping,
    ({ state }) => state.kind === 'device' && state.why === 'working-copy',
  )
  if (saved === null) return null
  const { status, scheduled_at: at, approval } = saved.post
  if (!['scheduled', 'held'].includes(status))
    return <ClosedNotice post={saved.post} isDirty={isDirty} onDiscard={discard} />
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
            : isDeviceFull
              ? t`This browser keeps nothing: leave this page open.`
              : t`They are kept on this device until you save.`}
      </p>
      <Button variant="default" onClick={() => void discard()}>{t`Discard changes`}</Button>
    </div>
  )
}

/** Lets the changes go, here and on this device. They come back when that is undone, also from another page. */
function useDiscard(): () => Promise<void> {
  const { t } = useLingui()
  const { saver } = useDesk()
  const changeBack = useChangeBack()
  return async () => {
    const work = await saver.discard()
    toast({ text: t`Changes discarded.`, undo: () => changeBack(() => work) })
  }
}
