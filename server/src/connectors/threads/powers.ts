import { asObject } from '../../lib/json/json.ts'
import { sentence, type Words } from '../../lib/text/sentence.ts'
import type { ConnectIo, DeletePower, Measured, MeasurePower } from '../connector.ts'
import { readInsights, unlessGone } from '../kit/graph/graph-posts.ts'
import { callThreads, isNotFound } from './api.ts'
import { lacksScope, readToken } from './settings.ts'

/** Source: developers.facebook.com/documentation/threads/posts/delete-posts. An account may delete 100 posts a day. */
export const deleting: DeletePower = {
  power: 'delete',
  refusal: (account) => (lacksScope(account, 'threads_delete') ? lacking('threads_delete') : null),
  delete: async ({ remoteId }, _account, credentials, io) => {
    const token = readToken(credentials)
    const call = { method: 'DELETE', path: `/${remoteId}` } as const
    await unlessGone(goneAt(remoteId, token, io), () => callThreads(call, token, io))
  },
}

/** Source: developers.facebook.com/docs/threads/insights. */
export const measuring: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments', 'shares'],
  // One call of the network for each.
  most: 10,
  rates: [{ per: 'account', calls: 12, everyMs: 3_600_000 }],
  refusal: (account) =>
    lacksScope(account, 'threads_manage_insights') ? lacking('threads_manage_insights') : null,
  measure: async (posts, _account, credentials, io) => {
    const token = readToken(credentials)
    const measured: (Measured | null)[] = []
    for (const { remoteId } of posts) measured.push(await measureOne(remoteId, token, io))
    return measured
  },
}

function lacking(scope: string): Words {
  return sentence(
    'This needs the permission {scope}, which was not granted. Connect the account again and allow it.',
    { scope },
  )
}

async function measureOne(id: string, token: string, io: ConnectIo): Promise<Measured | null> {
  const query = { metric: 'views,likes,replies,reposts,quotes' }
  const call = { path: `/${id}/insights`, query }
  const answer = await unlessGone(goneAt(id, token, io), () => callThreads(call, token, io))
  if (answer === null) return null
  const counts = readInsights(asObject(answer.json) ?? {})
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

function goneAt(id: string, token: string, io: ConnectIo) {
  return {
    isUnseen: isNotFound,
    read: () => callThreads({ path: `/${id}`, query: { fields: 'id' } }, token, io),
  }
}
