import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Choice,
  type ChoicesPower,
  type ChoicesRequest,
  type ConnectIo,
  type DeletePower,
  Failure,
  type Figure,
  type Measured,
  type MeasurePower,
} from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { callYoutube, dialect, listFromYoutube } from './api.ts'
import { mayDo, readSettings, readToken } from './settings.ts'

/** Deletes a video. Source: developers.google.com/youtube/v3/docs/videos/delete. */
export const deleteVideos: DeletePower = {
  power: 'delete',
  refusal: (account) =>
    mayDo('manage', readSettings(account).granted)
      ? null
      : 'This channel was connected without the permission to delete videos. Connect it again to allow that.',
  delete: async ({ remoteId }, _account, credentials, io) => {
    try {
      const call = { method: 'DELETE', path: '/youtube/v3/videos', query: { id: remoteId } } as const
      await callYoutube(call, readToken(credentials), io)
    } catch (error) {
      if (!(error instanceof Failure) || error.platformCode !== 'videoNotFound') throw error
    }
  },
}

/** Counts of videos. This call has a quota of its own. Source: developers.google.com/youtube/v3/docs/videos/batchGetStats. */
export const measureVideos: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments'],
  most: 50,
  // A call costs one unit of the 10,000 that a project has a day.
  rates: [
    { per: 'account', calls: 100, everyMs: 86_400_000 },
    { per: 'app', calls: 1_000, everyMs: 86_400_000 },
  ],
  refusal: (account) => (mayDo('read', readSettings(account).granted) ? null : cannotRead),
  measure: async (posts, _account, credentials, io) => {
    const ids = posts.map(({ remoteId }) => `&id=${encodeURIComponent(remoteId)}`).join('')
    const path = `/youtube/v3/videos:batchGetStats?part=statistics${ids}`
    const { items } = readObject(dialect, await callYoutube({ path }, readToken(credentials), io))
    const found = isArray(items) ? items.map(asObject) : []
    return posts.map(({ remoteId }) => {
      const item = found.find((one) => one?.id === remoteId)
      return item ? readFigures(asObject(item.statistics) ?? {}) : null
    })
  },
}

const cannotRead =
  'This channel was connected without the permission to see its videos. Connect it again to allow that.'

const members = { views: 'viewCount', likes: 'likeCount', comments: 'commentCount' } as const

/** A channel may hide its likes and comments: they are left out then. */
function readFigures(statistics: JsonObject): Measured {
  const entries = Object.entries(members).map(([figure, name]) => [figure, readCount(statistics[name])])
  return Object.fromEntries(entries.filter(([, count]) => count !== null)) satisfies Partial<
    Record<Figure, number>
  >
}

/** Counts are 64 bits long and come as texts. */
function readCount(json: Json | undefined): number | null {
  const text = textOf(json)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The playlists of the channel, and YouTube's categories. */
export const channelChoices: ChoicesPower = {
  power: 'choices',
  options: ['playlist_ids', 'category_id'],
  list: async (asked, io) => {
    const all = asked.option === 'category_id' ? listCategories(asked, io) : listPlaylists(asked, io)
    const words = asked.query.trim().toLowerCase()
    return (await all).filter(({ label }) => label.toLowerCase().includes(words))
  },
}

const mostPages = 4

async function listPlaylists({ credentials }: ChoicesRequest, io: ConnectIo): Promise<Choice[]> {
  const found: JsonObject[] = []
  let page: string | null = ''
  for (let read = 0; read < mostPages && page !== null; read++) {
    const query = { part: 'snippet,status', mine: 'true', maxResults: '50', ...(page && { pageToken: page }) }
    const { items, nextPage } = await listFromYoutube('playlists', query, readToken(credentials), io)
    found.push(...items)
    page = nextPage
  }
  return found.map((item) => {
    const title = textOf(asObject(item.snippet)?.title)
    return choiceOf(item, title, textOf(asObject(item.status)?.privacyStatus))
  })
}

// Categories hardly differ between countries, and one of them must be named.
const categories = { part: 'snippet', regionCode: 'US', hl: 'en' }

async function listCategories({ credentials }: ChoicesRequest, io: ConnectIo): Promise<Choice[]> {
  const { items } = await listFromYoutube('videoCategories', categories, readToken(credentials), io)
  const assignable = items.filter(({ snippet }) => asObject(snippet)?.assignable === true)
  return assignable.map((item) => choiceOf(item, textOf(asObject(item.snippet)?.title), null))
}

function choiceOf({ id }: JsonObject, title: string | null, detail: string | null): Choice {
  const value = textOf(id) ?? ''
  return { value, label: title ?? value, detail }
}
