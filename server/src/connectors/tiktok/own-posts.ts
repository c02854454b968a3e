import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Account, CommitStep, Draft, Io, PublishedPost, Settled } from '../connector.ts'
import { earliestTime, isMadeSince, isSameText, matchOwnPosts } from '../kit/match-own-posts.ts'
import { askTiktok, mustSucceed } from './api.ts'
import { isVideo, privacyOfDraft, readChoices } from './options.ts'
import { mayDo, profileUrlOf, readSettings, readToken } from './settings.ts'

/** Whether a post could be found among the account's own: TikTok lists public ones alone, with their words. */
export function canFind(account: Account, draft: Draft): boolean {
  const isListed = mayDo('list', readSettings(account).granted) && privacyOfDraft(draft) === 'public'
  return isListed && wordsOf(draft).length > 0
}

/** The words that a list may show of a post. Which of them it shows of photos is not documented. */
function wordsOf(draft: Draft): string[] {
  const { title } = readChoices(draft)
  const words = isVideo(draft) ? [draft.text] : [title ?? '', draft.text, `${title ?? ''} ${draft.text}`]
  return words.filter((each) => each.trim() !== '')
}

/** The account's newest public posts, among which ours is looked for by its words and its time. @throws Failure */
export async function findPosted(step: CommitStep, io: Io): Promise<Settled> {
  if (!canFind(step.account, step.draft)) return { outcome: 'not_found' }
  const list = async () => ({ isFull: false, ours: await listOurs(step, io) })
  return matchOwnPosts({ list, before: null })
}

const mostListed = 20

/** Source: developers.tiktok.com/doc/tiktok-api-v2-video-list. */
async function listOurs(step: CommitStep, io: Io): Promise<PublishedPost[]> {
  const token = readToken(io.credentials)
  const query = { fields: 'id,title,create_time,share_url' }
  const call = { path: '/v2/video/list/', query, json: { max_count: mostListed } }
  const answer = await askTiktok(call, token, io)
  const { videos } = mustSucceed(answer, token, io)
  const earliest = earliestTime(step.firstSentAt, answer, io.now())
  const listed = isArray(videos) ? videos.map(asObject).filter((video) => video !== null) : []
  return listed.filter((video) => isOurs(video, step.draft, earliest)).map((video) => postOf(video, step))
}

function isOurs(video: JsonObject, draft: Draft, earliest: Date): boolean {
  const title = textOf(video.title)
  const isSaid = wordsOf(draft).some((words) => isSameText(title, words))
  return isSaid && idOf(video) !== null && isMadeSince(earliest, timeOf(video))
}

/** Whole seconds since 1970, as ISO 8601. */
function timeOf({ create_time: seconds }: JsonObject): string | null {
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds < 1e11
  return isTime ? new Date(Math.floor(seconds) * 1_000).toISOString() : null
}

function idOf({ id }: JsonObject): string | null {
  const text = textOf(id)
  return text !== null && isPostId(text) ? text : null
}

/** Whether an id is that of a public post, and not the one under which a post was begun. */
export function isPostId(id: string): boolean {
  return /^\d{1,20}$/.test(id)
}

function postOf(video: JsonObject, step: CommitStep): PublishedPost {
  const remoteId = idOf(video) ?? ''
  const url = readWebAddress(textOf(video.share_url)) ?? postUrlOf(remoteId, step)
  return { remoteId, url, reference: null }
}

/** The address of a public post; that of TikTok itself where the name in it is not known. */
export function postUrlOf(postId: string, { account, draft }: Pick<CommitStep, 'account' | 'draft'>): string {
  const { handle } = readSettings(account)
  if (handle === null) return profileUrlOf(null)
  return `${profileUrlOf(handle)}/${isVideo(draft) ? 'video' : 'photo'}/${postId}`
}
