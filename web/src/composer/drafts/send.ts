import { ApiError, answerOf, type CreatePostInput, type CrierClient, type Post } from '@crier/sdk'
import { type Content, contentOf, isSame, type KnownPost, type Places, requestOf } from '../content.ts'
import { hearServerTime } from '../server-time.ts'
import type { ServerPost } from './device-drafts.ts'

/** Reads a post with everything that it says. @throws ApiError 404 */
export async function readPost(api: CrierClient, id: string, signal?: AbortSignal): Promise<ServerPost> {
  const post = await api.posts.get(id, { expand: ['request'] }, { signal })
  return { post, etag: etagOf(post), content: contentOf(post as KnownPost) }
}

/** A post from the answer to a change; `content` is what was sent. */
export function answered(post: Post, content: Content): ServerPost {
  return { post, etag: etagOf(post), content }
}

function etagOf(post: Post): string {
  const answer = answerOf(post)
  hearServerTime(answer?.headers.get('date') ?? null)
  return answer?.etag ?? ''
}

/** Makes a draft with an id of its own. One that an earlier try has made already is answered as it is. */
export async function createDraft(
  api: CrierClient,
  id: string,
  content: Content,
  places: Places,
): Promise<ServerPost> {
  try {
    const body: CreatePostInput = { id, is_draft: true, ...requestOf(content, places) }
    return answered(await api.posts.create(body), content)
  } catch (error) {
    // The answer to an earlier try was lost, and the text has changed since.
    if (error instanceof ApiError && error.code === 'id_taken') return readPost(api, id)
    throw error
  }
}

/** The members in which a post is to differ from the one that the server has. */
export function changesOf(base: Content, content: Content, places: Places): Partial<CreatePostInput> {
  const before: Record<string, unknown> = { ...requestOf(base, places) }
  const after = Object.entries(requestOf(content, places))
  return Object.fromEntries(after.filter(([member, value]) => !isSame(before[member], value)))
}
