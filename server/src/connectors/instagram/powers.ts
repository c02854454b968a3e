import type { JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type DeletePower, Failure, type Figure, type Measured, type MeasurePower } from '../connector.ts'
import { readInsights, unlessGone } from '../kit/graph/graph-posts.ts'
import { type Access, callInstagram, isUnseen, openAccess, pathOf } from './api.ts'
import { missingScope, readSettings } from './settings.ts'

/** Source: developers.facebook.com/docs/instagram-platform/reference/instagram-media, since December 2025. */
export const deletePower: DeletePower = {
  power: 'delete',
  refusal: (account) => {
    if (readSettings(account).login === 'instagram')
      return 'Instagram lets apps delete posts only of accounts that were connected through Facebook.'
    const scope = missingScope(account, 'deleting')
    return (
      scope &&
      sentence('Deleting needs the permission {scope}. Connect the account again and allow it.', { scope })
    )
  },
  delete: async ({ remoteId }, account, credentials, io) => {
    const access = await openAccess(account, credentials, io)
    const path = pathOf(remoteId)
    // The answer is the same for a post that is gone and for a person who may not delete it; only the latter can still
    // read it.
    const gone = { isUnseen, read: () => callInstagram(access, { path, query: { fields: 'id' } }) }
    await unlessGone(gone, () => callInstagram(access, { method: 'DELETE', path }))
  },
}

/** Instagram's names. Source: developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights. */
const metrics: Readonly<Record<string, Figure>> = {
  views: 'views',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  saved: 'saves',
  shares: 'shares',
}

/** The metrics that a story has too. One unknown metric refuses all. */
const ofStories = ['views', 'reach', 'shares']

export const measurePower: MeasurePower = {
  power: 'measure',
  figures: ['views', 'reach', 'likes', 'comments', 'shares', 'saves'],
  most: 20,
  // One call of the network for each post, of at least 200 an hour and account.
  rates: [{ per: 'account', calls: 5, everyMs: 3_600_000 }],
  refusal: (account) => {
    const scope = missingScope(account, 'insights')
    return (
      scope &&
      sentence('Figures need the permission {scope}. Connect the account again and allow it.', { scope })
    )
  },
  measure: async (posts, account, credentials, io) => {
    const access = await openAccess(account, credentials, io)
    const measured: (Measured | null)[] = []
    for (const { remoteId } of posts) measured.push(await measurePost(access, pathOf(remoteId)))
    return measured
  },
}

async function measurePost(access: Access, path: string): Promise<Measured | null> {
  for (const asked of [Object.keys(metrics), ofStories]) {
    try {
      return readFigures(
        await callInstagram(access, { path: `${path}/insights`, query: { metric: asked.join(',') } }),
      )
    } catch (error) {
      if (isUnseen(error)) return null
      if (!(error instanceof Failure)) throw error
      // A story that fewer than five people saw has no figures.
      if (error.kind === 'forbidden') return {}
      if (error.kind !== 'invalid') throw error
    }
  }
  return {}
}

function readFigures(body: JsonObject): Measured {
  const counts = readInsights(body)
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, figure]) => {
      const count = counts.get(name)
      return count === undefined ? [] : [[figure, count]]
    }),
  )
}
