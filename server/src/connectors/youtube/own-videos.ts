import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { CommitStep, Draft, Io, PublishedPost, Settled } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { earliestTime, isMadeSince, isSameText, matchOwnPosts } from '../kit/match-own-posts.ts'
import { callYoutube, dialect } from './api.ts'
import { titleOf } from './options.ts'
import { readSettings, readToken } from './settings.ts'

/** The account's newest uploads, as many as one call shows, beside which ours is looked for by its words and its time. */
export function findUploaded(step: CommitStep, io: Io): Promise<Settled> {
  const list = async () => ({ isFull: false, ours: await listOurs(step, io) })
  return matchOwnPosts({ list, before: null })
}

async function listOurs(step: CommitStep, io: Io): Promise<PublishedPost[]> {
  const { uploads } = readSettings(step.account)
  const query = { part: 'snippet', playlistId: uploads, maxResults: '50' }
  const path = '/youtube/v3/playlistItems'
  const answer = await callYoutube({ path, query }, readToken(io.credentials), io)
  const earliest = earliestTime(step.firstSentAt, answer, io.now())
  return snippetsOf(answer)
    .filter((snippet) => isOurs(snippet, step.draft, earliest))
    .map((snippet) => postOf(textOf(asObject(snippet.resourceId)?.videoId) ?? '', step.draft))
}

function snippetsOf(answer: OutboundAnswer): JsonObject[] {
  const { items } = readObject(dialect, answer)
  const snippets = isArray(items) ? items.map((item) => asObject(asObject(item)?.snippet)) : []
  return snippets.filter((snippet) => snippet !== null)
}

function isOurs(snippet: JsonObject, draft: Draft, earliest: Date): boolean {
  const hasOurText = isSameText(textOf(snippet.title), titleOf(draft))
  const isDescribed = isSameText(textOf(snippet.description), draft.text)
  return hasOurText && isDescribed && isMadeSince(earliest, textOf(snippet.publishedAt))
}

// YouTube takes a square or upright video of up to three minutes for a Short (support.google.com/youtube/answer/15424877).
const longestShortMs = 180_000

/** Whether YouTube will show the video as a Short, as far as its shape is known. */
export function isShort({ media: [video] }: Pick<Draft, 'media'>): boolean {
  const { width = null, height = null, durationMs = null } = video ?? {}
  if (width === null || height === null || durationMs === null) return false
  return width <= height && durationMs <= longestShortMs
}

export function postOf(videoId: string, draft: Draft): PublishedPost {
  const path = isShort(draft) ? `shorts/${videoId}` : `watch?v=${videoId}`
  return { remoteId: videoId, url: `https://www.youtube.com/${path}`, reference: null }
}
