import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { makeRequest, readObject } from '../kit/json-api.ts'
import { dialect, errorsOf, idOf, mustSucceed, origin, site } from './api.ts'

/** The most posts on a page. */
export const mostListed = 100

export interface PostsAsked {
  readonly accountId: string
  /** From 5 to 100: X charges for each that it shows. */
  readonly most: number
  /** Only posts that are newer than this one. */
  readonly sinceId?: string | null
}

/** The account's own newest posts, replies among them. @throws Failure unless all can be read */
export async function readPosts(
  { accountId, most, sinceId = null }: PostsAsked,
  token: string,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; posts: JsonObject[] }> {
  const query = {
    max_results: String(most),
    exclude: 'retweets',
    'tweet.fields': 'created_at,entities,attachments,referenced_tweets,note_tweet',
    ...(sinceId === null ? {} : { since_id: sinceId }),
  }
  const path = `/2/users/${accountId}/tweets`
  const answer = mustSucceed(await io.fetch(makeRequest(origin, { path, query, token })), token, io)
  const body = readObject(dialect, answer)
  const isEmpty = body.data === undefined && asObject(body.meta)?.result_count === 0
  const listed = isArray(body.data) ? body.data.map(asObject) : isEmpty ? [] : [null]
  const posts = listed.filter((post) => post !== null)
  const isWhole = posts.length === listed.length && posts.every(({ id }) => idOf(id) !== null)
  // A part of a list shows nothing.
  if (!isWhole || errorsOf(body).length > 0)
    throw new Failure('unavailable', 'X did not show the posts of the account.')
  return { answer, posts }
}

/** The highest id: X gives them in the order of time. Null where there is none. */
export function newestOf(posts: readonly JsonObject[]): string | null {
  const ids = posts.map(({ id }) => BigInt(idOf(id) ?? 0)).toSorted((one, other) => (one < other ? 1 : -1))
  return ids[0] === undefined ? null : String(ids[0])
}

/** A post as it is found again; null without an id. */
export function readPost(body: JsonObject | null, { username }: Account): PublishedPost | null {
  const remoteId = idOf(body?.id)
  return remoteId === null
    ? null
    : { remoteId, url: `${site}/${username}/status/${remoteId}`, reference: null }
}

/** The ids of the media that a post shows: a media key is a number of the kind, and the id under which it was uploaded. */
export function mediaIdsOf(post: JsonObject): string[] {
  const keys = asObject(post.attachments)?.media_keys
  return isArray(keys) ? keys.map((key) => textOf(key)?.split('_').at(-1) ?? '') : []
}

/** The post that a post answers; null where it answers none. */
export function answeredBy(post: JsonObject): string | null {
  const references = isArray(post.referenced_tweets) ? post.referenced_tweets.map(asObject) : []
  return idOf(references.find((reference) => reference?.type === 'replied_to')?.id)
}

/**
 * The words of a post as its author wrote them: X shows the beginning of a long text, escapes three signs, and writes short
 * addresses in place of links, the last of which stands for the media.
 */
export function wordsOf(post: JsonObject): string {
  const long = asObject(post.note_tweet)
  const shown = long && textOf(long.text) !== null ? long : post
  const listed = asObject(shown.entities)?.urls
  const links = isArray(listed) ? listed.map(asObject) : []
  let words = textOf(shown.text) ?? ''
  for (const link of links) {
    const short = textOf(link?.url)
    const isMedium = textOf(link?.media_key) !== null
    if (short) words = words.replaceAll(short, isMedium ? '' : (textOf(link?.expanded_url) ?? short))
  }
  return words.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
