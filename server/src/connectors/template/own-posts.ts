import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { callPerch, dialect } from './api.ts'

/** The number of posts on a page. */
export const listedAtOnce = 50

/** The account's own posts: the newest, or those right after one of them. @throws Failure unless all can be read */
export async function readPosts(
  afterId: string | null,
  token: string,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; posts: JsonObject[] }> {
  const query = { limit: String(listedAtOnce), ...(afterId === null ? {} : { after: afterId }) }
  const answer = await callPerch({ path: '/v1/me/posts', query }, token, io)
  const listed = readObject(dialect, answer).posts
  const posts = isArray(listed) ? listed.map(asObject) : [null]
  const whole = posts.filter((post) => post !== null && readPost(post) !== null)
  // A part of a list shows nothing.
  if (whole.length < posts.length)
    throw new Failure('unavailable', 'Perch did not show the posts of the account.')
  return { answer, posts: whole.filter((post) => post !== null) }
}

/** A post as the API shows it; null if it has no id. */
export function readPost(post: JsonObject | null): PublishedPost | null {
  const remoteId = textOf(post?.id)
  return remoteId === null ? null : { remoteId, url: textOf(post?.url) ?? '', reference: null }
}
