import { ApiError, answerOf, type CreatePostInput, type CrierClient, type Post } from '@crier/sdk'
import { type Content, contentOf, isSame, type KnownPost, type Places, requestOf } from '../content.ts'
import type { ServerPost } from './device-drafts.ts'
import { wayOfDraft } from './way-of-draft.ts'

/** Reads a post with everything that it says. @throws ApiError 404 */
export async function readPost(api: CrierClient, id: string, signal?: AbortSignal): Promise<ServerPost> {
  const post = await api.posts.get(id, { expand: ['request'] }, { signal })
  const content = contentOf(post as KnownPost)
  // A draft without a time is not meant for now: it says when, or nobody publishes it by mistake.
  const isOpen = post.status === 'draft' && post.scheduled_at === null
  return { post, etag: etagOf(post), content: isOpen ? { ...content, when: wayOfDraft(id) } : content }
}

/** A post from the answer to a change; `content` is what was sent. */
export function postFromAnswer(post: Post, content: Content): ServerPost {
  return { post, etag: etagOf(post), content }
}

function etagOf(post: Post): string {
  return answerOf(post)?.etag ?? ''
}

/** A draft that was made: as it was sent, or, where an earlier try had made it, as it is now. */
export interface MadeDraft {
  readonly saved: ServerPost
  /** Whether it was changed since it was made, by somebody else. */
  readonly isChanged: boolean
}

/**
 * Makes a draft with an id of its own, which is the key of the request too: where the answer to an earlier try was lost, the
 * same request is answered as that one was, whatever became of the draft since.
 */
export async function createDraft(
  api: CrierClient,
  id: string,
  content: Content,
  places: Places,
  signal: AbortSignal,
): Promise<MadeDraft> {
  try {
    const body: CreatePostInput = { id, is_draft: true, ...requestOf(content, places) }
    const post = await api.posts.create(body, { idempotencyKey: `draft-${id}`, signal })
    if (!isChanged(post)) return { saved: postFromAnswer(post, content), isChanged: false }
  } catch (error) {
    if (!(error instanceof ApiError) || !isMadeBefore(error)) throw error
  }
  const saved = await readPost(api, id, signal)
  return { saved, isChanged: isChanged(saved.post) }
}

const isChanged = ({ created_at: made, updated_at: changed }: Pick<Post, 'created_at' | 'updated_at'>) =>
  made !== changed

/** An earlier try has made the draft with another text, before this page was loaded. */
const isMadeBefore = ({ code }: ApiError) => code === 'id_taken' || code === 'idempotency_key_reused'

/** Changes a draft into another content. @throws StaleError where the draft is not as it was any more */
export async function changeDraft(
  api: CrierClient,
  { post, etag, content: before }: ServerPost,
  content: Content,
  places: Places,
  signal: AbortSignal,
): Promise<ServerPost> {
  const changes = changesOf(before, content, places)
  return postFromAnswer(await api.posts.update(post.id, changes, { ifMatch: etag, signal }), content)
}

/** The members in which a post is to differ from the one that the server has. */
export function changesOf(base: Content, content: Content, places: Places): Partial<CreatePostInput> {
  const before: Record<string, unknown> = { ...requestOf(base, places) }
  const after = Object.entries(requestOf(content, places))
  return Object.fromEntries(after.filter(([member, value]) => !isSame(before[member], value)))
}

/** Whether a server that has one content has nothing to change to have the other. */
export function hasAll(base: Content, content: Content, places: Places): boolean {
  return Object.keys(changesOf(base, content, places)).length === 0
}
