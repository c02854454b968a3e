import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import { type ConnectIo, type DeletePower, Failure, type Measured, type MeasurePower } from '../connector.ts'
import { makeRequest, readObject } from '../kit/json-api.ts'
import { callX, dialect, errorsOf, mustSucceed, origin } from './api.ts'
import { readToken } from './settings.ts'

/** Source: docs.x.com/x-api/posts/delete-post. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }, _account, credentials, io) => {
    const token = readToken(credentials)
    const path = `/2/tweets/${remoteId}`
    const answer = await io.fetch(makeRequest(origin, { method: 'DELETE', path, token }))
    // A post that is gone is deleted.
    if (answer.status === 404 && dialect.code(answer) !== null) return
    const body = readObject(dialect, mustSucceed(answer, token, io))
    if (asObject(body.data)?.deleted !== true) throw new Failure('unavailable', 'X did not delete the post.')
  },
}

/** Source: docs.x.com/x-api/fundamentals/metrics. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments', 'shares', 'saves', 'clicks'],
  most: 100,
  // X charges for each post that is read.
  rates: [
    { per: 'account', calls: 24, everyMs: 86_400_000 },
    { per: 'app', calls: 400, everyMs: 86_400_000 },
  ],
  refusal: () => null,
  measure: async (posts, _account, credentials, io) => {
    const ids = posts.map(({ remoteId }) => remoteId)
    const since = io.now().getTime() - clicksForMs
    const [young, old] = [ids.filter((id) => madeAt(id) > since), ids.filter((id) => madeAt(id) <= since)]
    const token = readToken(credentials)
    const found = new Map([
      ...(await measureAlike(young, 'public_metrics,non_public_metrics', token, io)),
      ...(await measureAlike(old, 'public_metrics', token, io)),
    ])
    return ids.map((id) => found.get(id) ?? (found.has(id) ? null : {}))
  },
}

// Clicks are reported for posts of the last 30 days.
const clicksForMs = 29 * 24 * 3_600_000

/** The time within an id, in milliseconds since 1970. */
function madeAt(id: string): number {
  return Number(BigInt(id) >> 22n) + 1_288_834_974_657
}

/** The figures by the id; null for a post that is gone. */
async function measureAlike(
  ids: readonly string[],
  fields: string,
  token: string,
  io: ConnectIo,
): Promise<[string, Measured | null][]> {
  if (ids.length === 0) return []
  const query = { ids: ids.join(','), 'tweet.fields': fields }
  const body = await callX({ path: '/2/tweets', query }, token, io)
  const gone = errorsOf(body).filter(({ type }) => String(type).endsWith('/resource-not-found'))
  const shown = isArray(body.data) ? body.data.map(asObject) : []
  return [
    ...gone.map(({ resource_id: id, value }): [string, null] => [String(id ?? value), null]),
    ...shown.flatMap((post): [string, Measured][] => (post ? [[String(post.id), readFigures(post)]] : [])),
  ]
}

function readFigures(post: JsonObject): Measured {
  const [open, own] = [asObject(post.public_metrics), asObject(post.non_public_metrics)]
  const [reposts, quotes] = [open?.retweet_count, open?.quote_count]
  const shares = typeof reposts === 'number' && typeof quotes === 'number' ? reposts + quotes : undefined
  const figures = {
    views: open?.impression_count,
    likes: open?.like_count,
    comments: open?.reply_count,
    shares,
    saves: open?.bookmark_count,
    clicks: own?.url_link_clicks,
  }
  const known = Object.entries(figures).filter(
    ([, figure]) => Number.isSafeInteger(figure) && Number(figure) >= 0,
  )
  return Object.fromEntries(known)
}
