import type { Json } from '../../lib/json/json.ts'
import type { ConnectIo, DeletePower, Measured, MeasurePower, PublishedPost } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { askTumblr, blogPath, dialect, isGone, mustSucceed, responseOf } from './api.ts'
import { readToken } from './settings.ts'

/** Source: github.com/tumblr/docs, api.md, `/post/delete`. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }, { externalId }, credentials, io) => {
    const token = readToken(credentials)
    const call = { path: `${blogPath(externalId)}/post/delete`, json: { id: remoteId } }
    const answer = await askTumblr(call, token, io)
    if (!isGone(answer)) mustSucceed(answer, token, io)
  },
}

const hourMs = 3_600_000

/** The notes of a post, as far as Tumblr counts them apart: one call for each post. Source: api.md, `/notes`. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes', 'shares'],
  most: 1,
  // A tenth of the calls that an app may make in an hour, and in a day.
  rates: [
    { per: 'app', calls: 100, everyMs: hourMs },
    { per: 'app', calls: 500, everyMs: 24 * hourMs },
  ],
  refusal: () => null,
  measure: (posts, { externalId }, credentials, io) =>
    Promise.all(posts.map((post) => measureOne(post, externalId, readToken(credentials), io))),
}

async function measureOne(
  { remoteId }: PublishedPost,
  blogId: string,
  token: string,
  io: ConnectIo,
): Promise<Measured | null> {
  const call = { path: `${blogPath(blogId)}/notes`, query: { id: remoteId, mode: 'conversation' } }
  const answer = await askTumblr(call, token, io)
  if (isGone(answer)) return null
  readObject(dialect, mustSucceed(answer, token, io))
  const { total_likes: likes, total_reblogs: shares } = responseOf(answer) ?? {}
  return { ...figure('likes', likes), ...figure('shares', shares) }
}

/** A figure that Tumblr does not tell is left out. */
function figure(name: 'likes' | 'shares', count: Json | undefined): Measured {
  return Number.isSafeInteger(count) && Number(count) >= 0 ? { [name]: Number(count) } : {}
}
