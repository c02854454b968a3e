import type { Approval, Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMemberName } from '../../data/member-names.ts'
import { isAtLeast } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDesk } from '../desk.ts'
import { readPost } from '../drafts/send.ts'
import { usePress } from '../primary/use-press.ts'
import { useSlice } from '../store.ts'
import { useHasPassed } from '../use-has-passed.ts'
import { AgainWords, ChangedSince, useApprovedBefore } from './changed-since.tsx'
import styles from './notices.module.css'
import { SendBack } from './send-back.tsx'

interface ApprovalProps {
  readonly post: Post
  readonly approval: Approval
}

/** The words for a post that waits for its approval, or was sent back. */
export function ApprovalWords({ post, approval }: ApprovalProps) {
  const { session } = useDesk()
  if (approval.state === 'returned') return <Returned approval={approval} />
  return isAtLeast(session.workspace.role, 'editor') ? (
    <Review post={post} approval={approval} />
  ) : (
    <Waiting post={post} approval={approval} />
  )
}

/** The name of a member of the workspace. */
function useNameOf(id: string): string {
  const { t } = useLingui()
  return useMemberName()(id) ?? t`Somebody`
}

function Waiting({ post: { id, scheduled_at: at }, approval }: ApprovalProps) {
  const { t } = useLingui()
  const { session } = useDesk()
  const format = useTimeFormat()
  const before = useApprovedBefore(id, approval)
  const isLate = useHasPassed(session, at)
  const time = at === null ? '' : format.moment(at)
  return (
    <div className={styles.notice} role="status">
      <p>
        {before === null ? (
          !isLate && t`Nobody has approved this yet.`
        ) : (
          <strong>
            <AgainWords before={before} />
          </strong>
        )}{' '}
        {isLate ? (
          <>
            <strong>{t`Its time, ${time}, passed without approval, so it was not published.`}</strong>{' '}
            {t`Pick a new time below and save, or whoever approves it publishes it then.`}
          </>
        ) : (
          <>
            {t`It won't go out before someone does,`} <strong>{t`even if its time passes.`}</strong>
          </>
        )}
      </p>
      {before !== null && <ChangedSince changes={before.changes} />}
    </div>
  )
}

function Returned({ approval }: { readonly approval: Approval }) {
  const { t } = useLingui()
  const desk = useDesk()
  const member = useNameOf(approval.by)
  // Nothing proves a name that was typed behind a link, which may be that of a member.
  const typedName = approval.client?.typed_name
  const who = typedName === undefined ? member : t`“${typedName}” (by a review link)`
  const { press, isActing, error } = usePress({ kind: 'ask' }, '')
  // The queue gives a post of somebody who may publish its time at once, without asking anybody.
  const mayAsk = useSlice(desk.content, ({ when }) => desk.mustAsk || when.kind !== 'queue')
  return (
    <div className={styles.brass}>
      <p>
        <strong>{t`${who} sent this back.`}</strong> {t`Change it, then ask again.`}
      </p>
      {mayAsk && (
        <Button variant="default" aria-disabled={isActing} onClick={() => void press()}>
          {isActing ? t`Asking…` : t`Ask again`}
        </Button>
      )}
      {approval.comment !== null && <blockquote className={styles.quote}>{approval.comment}</blockquote>}
      {error !== null && <Fault error={error} />}
    </div>
  )
}

function Review({ post, approval }: ApprovalProps) {
  const { t } = useLingui()
  const desk = useDesk()
  const who = useNameOf(approval.by)
  const before = useApprovedBefore(post.id, approval)
  const isLate = useHasPassed(desk.session, post.scheduled_at)
  const [isSendingBack, setSendingBack] = useState(false)
  const { approve, isActing, error } = useApprove(post, approval, isLate)
  const isNow = isLate || post.scheduled_at === null
  return (
    <div className={styles.brass}>
      <p>
        <strong>{before === null ? t`${who} asks for approval.` : <AgainWords before={before} />}</strong>{' '}
        <Deadline at={post.scheduled_at} isLate={isLate} />
      </p>
      {approval.comment !== null && <blockquote className={styles.quote}>{approval.comment}</blockquote>}
      {before !== null && <ChangedSince changes={before.changes} />}
      <div className={styles.actions}>
        <Button aria-disabled={isActing} onClick={() => void (isActing ? undefined : approve())}>
          {isActing ? t`Approving…` : isNow ? t`Approve and publish now` : t`Approve`}
        </Button>
        <Button variant="default" onClick={() => setSendingBack(true)}>
          {t`Send back…`}
        </Button>
      </div>
      {error !== null && <Fault error={error} />}
      <SendBack
        isOpen={isSendingBack}
        onClose={() => setSendingBack(false)}
        onSend={async (comment) => {
          await desk.session.api.posts.return(post.id, { comment, version: approval.version })
          desk.saver.adopt(await readPost(desk.session.api, post.id))
          toast({ text: t`Sent back to ${who}.` })
        }}
      />
    </div>
  )
}

/** Until when an approval is in time. */
function Deadline({ at, isLate }: { readonly at: string | null; readonly isLate: boolean }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  if (at === null) return t`It goes out as soon as you approve it.`
  const time = format.moment(at)
  return isLate
    ? t`Its time, ${time}, passed without approval, so it was not published. Publish it now, or pick a new time below and save.`
    : t`Approve by ${time} and it goes out on time.`
}

/** Approves the content that is shown. A post whose time has passed, or that has none, goes out at once. */
function useApprove(post: Post, approval: Approval, isLate: boolean) {
  const { t } = useLingui()
  const { session, saver } = useDesk()
  const format = useTimeFormat()
  const [isActing, setActing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { id, scheduled_at: at } = post
  const isNow = isLate || at === null
  const time = at === null ? '' : format.moment(at)
  const approve = async () => {
    setActing(true)
    setError(null)
    try {
      const { version } = approval
      await session.api.posts.approve(id, { version, ...(isNow ? { publish_now: true } : {}) })
      saver.adopt(await readPost(session.api, id))
      toast({ text: isNow ? t`Approved. It goes out now.` : t`Approved. It goes out ${time}.` })
    } catch (thrown) {
      setError(thrown)
    } finally {
      setActing(false)
    }
  }
  return { approve, isActing, error }
}
