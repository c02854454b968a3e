import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Choice,
  type ChoicesPower,
  type ConnectIo,
  Failure,
  type Figure,
  type Measured,
  type MeasurePower,
  type MediaProofPower,
  type PublishedPost,
} from '../connector.ts'
import { callTiktok } from './api.ts'
import { readApp } from './app.ts'
import { readCreator } from './creator.ts'
import { isPostId } from './own-posts.ts'
import { type Privacy, privacyNames } from './privacies.ts'
import { mayDo, readSettings, readToken } from './settings.ts'

/** Who can see a post: what TikTok offers to the account at this moment. An app without an audit posts for oneself alone. */
export const privacyChoices: ChoicesPower = {
  power: 'choices',
  options: ['privacy_status'],
  list: async ({ query, credentials }, io) => {
    const [{ privacies }, { audit }] = [await readCreator(readToken(credentials), io), await readApp(io)]
    const words = query.trim().toLowerCase()
    return privacies
      .filter((privacy) => audit !== 'none' || privacy === 'private')
      .map(choiceOf)
      .filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(words))
  },
}

function choiceOf(privacy: Privacy): Choice {
  return { value: privacy, label: String(privacyNames[privacy]), detail: null }
}

/** Source: developers.tiktok.com/doc/tiktok-api-v2-video-query. It may be called 600 times a minute. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments', 'shares'],
  most: 20,
  rates: [{ per: 'account', calls: 60, everyMs: 3_600_000 }],
  refusal: (account) => (mayDo('list', readSettings(account).granted) ? null : cannotRead),
  measure: async (posts, _account, credentials, io) => {
    const ids = posts.map(({ remoteId }) => remoteId).filter(isPostId)
    const found = ids.length === 0 ? [] : await readPosts(ids, readToken(credentials), io)
    return posts.map((post) => figuresOf(post, found))
  },
}

const cannotRead =
  'This account was connected without the permission to see its videos. Connect it again to allow that.'

async function readPosts(ids: readonly string[], token: string, io: ConnectIo): Promise<JsonObject[]> {
  const query = { fields: 'id,view_count,like_count,comment_count,share_count' }
  const json = { filters: { video_ids: [...ids] } }
  const { videos } = await callTiktok({ path: '/v2/video/query/', query, json }, token, io)
  return isArray(videos) ? videos.map(asObject).filter((video) => video !== null) : []
}

/**
 * Null for a video that is gone. Whether photos are told of at all is not documented, and posts that are not public are not: of
 * these nothing is known.
 */
function figuresOf({ remoteId, url }: PublishedPost, found: readonly JsonObject[]): Measured | null {
  const video = found.find(({ id }) => textOf(id) === remoteId)
  if (video) return readFigures(video)
  return isPostId(remoteId) && url.includes('/video/') ? null : {}
}

const members = {
  views: 'view_count',
  likes: 'like_count',
  comments: 'comment_count',
  shares: 'share_count',
} as const

function readFigures(video: JsonObject): Measured {
  const entries = Object.entries(members).map(([figure, name]) => [figure, countOf(video[name])])
  return Object.fromEntries(entries.filter(([, count]) => count !== null)) satisfies Partial<
    Record<Figure, number>
  >
}

function countOf(json: Json | undefined): number | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : null
}

/**
 * The file by which TikTok knows that the addresses of photos are ours. Domains can also be verified by a record of their names,
 * without it. Source: developers.tiktok.com/doc/content-posting-api-media-transfer-guide.
 */
export const photoProof: MediaProofPower = {
  power: 'media_proof',
  read: async (name, io) => {
    try {
      const { proofName, proofText } = await readApp(io)
      return name === proofName ? proofText : null
    } catch (error) {
      if (error instanceof Failure) return null
      throw error
    }
  },
}
