import { hash } from 'node:crypto'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { isIdVersion7, newId } from '../lib/id.ts'
import { canonicalJson } from '../lib/json/canonical-json.ts'
import { type FieldProblem, invalid, Problem } from '../lib/problem.ts'
import { fetchMediaUrls, type MediaUrls } from './fetch-media-urls.ts'
import { getPost } from './get-post.ts'
import { planInQueue } from './plan-in-queue.ts'
import type { NewPostBody } from './post-body.ts'
import { planNewPost } from './request/plan-new-post.ts'
import { faultsOf, planPost, refuseFaults } from './request/plan-post.ts'
import { mustAskApproval, requirePublish } from './require-publish.ts'
import { type StoredPost, storePost } from './store-post.ts'

/**
 * Stores a draft, a scheduled or an immediate post with its targets and its event. A post that needs approval is stored
 * waiting for it. A post that names its own id is made once: the same request again answers the post that is there, as it
 * is. `asSent` is that request, before its media were imported.
 * @throws Problem 422 with everything that is wrong, before anything is stored; 403 without the scope `publish`; 409 `id_taken`
 * or `post_deleted`
 */
export async function createPost(
  call: CallContext,
  body: NewPostBody,
  asSent: NewPostBody = body,
): Promise<StoredPost> {
  const existing = await findExisting(call, asSent)
  if (existing) return existing
  const plan = await planNewPost(call, body)
  if (!plan.request.isDraft && !mustAskApproval(call.caller)) requirePublish(call)
  refuseFaults(plan)
  const planAgain = (timed: NewPostBody) => planNewPost(call, timed)
  const timed = await planInQueue(call, plan, { postId: null, body, planAgain })
  const ownId = ownIdOf(asSent)
  const stored = await storePost({
    call,
    plan: timed,
    id: ownId?.id ?? newId(),
    ownIdDigest: ownId?.digest ?? null,
  })
  // The id was taken, or an account changed, after it was looked at: look again.
  return stored ?? createPost(call, body, asSent)
}

/**
 * Everything for which `createPost` would refuse a new post before it stores anything.
 * @throws Problem 403 without the scope `publish`; 409 `id_taken` or `post_deleted`
 */
export async function findFaults(call: CallContext, body: NewPostBody): Promise<readonly FieldProblem[]> {
  if (await findExisting(call, body)) return []
  const plan = await planNewPost(call, body)
  if (!plan.request.isDraft && !mustAskApproval(call.caller)) requirePublish(call)
  return faultsOf(plan)
}

/**
 * Looks at the id that a new post names. It is a problem where it would make no post, because it is another one's or of one that was
 * deleted, and a warning where the same request has made the post. Null where it is free, or none is named.
 */
export async function lookAtId(
  call: CallContext,
  asSent: NewPostBody,
): Promise<{ readonly isFault: boolean; readonly notice: FieldProblem } | null> {
  const notice = (code: string, detail: FieldProblem['detail']) => ({ pointer: '/id', code, detail })
  try {
    if ((await findExisting(call, asSent)) === null) return null
    const detail = 'The post with this id is there already, made by this same request.'
    return { isFault: false, notice: notice('post_exists', detail) }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error
    return { isFault: true, notice: notice(error.code, error.words) }
  }
}

/**
 * Fetches the files behind the `media_urls` of a new post. A post that would be refused anyhow is refused before.
 * @throws Problem as `createPost` does, and 422 that names each URL without a file
 */
export async function fetchForPost(call: CallContext, body: NewPostBody): Promise<MediaUrls | undefined> {
  const { media_urls: urls, ...rest } = body
  if (!urls || urls.length === 0 || (await findExisting(call, body))) return undefined
  const { problems, request } = await planPost(call, rest)
  if (!request.isDraft && !mustAskApproval(call.caller)) requirePublish(call)
  if (problems.length > 0) throw invalid(problems)
  return fetchMediaUrls(call, urls)
}

interface OwnId {
  readonly id: string
  /** The fingerprint covers the whole request, so that a repeated one is recognized. */
  readonly digest: Buffer
}

function ownIdOf(body: NewPostBody): OwnId | null {
  if (body.id === undefined) return null
  const id = body.id.toLowerCase()
  return { id, digest: hash('sha256', canonicalJson({ ...body, id }), 'buffer') }
}

/** The post that the same request has made; null when its id is free, or when it names none. @throws Problem 409 */
async function findExisting(call: CallContext, asSent: NewPostBody): Promise<StoredPost | null> {
  const ownId = ownIdOf(asSent)
  if (ownId === null) return null
  const { id, digest } = ownId
  if (!isIdVersion7(id)) {
    throw invalid([
      { pointer: '/id', code: 'invalid_id', detail: 'The id of a post must be a UUID of version 7.' },
    ])
  }
  const found = await call.db.row<{ is_of_mode: boolean; is_deleted: boolean; is_same: boolean }>(sql`
    select mode = ${call.mode} as is_of_mode, deleted_at is not null as is_deleted,
      coalesce(own_id_digest = ${digest}, false) as is_same
    from posts where workspace_id = ${call.workspaceId} and id = ${id}`)
  if (!found) return null
  // The answer reveals nothing about the other mode, not even that its post was deleted.
  if (found.is_of_mode && found.is_deleted) {
    throw new Problem(409, 'post_deleted', 'The post with this id was deleted. It is not made again.')
  }
  if (found.is_of_mode && found.is_same) return getPost(call, id)
  throw new Problem(409, 'id_taken', 'This id belongs to a post that was made by another request.')
}
