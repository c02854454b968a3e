import type { Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { useDesk } from '../desk.ts'
import { keepAsNew } from '../drafts/keep-as-new.ts'
import { useSlice } from '../store.ts'
import styles from './notices.module.css'

interface ClosedNoticeProps {
  readonly post: Post
  /** Whether there are changes that the post does not have. */
  readonly isDirty: boolean
  readonly onDiscard: () => Promise<void>
}

/** Says that a post is not changed any more. Changes that were not saved in time are offered as a new draft. */
export function ClosedNotice({ post, isDirty, onDiscard }: ClosedNoticeProps) {
  const { t } = useLingui()
  const words = useClosedWords(post)
  const desk = useDesk()
  const navigate = useNavigate()
  const isDeviceFull = useSlice(desk.saver.keeping, (keeping) => keeping.isDeviceFull)
  const link = <Link to="/posts/$post" params={{ post: post.id }}>{t`See what happened`}</Link>
  if (!isDirty)
    return (
      <div className={styles.notice}>
        <p>{t`This post can't be changed any more. Duplicate it to post again.`}</p>
        {link}
      </div>
    )
  const keep = async () => {
    const work = desk.content.read()
    // The time of the post has passed, or belongs to it.
    const draft = await keepAsNew(desk.session, { ...work, when: { kind: 'now' } })
    await desk.saver.discard()
    await navigate({ to: '/posts/new', search: { draft } as never })
  }
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>{words}</strong>{' '}
        {isDeviceFull
          ? t`This browser keeps nothing: leave this page open.`
          : t`What you wrote is kept on this device.`}{' '}
        {link}
      </p>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => void onDiscard()}>{t`Discard changes`}</Button>
        <Button onClick={() => void keep()}>{t`Keep as a new draft`}</Button>
      </div>
    </div>
  )
}

/** The reason why changes come too late. */
function useClosedWords({ status, scheduled_at: at }: Post): string {
  const { t } = useLingui()
  const format = useTimeFormat()
  switch (status) {
    case 'canceled':
      return t`This post was canceled while you were writing.`
    case 'failed':
      return t`This post was not published, and can't be changed any more.`
    case 'processing':
      return t`This post is going out as it was, without your changes.`
    default: {
      if (at === null) return t`This post went out as it was, without your changes.`
      const time = format.moment(at)
      return t`At ${time} this post went out as it was, without your changes.`
    }
  }
}
