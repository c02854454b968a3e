import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { AnswerNotKept } from '../idempotency/kept-answers.ts'
import { isIdVersion7, newId } from '../lib/id.ts'
import { invalid } from '../lib/problem.ts'
import { getPost } from './get-post.ts'
import { fetchMediaUrls, type MediaUrls } from './import-media-urls.ts'
import { type StoredPost, storePost } from './insert-posts.ts'
import type { NewPostBody } from './post-body.ts'
import { planPost, refuseFaults } from './request/plan-post.ts'
import { requirePublish } from './require-publish.ts'

/**
 * Stores a draft, a scheduled or an immediate post with its targets, its event and the answer to `call.request`, in one
 * statement. A post that names its own id is made once: the same id again answers the post that is there, as it is.
 * @throws Problem 422 with everything that is wrong, before anything is stored; 403 without the scope `publish`
 * @throws AnswerNotKept when only a transaction can keep the answer; nothing is stored then
 */
export async function createPost(
  call: CallContext,
  body: NewPostBody,
  accounts: { mayBeStale: boolean } = { mayBeStale: true },
): Promise<StoredPost> {
  const existing = await findExisting(call, body.id?.toLowerCase())
  if (existing) return existing
  const plan = await planPost(call, body, accounts)
  if (!plan.request.isDraft) requirePublish(call)
  refuseFaults(plan)
  const stored = await storePost({ call, plan, id: body.id?.toLowerCase() ?? newId() })
  // The id was taken, or an account changed, after it was looked at: look again.
  return stored ?? createPost(call, body, { mayBeStale: false })
}

/**
 * Fetches the files behind the `media_urls` of a new post. A post that would be refused anyhow is refused before.
 * @throws Problem as `createPost` does, and 422 that names each URL without a file
 */
export async function fetchForPost(call: CallContext, body: NewPostBody): Promise<MediaUrls | undefined> {
  const { media_urls: urls, ...rest } = body
  if (!urls || urls.length === 0 || (await findExisting(call, body.id?.toLowerCase()))) return undefined
  const { problems, request } = await planPost(call, rest)
  if (!request.isDraft) requirePublish(call)
  if (problems.length > 0) throw invalid(problems)
  return fetchMediaUrls(call, urls)
}

/** The post that already has this id of the client's own; null when the id is free. */
async function findExisting(call: CallContext, id: string | undefined): Promise<StoredPost | null> {
  if (id === undefined) return null
  // The statement cannot tell whether the id is free before it claims the name of the request.
  if (call.request) throw new AnswerNotKept()
  if (!isIdVersion7(id)) {
    throw invalid([
      { pointer: '/id', code: 'invalid_id', detail: 'The id of a post must be a UUID of version 7.' },
    ])
  }
  const found = await call.db.row<{ usable: boolean }>(sql`
    select mode = ${call.mode} and deleted_at is null as usable from posts
    where workspace_id = ${call.workspaceId} and id = ${id}`)
  if (!found) return null
  if (found.usable) return getPost(call, id)
  throw invalid([{ pointer: '/id', code: 'id_in_use', detail: 'This id was used before; make another.' }])
}
