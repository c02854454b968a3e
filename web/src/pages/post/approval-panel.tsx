import type { PostWithResults } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useMemberName } from '../../data/people.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import styles from './post.module.css'

/** Whether somebody must approve the post, who asked or decided, and the decision itself for those who may make it. */
export function ApprovalPanel({ post }: { readonly post: PostWithResults }) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const format = useTimeFormat()
  const nameOf = useMemberName()
  const { approval } = post
  if (approval === null) return null
  const who = nameOf(approval.by) ?? t`Somebody`
  const at = format.moment(approval.at)
  if (approval.state === 'approved') return <p className={styles.words}>{t`Approved by ${who}, ${at}.`}</p>
  if (approval.state === 'returned')
    return (
      <Frame title={t`${who} sent this back`} asks>
        {approval.comment !== null && <blockquote>{approval.comment}</blockquote>}
        <p className={styles.words}>{t`Change it, then ask again. ${at}`}</p>
      </Frame>
    )
  const mayApprove = isAtLeast(workspace.role, 'editor')
  return (
    <Frame title={t`${who} asks for approval`} asks={mayApprove}>
      {approval.comment !== null && <blockquote>{approval.comment}</blockquote>}
      {mayApprove ? (
        <Decision post={post} />
      ) : (
        <p>{t`It won't go out before somebody approves it, even if its time passes.`}</p>
      )}
    </Frame>
  )
}

interface FrameProps {
  readonly title: string
  /** Whether it waits for the person who looks. */
  readonly asks: boolean
  readonly children: ReactNode
}

function Frame({ title, asks, children }: FrameProps) {
  const titleId = useId()
  return (
    <section className={styles.review} data-asks={asks || undefined} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  )
}

function Decision({ post }: { readonly post: PostWithResults }) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const format = useTimeFormat()
  const client = useQueryClient()
  const [comment, setComment] = useState('')
  const [isReturning, setReturning] = useState(false)
  const version = post.approval?.version
  const isLate = post.scheduled_at !== null && Date.parse(post.scheduled_at) <= Date.now()
  const deciding = useMutation({
    mutationFn: (decision: 'approve' | 'return') =>
      decision === 'approve'
        ? api.posts.approve(post.id, { version, ...(isLate ? { publish_now: true } : {}) })
        : api.posts.return(post.id, { version, comment }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...scope, 'posts'] }),
        client.invalidateQueries({ queryKey: [...scope, 'attention'] }),
      ]),
  })
  return (
    <div className={styles.answers}>
      <p>
        {isLate
          ? t`Its time has passed. Approving publishes it now; edit it to pick a new time.`
          : post.scheduled_at !== null &&
            t`Approve by ${format.moment(post.scheduled_at)} and it goes out on time.`}
      </p>
      {isReturning && (
        <Textarea
          label={t`What should change?`}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          rows={3}
          data-autofocus
        />
      )}
      {deciding.error !== null && <Fault error={deciding.error} />}
      <div className={styles.row}>
        {!isReturning && (
          <Button onClick={() => deciding.mutate('approve')}>
            {deciding.isPending ? t`Approving…` : isLate ? t`Approve and publish now` : t`Approve`}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() =>
            isReturning ? comment.trim() !== '' && deciding.mutate('return') : setReturning(true)
          }
        >
          {isReturning
            ? comment.trim() === ''
              ? t`Say first what should change`
              : t`Send back`
            : t`Send back…`}
        </Button>
        {isReturning && (
          <Button variant="subtle" onClick={() => setReturning(false)}>
            {t`Back`}
          </Button>
        )}
      </div>
    </div>
  )
}
