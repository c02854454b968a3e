import type { Approval, Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMemberName } from '../../data/people.ts'
import { isAtLeast } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDesk } from '../desk.ts'
import { readPost } from '../drafts/send.ts'
import { useSlice } from '../store.ts'
import styles from './notices.module.css'
import { SendBack } from './send-back.tsx'

/** It tells how far a post is from its approval, with the ways to give it. */
export function ApprovalBanner() {
  const desk = useDesk()
  const post = useSlice(desk.saver.keeping, ({ saved }) => saved?.post ?? null)
  if (post === null || post.approval === null) return null
  const { approval } = post
  if (approval.state === 'returned') return <Returned approval={approval} />
  if (approval.state === 'approved') return null
  return isAtLeast(desk.session.workspace.role, 'editor') ? (
    <Review post={post} approval={approval} />
  ) : (
    <Waiting />
  )
}

/** The name of a member of the workspace. */
function useNameOf(id: string): string {
  const { t } = useLingui()
  return useMemberName()(id) ?? t`Somebody`
}

function Waiting() {
  const { t } = useLingui()
  return (
    <div className={styles.notice}>
      <p>
        {t`Nobody has approved this yet. It won't go out before someone does,`}{' '}
        <strong>{t`even if its time passes.`}</strong>
      </p>
    </div>
  )
}

function Returned({ approval }: { readonly approval: Approval }) {
  const { t } = useLingui()
  const who = useNameOf(approval.by)
  return (
    <div className={styles.brass}>
      <p>
        <strong>{t`${who} sent this back.`}</strong> {approval.comment}
      </p>
    </div>
  )
}

function Review({ post, approval }: { readonly post: Post; readonly approval: Approval }) {
  const { t } = useLingui()
  const desk = useDesk()
  const format = useTimeFormat()
  const who = useNameOf(approval.by)
  const [isActing, setActing] = useState(false)
  const [isSendingBack, setSendingBack] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { scheduled_at: at } = post
  const isLate = at === null || Date.parse(at) <= Date.now()
  const time = at === null ? '' : format.moment(at)
  const act = async (call: () => Promise<Post>, done: string) => {
    setActing(true)
    setError(null)
    try {
      await call()
      desk.saver.adopt(await readPost(desk.session.api, post.id))
      toast({ text: done })
    } catch (thrown) {
      setError(thrown)
    } finally {
      setActing(false)
    }
  }
  const approve = () =>
    act(
      () =>
        desk.session.api.posts.approve(post.id, {
          version: approval.version,
          ...(isLate ? { publish_now: true } : {}),
        }),
      isLate ? t`Approved. It goes out now.` : t`Approved. It goes out ${time}.`,
    )
  return (
    <div className={styles.brass}>
      <p>
        <strong>{t`${who} asks for approval.`}</strong>{' '}
        {isLate
          ? t`Its time has passed. Publish it now, or pick a new one below and save.`
          : t`Approve by ${time} and it goes out on time.`}
      </p>
      {approval.comment !== null && <p className={styles.quote}>{approval.comment}</p>}
      <div className={styles.actions}>
        <Button aria-disabled={isActing} onClick={() => void (isActing ? undefined : approve())}>
          {isActing ? t`Approving…` : isLate ? t`Approve and publish now` : t`Approve`}
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
