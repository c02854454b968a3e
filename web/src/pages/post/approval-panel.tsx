import type { Approval, PostWithResults } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { AgainWords, ChangedSince, useApprovedBefore } from '../../composer/notices/changed-since.tsx'
import { useHasPassed } from '../../composer/use-has-passed.ts'
import { useMemberName } from '../../data/member-names.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import styles from './post.module.css'

/** Whether somebody must approve the post, who asked or decided, and the decision itself for those who may make it. */
export function ApprovalPanel({ post }: { readonly post: PostWithResults }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const nameOf = useMemberName()
  const { approval } = post
  if (approval === null) return null
  const { client } = approval
  const who = client ? `“${client.typed_name}”` : (nameOf(approval.by) ?? t`Somebody`)
  const at = format.moment(approval.at)
  if (approval.state === 'approved')
    return (
      <p className={styles.words}>
        {t`Approved by ${who}, ${at}.`} <ByLink client={approval.client} />
      </p>
    )
  if (approval.state === 'waiting') return <Waiting post={post} approval={approval} who={who} />
  return (
    <Frame title={t`${who} sent this back`} asks>
      {approval.comment !== null && <blockquote>{approval.comment}</blockquote>}
      <p className={styles.words}>{t`Change it, then ask again. ${at}`}</p>
      {approval.client !== undefined && (
        <p className={styles.words}>
          <ByLink client={approval.client} />
        </p>
      )}
      {post.is_draft && <AskAgain post={post} />}
    </Frame>
  )
}

/** Says what a name is worth that was typed behind a link. */
function ByLink({ client }: { readonly client: Approval['client'] }) {
  const { t } = useLingui()
  if (client === undefined) return null
  const { recipient } = client
  return (
    <>
      {t`By the review link for ${recipient}. The name was typed there, and nothing proves it.`}{' '}
      <Link to="/settings/review-links">{t`Review links`}</Link>
    </>
  )
}

interface WaitingProps {
  readonly post: PostWithResults
  readonly approval: Approval
  readonly who: string
}

function Waiting({ post, approval, who }: WaitingProps) {
  const { t } = useLingui()
  const session = useSession()
  const format = useTimeFormat()
  const before = useApprovedBefore(post.id, approval)
  const isLate = useHasPassed(session, post.scheduled_at)
  const time = post.scheduled_at === null ? '' : format.moment(post.scheduled_at)
  const mayApprove = isAtLeast(session.workspace.role, 'editor')
  return (
    <Frame title={t`${who} asks for approval`} asks={mayApprove}>
      {before !== null && (
        <p>
          <AgainWords before={before} />
        </p>
      )}
      {approval.comment !== null && <blockquote>{approval.comment}</blockquote>}
      {before !== null && <ChangedSince changes={before.changes} />}
      {mayApprove ? (
        <Decision post={post} isLate={isLate} />
      ) : (
        <p>
          {isLate
            ? t`Its time, ${time}, passed without approval, so it was not published.`
            : t`It won't go out before somebody approves it, even if its time passes.`}
        </p>
      )}
    </Frame>
  )
}

/** Asks for approval as the post is now. */
function AskAgain({ post }: { readonly post: PostWithResults }) {
  const { t } = useLingui()
  const { api, scope, workspace } = useSession()
  const client = useQueryClient()
  const asking = useMutation({
    mutationFn: () => api.posts.submit(post.id, {}),
    onSettled: () => client.invalidateQueries({ queryKey: [...scope, 'posts'] }),
  })
  if (!isAtLeast(workspace.role, 'author')) return null
  return (
    <>
      {asking.error !== null && <Fault error={asking.error} />}
      <div className={styles.row}>
        <Button
          variant="default"
          aria-disabled={asking.isPending}
          onClick={() => (asking.isPending ? undefined : asking.mutate())}
        >
          {asking.isPending ? t`Asking…` : t`Ask again`}
        </Button>
      </div>
    </>
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

function Decision({ post, isLate }: { readonly post: PostWithResults; readonly isLate: boolean }) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const format = useTimeFormat()
  const client = useQueryClient()
  const [comment, setComment] = useState('')
  const [isReturning, setReturning] = useState(false)
  const version = post.approval?.version
  // A post without a time goes out as soon as somebody approves it.
  const isNow = isLate || post.scheduled_at === null
  const time = post.scheduled_at === null ? null : format.moment(post.scheduled_at)
  const deciding = useMutation({
    mutationFn: (decision: 'approve' | 'return') =>
      decision === 'approve'
        ? api.posts.approve(post.id, { version, ...(isNow ? { publish_now: true } : {}) })
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
        {time === null
          ? t`It goes out as soon as you approve it.`
          : isLate
            ? t`Its time, ${time}, passed without approval, so it was not published. Approving publishes it now; edit it to pick a new time.`
            : t`Approve by ${time} and it goes out on time.`}
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
          <Button
            aria-disabled={deciding.isPending}
            onClick={() => deciding.isPending || deciding.mutate('approve')}
          >
            {deciding.isPending ? t`Approving…` : isNow ? t`Approve and publish now` : t`Approve`}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() =>
            isReturning
              ? comment.trim() !== '' && !deciding.isPending && deciding.mutate('return')
              : setReturning(true)
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
