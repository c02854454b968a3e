import { answerOf, type Post, type PostWithResults } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { MovablePost } from '../../calendar/calendar-data.ts'
import { isAtLeast, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { sayThrown } from '../../ui/say-problem.ts'
import { toast } from '../../ui/toasts.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MoreMenu } from './more-menu.tsx'

const ShareDialog = lazyPart(() => import('../../review-links/share-dialog.tsx'), 'ShareDialog')
const MoveDialog = lazyPart(() => import('../../calendar/move-dialog.tsx'), 'MoveDialog')

interface PostActionsProps {
  readonly post: PostWithResults
  readonly etag: string | undefined
  /** Called once the post was deleted. */
  readonly onGone: () => void
}

/** Offers what can be done with a post now: the usual things as buttons, the others in a menu. */
export function PostActions({ post, etag, onGone }: PostActionsProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const navigate = useNavigate()
  const acting = usePostActs(post, etag)
  const [isDeleting, setDeleting] = useState(false)
  const [isSharing, setSharing] = useState(false)
  if (!isAtLeast(workspace.role, 'author')) return null
  const { status } = post
  const isPlanned = status === 'scheduled' || status === 'held'
  const isOut = (post.results ?? []).some((result) => result.status === 'published')
  const mayDelete = status !== 'processing' && (!isOut || isAtLeast(workspace.role, 'editor'))
  const act = (name: 'duplicate' | 'cancel') => () => acting.isPending || acting.mutate(name)
  const duplicate = { label: t`Duplicate`, run: act('duplicate') }
  const share = { label: t`Share for review…`, run: () => setSharing(true) }
  const remove = { label: isOut ? t`Delete everywhere…` : t`Delete…`, run: () => setDeleting(true) }
  return (
    <>
      {isAhead(status) && (
        <Button
          onClick={() => void navigate({ to: '/posts/$post/edit', params: { post: post.id } })}
        >{t`Edit`}</Button>
      )}
      {isAhead(status) && <MovePost post={post} />}
      {isPlanned ? (
        <Button variant="default" onClick={act('cancel')}>
          {acting.isPending && acting.variables === 'cancel' ? t`Canceling…` : t`Cancel post`}
        </Button>
      ) : (
        <Button variant="default" onClick={duplicate.run}>
          {duplicate.label}
        </Button>
      )}
      <MoreMenu actions={[...(isPlanned ? [duplicate] : []), share, ...(mayDelete ? [remove] : [])]} />
      <Late onFail={() => setSharing(false)}>
        {isSharing && <ShareDialog posts={[post.id]} onClose={() => setSharing(false)} />}
      </Late>
      <DeleteDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        post={post}
        etag={etag}
        isOut={isOut}
        onGone={onGone}
      />
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
    onError: (error: Error) => toast({ text: sayThrown(error), tone: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: [...scope, 'posts'] }),
  })
}

/** Moves a post that has a time, also where nothing can be dragged: a touch has no other way. */
function MovePost({ post: { id, scheduled_at: planned } }: { readonly post: PostWithResults }) {
  const { t } = useLingui()
  const { scope } = useSession()
  const client = useQueryClient()
  const opening = useMovable(id)
  if (planned === null) return null
  return (
    <>
      <Button variant="default" onClick={() => opening.isPending || opening.mutate()}>
        {t`Move…`}
      </Button>
      <Late onFail={opening.reset}>
        {opening.data !== undefined && (
          <MoveDialog
            post={opening.data}
            onClose={opening.reset}
            onMoved={() => void client.invalidateQueries({ queryKey: [...scope, 'posts'] })}
          />
        )}
      </Late>
    </>
  )
}

/** Reads the post as it is now: an answer with results has no ETag, and without one a move could overwrite another. */
function useMovable(id: string) {
  const { api } = useSession()
  return useMutation({
    mutationFn: async (): Promise<MovablePost> => {
      const post = await api.posts.get(id)
      const { scheduled_at: at, status, social_accounts: accounts } = post
      const etag = answerOf(post)?.etag ?? ''
      return {
        id,
        at: at ?? post.created_at,
        etag,
        status,
        movable: isAhead(status),
        social_accounts: accounts,
      }
    },
    onError: (error: Error) => toast({ text: sayThrown(error), tone: 'bad' }),
  })
}

/** Whether nothing of a post has begun to go out. */
function isAhead(status: Post['status']): boolean {
  return status === 'draft' || status === 'scheduled' || status === 'held'
}
