import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { ConnectIo, DeletePower, Measured, MeasurePower } from '../connector.ts'
import { ask, isNotFound } from './api.ts'
import { lacksScope, readToken } from './settings.ts'

/** Source: developers.facebook.com/documentation/threads/posts/delete-posts. An account may delete 100 posts a day. */
export const deleting: DeletePower = {
  power: 'delete',
  refusal: (account) => (lacksScope(account, 'threads_delete') ? lacking('threads_delete') : null),
  delete: async ({ remoteId }, _account, credentials, io) => {
    const token = readToken(credentials)
    await unlessGone(remoteId, token, io, () => ask({ method: 'DELETE', path: `/${remoteId}` }, token, io))
  },
}

/** Source: developers.facebook.com/docs/threads/insights. */
export const measuring: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments', 'shares'],
  // One call of the network for each.
  most: 10,
  refusal: (account) =>
    lacksScope(account, 'threads_manage_insights') ? lacking('threads_manage_insights') : null,
  measure: async (posts, _account, credentials, io) => {
    const token = readToken(credentials)
    const measured: (Measured | null)[] = []
    for (const { remoteId } of posts) measured.push(await measureOne(remoteId, token, io))
    return measured
  },
}

function lacking(scope: string): string {
  return `This needs the permission ${scope}, which was not granted. Connect the account again and allow it.`
}

async function measureOne(id: string, token: string, io: ConnectIo): Promise<Measured | null> {
  const query = { metric: 'views,likes,replies,reposts,quotes' }
  const answer = await unlessGone(id, token, io, () => ask({ path: `/${id}/insights`, query }, token, io))
  if (answer === null) return null
  const counts = new Map(readCounts(asObject(answer.json)?.data))
  const [reposts, quotes] = [counts.get('reposts'), counts.get('quotes')]
  const shares = reposts === undefined && quotes === undefined ? undefined : (reposts ?? 0) + (quotes ?? 0)
  const figures = {
    views: counts.get('views'),
    likes: counts.get('likes'),
    comments: counts.get('replies'),
    shares,
  }
  return Object.fromEntries(Object.entries(figures).filter(([, count]) => count !== undefined))
}

/** Figures are `{"data": [{"name": "views", "values": [{"value": 3}]}]}`. */
function readCounts(data: Json | undefined): [string, number][] {
  const said = isArray(data) ? data.map(asObject) : []
  return said.flatMap((figure): [string, number][] => {
    const [name, count] = [textOf(figure?.name), countOf(figure)]
    return name === null || count === null ? [] : [[name, count]]
  })
}

function countOf(figure: JsonObject | null): number | null {
  const [first] = isArray(figure?.values) ? figure.values : []
  const count = asObject(first)?.value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/**
 * Does something with a post; null where the post is gone. Threads says the same of a post that we may not see, so the post
 * itself is asked for. @throws Failure
 */
async function unlessGone<Result>(
  id: string,
  token: string,
  io: ConnectIo,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (!isNotFound(error) || (await isThere(id, token, io))) throw error
    return null
  }
}

async function isThere(id: string, token: string, io: ConnectIo): Promise<boolean> {
  try {
    await ask({ path: `/${id}`, query: { fields: 'id' } }, token, io)
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}
