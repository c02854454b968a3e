import type { JsonObject } from '../../lib/json/json.ts'
import type { Measured, MeasurePower } from '../connector.ts'
import { failureOfCall, mustBeObject, readRequest } from './api.ts'
import { readSettings, readToken } from './settings.ts'

/** Reads the counts that come with a post (docs.joinmastodon.org, entities/Status). Quotes are counted from 4.5 on. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes', 'comments', 'shares'],
  most: 1,
  // Servers allow an account 300 calls in five minutes.
  rates: [{ per: 'account', calls: 60, everyMs: 300_000 }],
  refusal: () => null,
  measure: (posts, account, credentials, io) =>
    Promise.all(
      posts.map(async ({ remoteId }) => {
        const token = readToken(credentials)
        const path = `/api/v1/statuses/${encodeURIComponent(remoteId)}`
        const answer = await io.fetch(readRequest(readSettings(account).instance, path, token))
        if (answer.status === 404 || answer.status === 410) return null
        if (answer.status !== 200) throw failureOfCall(answer, io.now(), token)
        return readCounts(mustBeObject(answer))
      }),
    ),
}

function readCounts(post: JsonObject): Measured {
  const {
    favourites_count: likes,
    replies_count: comments,
    reblogs_count: reposts,
    quotes_count: quotes,
  } = post
  return {
    ...(typeof likes === 'number' ? { likes } : {}),
    ...(typeof comments === 'number' ? { comments } : {}),
    ...(typeof reposts === 'number' ? { shares: reposts + (typeof quotes === 'number' ? quotes : 0) } : {}),
  }
}
