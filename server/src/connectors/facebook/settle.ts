import { asObject, isArray, isObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep, Io, PublishedPost, Settled } from '../connector.ts'
import {
  earliestTime,
  isMadeSince,
  isSameText,
  matchOwnPosts,
  type PostsPage,
} from '../kit/match-own-posts.ts'
import { type ContainerState, settleContainer } from '../kit/media/container.ts'
import { callerOf, isMissing, site } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { postOf } from './commit.ts'
import { isVideo, type Kind, kindOf } from './options.ts'
import { isHidden, listOwnPosts } from './own-posts.ts'
import { readVideo } from './video.ts'
import { stateOfVideo } from './video-state.ts'

/** Finds out what became of a commit, by reading alone. @throws Failure */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const kind = kindOf(step.draft)
  if (step.part !== 'first_comment' && isVideo(kind)) return settleVideo(kind, step, io)
  try {
    return await matchOwnPosts({ list: () => listOurs(step, io), before: null })
  } catch (error) {
    if (isHidden(error, step)) return { outcome: 'not_found' }
    throw error
  }
}

/**
 * Reads the video, which was known before it was published and is in one post at most. Once Facebook has accepted the
 * commit, one that is not published yet is waited for.
 */
async function settleVideo(kind: Kind, step: CommitStep, io: Io): Promise<Settled> {
  const { video } = readArtefacts(step.artefacts)
  if (!video) throw new Error('This post was sent without its video.')
  const caller = await callerOf(io.credentials, io)
  const read = async (id: string): Promise<ContainerState> => {
    try {
      return readState(kind, await readVideo(id, caller, io), step, id)
    } catch (error) {
      if (isMissing(error)) return { state: 'gone' }
      throw error
    }
  }
  const settled = await settleContainer(video, step.looks, { read })
  if (step.ref !== null && settled.outcome === 'repeat') return { outcome: 'pending', againInMs: 10_000 }
  return settled
}

/** Where the phases and `published` contradict each other, only an accepted commit proves that the video is public. */
function readState(kind: Kind, body: JsonObject, step: CommitStep, id: string): ContainerState {
  const found = stateOfVideo(body)
  const isDoubtful = found.state === 'finished' && body.published === true
  if (found.state === 'published' || (isDoubtful && step.ref !== null))
    return { state: 'published', post: videoPost(kind, body, step, id) }
  return isDoubtful ? { state: 'gone' } : found
}

/** A reel and a video are known by the id of the video, a story by that of its post. */
function videoPost(kind: Kind, body: JsonObject, { ref }: CommitStep, id: string): PublishedPost {
  const postId = textOf(body.post_id) ?? (ref === id ? null : ref)
  if (kind === 'video_story') return postOf(postId ?? id)
  // Facebook gives it without its origin.
  const url = URL.parse(textOf(body.permalink_url) ?? `/${id}`, site)?.href ?? site
  return { remoteId: id, url, reference: { post_id: postId } }
}

/** Lists what has been published since some time before the first send, because our clock may be ahead of Facebook’s. */
async function listOurs(step: CommitStep, io: Io): Promise<PostsPage> {
  const caller = await callerOf(io.credentials, io)
  const since = new Date(step.firstSentAt.getTime() - slackMs)
  const { answer, items } = await listOwnPosts(step, since, caller, io)
  const sent = {
    earliest: earliestTime(step.firstSentAt, answer, io.now()),
    appId: textOf((await io.app()).client_id),
  }
  const ours = items.filter((item) => isOurs(item, step, sent))
  const ids = ours.map((item) => textOf(item.id) ?? textOf(item.post_id))
  return { isFull: false, ours: ids.flatMap((id) => (id === null ? [] : [postOf(id)])) }
}

const slackMs = 10 * 60_000

interface Sent {
  readonly earliest: Date
  readonly appId: string | null
}

/**
 * Photos are in one post only, so they alone identify our post. Without photos the words, the time and the app that
 * posted it must match, and it must not have been there before.
 */
function isOurs(item: JsonObject, step: CommitStep, { earliest, appId }: Sent): boolean {
  const { photos, seen } = readArtefacts(step.artefacts)
  const isComment = step.part === 'first_comment'
  if (!isComment && kindOf(step.draft) === 'photo_story') return textOf(item.media_id) === photos[0]?.id
  if (seen.includes(textOf(item.id) ?? '')) return false
  const media = isComment ? [] : shownMedia(item)
  if (photos.length > 0) {
    const shown = media.map(({ target }) => textOf(asObject(target)?.id))
    return shown.length === photos.length && photos.every(({ id }) => shown.includes(id))
  }
  const author = asObject(isComment ? item.from : item.application)
  const isByUs = author === null || textOf(author.id) === (isComment ? step.account.externalId : appId)
  const hasOurText = isSameText(textOf(item.message), step.draft.text.toWellFormed())
  return media.length === 0 && isByUs && hasOurText && isMadeSince(earliest, textOf(item.created_time))
}

/** The photos and videos of a post; the preview of a link is none. */
function shownMedia({ attachments }: JsonObject): JsonObject[] {
  return listIn(attachments)
    .flatMap((each) => (each.subattachments ? listIn(each.subattachments) : [each]))
    .filter(({ media_type: type }) => type === 'photo' || type === 'video')
}

function listIn(json: JsonObject[string] | undefined): JsonObject[] {
  const data = asObject(json)?.data
  return isArray(data) ? data.filter(isObject) : []
}
