import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure, type Step } from '../connector.ts'
import { makeRequest } from '../kit/json-api.ts'
import { type Caller, graph, mustSucceed } from './api.ts'
import { kindOf } from './options.ts'

/** The number of posts on a page of a list. */
const listedAtOnce = 25
// The texts of 25 posts may have 63,206 letters each.
const within = { timeoutMs: 30_000, maxBytes: 10_000_000 }

type SoughtPost = Pick<Step, 'account' | 'part' | 'draft' | 'replyTo'>

/** The ids of the newest posts, or of the newest comments below the post that ours answers. @throws Failure */
export async function listNewestIds(step: SoughtPost, caller: Caller, io: ConnectIo): Promise<string[]> {
  if (kindOf(step.draft) === 'photo_story') return []
  try {
    const { items } = await listOwnPosts(step, null, caller, io)
    return items.flatMap(({ id }) => textOf(id) ?? [])
  } catch (error) {
    if (isHidden(error, step)) return []
    throw error
  }
}

/** Comments may be made without the permission to read them. */
export function isHidden(error: unknown, { part }: Pick<Step, 'part'>): boolean {
  return part === 'first_comment' && error instanceof Failure && error.kind === 'forbidden'
}

/**
 * The newest of the account's own posts, of its stories, or of the comments below a post: all since a time where one is
 * given. @throws Failure unless the list is read whole
 */
export async function listOwnPosts(
  step: SoughtPost,
  since: Date | null,
  { token, version }: Caller,
  io: Pick<ConnectIo, 'fetch' | 'now'>,
): Promise<{ answer: OutboundAnswer; items: JsonObject[] }> {
  const { path, query } = listOf(step)
  const from = since === null ? {} : { since: String(Math.floor(since.getTime() / 1_000)) }
  const asked = { ...query, limit: String(listedAtOnce), ...from }
  const request = makeRequest(graph.origin, { path: `/${version}${path}`, query: asked, token })
  const answer = await io.fetch(request, within)
  const { data } = mustSucceed(answer, token, io)
  const items = isArray(data) ? data.map(asObject) : [null]
  const whole = items.filter((item) => item !== null)
  if (whole.length === items.length) return { answer, items: whole }
  throw new Failure('unavailable', 'Facebook did not show what the Page has posted.')
}

function listOf({ account, part, draft, replyTo }: SoughtPost): {
  path: string
  query: Record<string, string>
} {
  if (part === 'first_comment') {
    const query = {
      fields: 'id,message,created_time,from{id}',
      filter: 'stream',
      order: 'reverse_chronological',
    }
    return { path: `/${replyTo?.parent.remoteId}/comments`, query }
  }
  const page = `/${account.externalId}`
  if (kindOf(draft) === 'photo_story')
    return { path: `${page}/stories`, query: { fields: 'post_id,media_id,status' } }
  return { path: `${page}/published_posts`, query: { fields: postFields } }
}

const postFields =
  'id,message,created_time,application{id},attachments{media_type,target{id},subattachments{media_type,target{id}}}'
