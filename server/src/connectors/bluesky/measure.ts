import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Measured, MeasurePower } from '../connector.ts'
import { makeRequest } from '../kit/json-api.ts'
import { failureOf, unavailable } from './api.ts'

/** The network's index, which anybody may ask (docs.bsky.app, app.bsky.feed.getPosts). It counts for every server. */
export const index = 'https://public.api.bsky.app'

/** Reads the counts that the network's index has of posts. A post that it does not have is taken for one that is gone. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes', 'comments', 'shares', 'saves'],
  most: 25,
  // The index allows 3,000 calls in five minutes to each address.
  rates: [
    { per: 'account', calls: 30, everyMs: 300_000 },
    { per: 'app', calls: 600, everyMs: 300_000 },
  ],
  refusal: () => null,
  measure: async (posts, _account, _credentials, io) => {
    const query = new URLSearchParams(posts.map(({ remoteId }): [string, string] => ['uris', remoteId]))
    const answer = await io.fetch(makeRequest(index, { path: `/xrpc/app.bsky.feed.getPosts?${query}` }))
    if (answer.status !== 200) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
    const { posts: shown } = asObject(answer.json) ?? {}
    if (!isArray(shown)) throw unavailable(answer)
    const found = shown.map(asObject).filter((post) => post !== null)
    return posts.map(({ remoteId }) => {
      const post = found.find(({ uri }) => textOf(uri) === remoteId)
      return post ? readCounts(post) : null
    })
  },
}

function readCounts({ likeCount, replyCount, repostCount, quoteCount, bookmarkCount }: JsonObject): Measured {
  return {
    ...(typeof likeCount === 'number' ? { likes: likeCount } : {}),
    ...(typeof replyCount === 'number' ? { comments: replyCount } : {}),
    ...(typeof repostCount === 'number'
      ? { shares: repostCount + (typeof quoteCount === 'number' ? quoteCount : 0) }
      : {}),
    ...(typeof bookmarkCount === 'number' ? { saves: bookmarkCount } : {}),
  }
}
