import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import {
  type CommitStep,
  type ConnectIo,
  Failure,
  type MediaKind,
  type PublishedPost,
  type Step,
} from '../connector.ts'
import { earliestWithRoom, isMadeSince, isSameText, type PostsPage } from '../kit/match-own-posts.ts'
import { callVk, idOf, objectsIn, website } from './api.ts'
import { readArtefacts } from './artefacts.ts'

/** The most that VK lists at once: twice as many as a wall takes in a day. */
const listedAtOnce = 100

/** A post or a comment, as far as it can be told from others. */
interface OwnPost {
  readonly id: number
  readonly from: JsonObject
}

/** The place of a post, or of a comment below it. */
export interface Place {
  readonly ownerId: number
  readonly postId: number
  readonly commentId: number | null
}

/** A post is `-1_22`, and a comment below it `-1_22_5`. */
export function readPlace(remoteId: string): Place | null {
  const found = /^(-?[1-9]\d{0,14})_([1-9]\d{0,14})(?:_([1-9]\d{0,14}))?$/.exec(remoteId)
  if (!found) return null
  const [, owner, post, comment] = found
  return {
    ownerId: Number(owner),
    postId: Number(post),
    commentId: comment === undefined ? null : Number(comment),
  }
}

export function publishedAs(
  id: number,
  { account, part, replyTo }: Pick<Step, 'account' | 'part' | 'replyTo'>,
): PublishedPost {
  if (part !== 'first_comment') {
    const remoteId = `${account.externalId}_${id}`
    return { remoteId, url: `${website}/wall${remoteId}`, reference: null }
  }
  const parent = replyTo?.parent.remoteId ?? ''
  return { remoteId: `${parent}_${id}`, url: `${website}/wall${parent}?reply=${id}`, reference: null }
}

/**
 * The newest posts of the owner of the wall, or the newest comments below the post that ours answers.
 * Source: dev.vk.com/en/method/wall.get and /wall.getComments. @throws Failure unless all of the list can be read
 */
export async function listNewest(
  step: Pick<Step, 'account' | 'part' | 'replyTo'>,
  token: string,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; items: readonly OwnPost[] }> {
  const count = String(listedAtOnce)
  const place = readPlace(step.replyTo?.parent.remoteId ?? '')
  const isComment = step.part === 'first_comment'
  const { answer, response } =
    isComment && place !== null
      ? await callVk(
          'wall.getComments',
          {
            owner_id: String(place.ownerId),
            post_id: String(place.postId),
            sort: 'desc',
            preview_length: '0',
            count,
          },
          token,
          io,
        )
      : await callVk('wall.get', { owner_id: step.account.externalId, filter: 'owner', count }, token, io)
  const items = objectsIn(asObject(response)?.items).map((from) => {
    const id = idOf(from.id)
    // A part of a list shows nothing.
    if (id === null) throw new Failure('unavailable', 'VK did not show the posts of the wall.')
    return { id, from }
  })
  return { answer, items }
}

/** The posts that can be no others than ours. @throws Failure */
export async function findOurs(step: CommitStep, token: string, io: ConnectIo): Promise<PostsPage> {
  const { answer, items } = await listNewest(step, token, io)
  const earliest = earliestWithRoom(step.firstSentAt, answer, io.now())
  const ours = items.filter((item) => isOurs(item, step, earliest))
  return { isFull: items.length >= listedAtOnce, ours: ours.map(({ id }) => publishedAs(id, step)) }
}

/** It was not there before, is by the account, was made no earlier, and has our words and as many media of each kind. */
function isOurs(
  { id, from }: OwnPost,
  { account, part, draft, artefacts }: CommitStep,
  earliest: Date,
): boolean {
  const { media, seen } = readArtefacts(artefacts)
  const kinds = part === 'first_comment' ? [] : media.map(({ kind }) => typeOf[kind])
  return (
    !(seen ?? []).includes(id) &&
    String(from.from_id) === account.externalId &&
    isMadeSince(earliest, timeOf(from.date)) &&
    isTextOf(textOf(from.text) ?? '', draft.text) &&
    kinds.toSorted().join() === attachedTypes(from).toSorted().join()
  )
}

const typeOf: Readonly<Record<MediaKind, string>> = {
  image: 'photo',
  video: 'video',
  gif: 'doc',
  document: 'doc',
}

/** The media of a post. VK attaches the first link of a text by itself, so links do not count. */
function attachedTypes({ attachments }: JsonObject): string[] {
  const attached = attachments === undefined ? [] : objectsIn(attachments)
  return attached
    .flatMap(({ type }) => textOf(type) ?? [])
    .filter((type) => Object.values(typeOf).includes(type))
}

const signs: Readonly<Record<string, string>> = { amp: '&', gt: '>', lt: '<', quot: '"', '#39': "'" }

/** Whether a text that VK shows is the one that was sent. In some of its answers it writes the signs of HTML as entities. */
function isTextOf(shown: string, sent: string): boolean {
  const unescaped = shown.replace(/&(amp|gt|lt|quot|#39);/g, (entity, name: string) => signs[name] ?? entity)
  return [shown, unescaped].some((text) => isSameText(plainText(text), plainText(sent)))
}

/** VK writes mentions as `[club1|@harbour]`, whatever they were before. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\[[^[\]|\n]{1,200}\|([^[\]|\n]{1,200})\]/g, '$1')
    .replace(/[@*][\w.]{1,64} \(([^()\n]{1,200})\)/g, '$1')
}

function timeOf(seconds: Json | undefined): string | null {
  const at = new Date((Number.isSafeInteger(seconds) ? Number(seconds) : Number.NaN) * 1_000)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
