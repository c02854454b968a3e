import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep, Io, PublishedPost, Settled } from '../connector.ts'
import { earliestTime, isMadeSince, isSameText, matchOwnPosts } from '../kit/match-own-posts.ts'
import { readArtefacts } from './artefacts.ts'
import { toLittleText, wordsOf } from './little-text.ts'
import {
  canList,
  describeComment,
  describePost,
  type Listed,
  listedAtOnce,
  readComments,
  readPosts,
  urnOf,
} from './own-posts.ts'
import { isGranted, readCredentials } from './settings.ts'

/**
 * Looks for our post among those of a page, and claims nothing where none matches. The posts of a person cannot be read.
 * A post that LinkedIn named as the same is shown to a person: it may be ours, older, or gone. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const { accessToken } = readCredentials(io.credentials)
  const found = step.replyTo
    ? await findComment(step, step.replyTo.parent.remoteId, accessToken, io)
    : await findPost(step, accessToken, io)
  if (found.outcome !== 'not_found' || step.ref === null) return found
  return { outcome: 'several', posts: [describePost(step.ref)] }
}

async function findPost(step: CommitStep, token: string, io: Io): Promise<Settled> {
  if (!canList(step.account)) return { outcome: 'not_found' }
  return match(await readPosts(step.account, token, io), step, io, (post, earliest) => {
    const urn = urnOf(post.id)
    return urn !== null && isOurs(post, step, earliest) ? describePost(urn) : null
  })
}

async function findComment(step: CommitStep, postUrn: string, token: string, io: Io): Promise<Settled> {
  if (!canList(step.account) || !isGranted(step.account, 'r_organization_social_feed'))
    return { outcome: 'not_found' }
  return match(await readComments(postUrn, token, io), step, io, (comment, earliest) => {
    const { actor, message, created } = comment
    const isOurComment =
      actor === step.account.externalId &&
      isSameText(textOf(asObject(message)?.text), step.draft.text.toWellFormed()) &&
      isMadeSince(earliest, timeOf(asObject(created)?.time))
    return isOurComment ? describeComment(postUrn, comment, null) : null
  })
}

/** LinkedIn has no list of what came after a post, so the newest are all that is looked at. */
function match(
  { answer, found }: Listed,
  { firstSentAt }: CommitStep,
  io: Io,
  read: (one: JsonObject, earliest: Date) => PublishedPost | null,
): Promise<Settled> {
  const earliest = earliestTime(firstSentAt, answer, io.now())
  const ours = found.map((one) => read(one, earliest)).filter((post) => post !== null)
  return matchOwnPosts({
    list: async () => ({ isFull: found.length >= listedAtOnce, ours }),
    before: null,
  })
}

/** Media were uploaded for this post alone, so they identify it. Without media it is the words and the time. */
function isOurs(post: JsonObject, { draft, artefacts }: CommitStep, earliest: Date): boolean {
  const { seen, media } = readArtefacts(artefacts)
  if (seen.includes(textOf(post.id) ?? '')) return false
  const shown = mediaOf(asObject(post.content))
  if (shown.length !== media.length) return false
  if (media.length > 0) return media.every(({ urn }, index) => urn === shown[index])
  const written = toLittleText(draft.text.toWellFormed())
  const hasOurText = isSameText(wordsOf(textOf(post.commentary) ?? ''), wordsOf(written))
  return hasOurText && isMadeSince(earliest, timeOf(post.createdAt))
}

function mediaOf(content: JsonObject | null): (string | null)[] {
  const images = asObject(content?.multiImage)?.images
  if (isArray(images)) return images.map((image) => textOf(asObject(image)?.id))
  const id = textOf(asObject(content?.media)?.id)
  return id === null ? [] : [id]
}

/** Milliseconds since 1970 as a time of ISO 8601. */
function timeOf(value: Json | undefined): string | null {
  const isTime = typeof value === 'number' && Math.abs(value) <= 8.64e15
  return isTime ? new Date(value).toISOString() : null
}
