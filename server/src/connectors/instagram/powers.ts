import { asObject, isArray, isObject, type JsonObject } from '../../lib/json/json.ts'
import { type DeletePower, Failure, type Figure, type Measured, type MeasurePower } from '../connector.ts'
import { type Access, ask, isUnseen, openAccess, pathOf } from './api.ts'
import { missingScope, readSettings } from './settings.ts'

/** Source: developers.facebook.com/docs/instagram-platform/reference/instagram-media, since December 2025. */
export const deletePower: DeletePower = {
  power: 'delete',
  refusal: (account) => {
    if (readSettings(account).login === 'instagram')
      return 'Instagram lets apps delete posts only of accounts that were connected through Facebook.'
    const scope = missingScope(account, 'deleting')
    return scope && `Deleting needs the permission ${scope}. Connect the account again and allow it.`
  },
  delete: async ({ remoteId }, account, credentials, io) => {
    const access = await openAccess(account, credentials, io)
    const path = pathOf(remoteId)
    try {
      await ask(access, { method: 'DELETE', path })
    } catch (error) {
      // Somebody who may not delete gets this answer too, but can still read the post.
      if (!isUnseen(error) || (await isThere(access, path))) throw error
    }
  },
}

async function isThere(access: Access, path: string): Promise<boolean> {
  try {
    await ask(access, { path, query: { fields: 'id' } })
    return true
  } catch (error) {
    if (isUnseen(error)) return false
    throw error
  }
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
  refusal: (account) => {
    const scope = missingScope(account, 'insights')
    return scope && `Figures need the permission ${scope}. Connect the account again and allow it.`
  },
  measure: async (posts, account, credentials, io) => {
    const access = await openAccess(account, credentials, io)
    const measured: (Measured | null)[] = []
    for (const { remoteId } of posts) measured.push(await measure(access, pathOf(remoteId)))
    return measured
  },
}

async function measure(access: Access, path: string): Promise<Measured | null> {
  for (const asked of [Object.keys(metrics), ofStories]) {
    try {
      return readFigures(await ask(access, { path: `${path}/insights`, query: { metric: asked.join(',') } }))
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

function readFigures({ data }: JsonObject): Measured {
  const rows = isArray(data) ? data.filter(isObject) : []
  const figures = rows.flatMap(({ name, values, total_value: total }): [Figure, number][] => {
    const figure = typeof name === 'string' && Object.hasOwn(metrics, name) ? metrics[name] : undefined
    const value = (asObject(total) ?? asObject(isArray(values) ? values[0] : null))?.value
    return figure !== undefined && typeof value === 'number' ? [[figure, value]] : []
  })
  return Object.fromEntries(figures)
}
