import type { PostWithResults } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isAtLeast, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toasts.tsx'

interface PostActionsProps {
  readonly post: PostWithResults
  readonly etag: string | undefined
  /** Called once the post was deleted. */
  readonly onGone: () => void
}

/** Editing, duplicating, canceling and deleting a post: only what it allows now. */
export function PostActions({ post, etag, onGone }: PostActionsProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const navigate = useNavigate()
  const acting = usePostActs(post, etag)
  if (!isAtLeast(workspace.role, 'author')) return null
  const isAhead = ['draft', 'scheduled', 'held'].includes(post.status)
  const isOut = (post.results ?? []).some(({ status }) => status === 'published')
  return (
    <>
      {isAhead && (
        <Button
          onClick={() => void navigate({ to: '/posts/$post/edit', params: { post: post.id } })}
        >{t`Edit`}</Button>
      )}
      <Button variant="default" onClick={() => acting.mutate('duplicate')}>
        {t`Duplicate`}
      </Button>
      {(post.status === 'scheduled' || post.status === 'held') && (
        <Button variant="default" onClick={() => acting.mutate('cancel')}>
          {acting.isPending && acting.variables === 'cancel' ? t`Canceling…` : t`Cancel post`}
        </Button>
      )}
      {post.status !== 'processing' && <DeletePost post={post} etag={etag} isOut={isOut} onGone={onGone} />}
    </>
  )
}

function usePostActs(post: PostWithResults, etag: string | undefined) {
  const { t } = useLingui()
  const { api, scope } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (act: 'duplicate' | 'cancel') =>
      act === 'duplicate' ? api.posts.duplicate(post.id) : api.posts.cancel(post.id, { ifMatch: etag }),
    onSuccess: (made, act) => {
      if (act === 'duplicate') void navigate({ to: '/posts/$post/edit', params: { post: made.id } })
      else toast({ text: t`Canceled. It was never sent.` })
    },
    onError: (error: Error) => toast({ text: error.message, tone: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: [...scope, 'posts'] }),
  })
}

function DeletePost({ post, etag, isOut, onGone }: PostActionsProps & { readonly isOut: boolean }) {
  const { t } = useLingui()
  const { api, scope, workspace } = useSession()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  if (isOut && !isAtLeast(workspace.role, 'editor')) return null
  const remove = async () => {
    await api.posts.delete(post.id, isOut ? { unpublish: true } : {}, { ifMatch: etag })
    if (isOut) toast({ text: t`Being deleted at its networks. Each account below says how far it is.` })
    else onGone()
    // A post that is gone is not read again.
    const isThere = ({ queryKey }: Query) => isOut || queryKey[scope.length + 1] !== post.id
    await client.invalidateQueries({ queryKey: [...scope, 'posts'], predicate: isThere })
    await client.invalidateQueries({ queryKey: [...scope, 'calendar'] })
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {isOut ? t`Delete everywhere` : t`Delete`}
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={isOut ? t`Delete this post from its networks?` : t`Delete this post?`}
        keep={t`Keep it`}
        act={isOut ? t`Delete everywhere` : t`Delete post`}
        acting={t`Deleting…`}
        onAct={remove}
      >
        <p>
          {isOut
            ? t`It is public now. It is deleted at each network that allows it, with its likes and answers. That can't be undone.`
            : t`It is gone for good, with its history.`}
        </p>
      </Confirm>
    </>
  )
}
