import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep, Io, PublishedPost, Settled } from '../connector.ts'
import { earliestTime, isSameText, matchOwnPosts } from '../kit/match-own-posts.ts'
import { askTiktok, mustSucceed } from './api.ts'
import { isVideo, privacyOfDraft } from './options.ts'
import { mayDo, profileUrlOf, readSettings, readToken } from './settings.ts'

/**
 * Looks for a video whose id TikTok has forgotten among the account's newest public ones, by its words and its time. Whether
 * photos are listed, and with which words, is not documented, and other posts are not: of these nothing can be found.
 * @throws Failure
 */
export async function findPosted(step: CommitStep, io: Io): Promise<Settled> {
  const { account, draft } = step
  const isListed = isVideo(draft) && privacyOfDraft(draft) === 'public' && draft.text.trim() !== ''
  if (!isListed || !mayDo('list', readSettings(account).granted)) return { outcome: 'not_found' }
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
  return listed.filter((video) => isOurs(video, step, earliest)).map((video) => postOf(video, step))
}

/** Times are whole seconds. One of the second in which ours was sent may be of another video with the same words. */
function isOurs(video: JsonObject, { draft }: CommitStep, earliest: Date): boolean {
  const { create_time: seconds } = video
  const isLater = typeof seconds === 'number' && seconds > Math.floor(earliest.getTime() / 1_000)
  return isLater && idOf(video) !== null && isSameText(textOf(video.title), draft.text)
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
