import type { Json, JsonObject } from '../../lib/json/json.ts'
import { textOf } from '../../lib/json/json.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { type Draft, type DraftMedia, Failure, type Io } from '../connector.ts'
import { quoteAnswer } from '../kit/json-api.ts'
import type { ContainerNetwork, ContainerState } from '../kit/media/container.ts'
import { type Access, callInstagram, isUnseen, pathOf, refusals } from './api.ts'
import { formOf, readChoices, type UserTag } from './options.ts'

const minuteMs = 60_000

/** A container lives for 24 hours. Long reels take up to a quarter of an hour. */
export function containerNetwork(access: Access, describe: () => Promise<JsonObject>): ContainerNetwork {
  return {
    create: async () => createContainer(access, await describe()),
    read: (id) => readContainer(access, id),
    freshForMs: 20 * 60 * minuteMs,
    patienceMs: 25 * minuteMs,
    mostFailed: 3,
  }
}

async function createContainer(access: Access, json: JsonObject): Promise<string> {
  const id = textOf((await callInstagram(access, { path: `${access.home}/media`, json })).id)
  if (id !== null) return id
  throw new Failure('unavailable', 'Instagram did not say under which id it keeps the post.')
}

/** @throws Failure when the state is missing or unknown */
export async function readContainer(access: Access, id: string): Promise<ContainerState> {
  const query = { fields: 'status_code,status' }
  const body = await callInstagram(access, { path: pathOf(id), query }).catch((error: unknown) => {
    if (isUnseen(error)) return null
    throw error
  })
  switch (body?.status_code ?? 'GONE') {
    case 'IN_PROGRESS':
      return { state: 'in_progress', againInMs: null }
    case 'FINISHED':
      return { state: 'finished' }
    case 'PUBLISHED':
      return { state: 'published', post: null }
    case 'EXPIRED':
      return { state: 'expired' }
    case 'ERROR':
      return readError(textOf(body?.status) ?? '')
    case 'GONE':
      return { state: 'gone' }
    default:
      throw new Failure('unavailable', 'Instagram does not say how far it is with the post.')
  }
}

/** The status of a failed container names a subcode in its words, such as `Error: … 2207026`. */
function readError(status: string): ContainerState {
  const subcode = /\b2207\d{3}\b/.exec(status)?.[0] ?? null
  const row = refusals.find(({ codes }) => subcode !== null && codes.includes(`/${subcode}`))
  const isLasting = row?.kind === 'invalid' || row?.kind === 'account_blocked'
  const text = row?.text ?? 'Instagram could not process the post.'
  const kind = isLasting && row ? row.kind : 'unavailable'
  const failure = new Failure(kind, quoteAnswer(text, cleanLine(status), []), { platformCode: subcode })
  return { state: 'error', failure, isLasting }
}

/** The medium of a draft as it is sent, and its addresses. */
export interface SentMedium {
  readonly medium: DraftMedia
  readonly urlOf: Io['media']['publicUrl']
}

/** One medium of a carousel. People are tagged on its first. */
export async function describeChild(
  { medium, urlOf }: SentMedium,
  index: number,
  draft: Draft,
): Promise<JsonObject> {
  const tags = index === 0 ? readChoices(draft.options).userTags : []
  const shown = await addressOf(medium, urlOf)
  const type: JsonObject = medium.kind === 'image' ? {} : { media_type: 'VIDEO' }
  return { ...type, ...shown, is_carousel_item: true, ...altTextOf(medium), ...tagsOf(tags, medium) }
}

export function describeCarousel(children: readonly string[], draft: Draft): JsonObject {
  return { media_type: 'CAROUSEL', children, ...captionOf(draft), ...collaboratorsOf(draft) }
}

/** A post of one medium. `cover` is the picture for a reel. */
export async function describeSingle(
  sent: SentMedium,
  cover: DraftMedia | null,
  draft: Draft,
): Promise<JsonObject> {
  const { medium, urlOf } = sent
  const { userTags } = readChoices(draft.options)
  const shown = await addressOf(medium, urlOf)
  switch (formOf(draft)) {
    case 'story':
      return { media_type: 'STORIES', ...shown, ...tagsOf(userTags, medium) }
    case 'reel':
      return {
        media_type: 'REELS',
        ...shown,
        ...(await reelOf(draft, cover, urlOf)),
        ...captionOf(draft),
        ...tagsOf(userTags, medium),
        ...collaboratorsOf(draft),
      }
    default:
      return {
        ...shown,
        ...altTextOf(medium),
        ...captionOf(draft),
        ...tagsOf(userTags, medium),
        ...collaboratorsOf(draft),
      }
  }
}

async function reelOf(
  { options }: Draft,
  cover: DraftMedia | null,
  urlOf: SentMedium['urlOf'],
): Promise<JsonObject> {
  const { placement, videoCoverTimestampMs, isTrialReel, trialGraduation } = readChoices(options)
  const place: JsonObject = isTrialReel
    ? { trial_params: { graduation_strategy: trialGraduation ?? 'MANUAL' } }
    : { share_to_feed: placement !== 'reels' }
  if (cover) return { ...place, cover_url: await urlOf(cover.id) }
  return videoCoverTimestampMs === null ? place : { ...place, thumb_offset: String(videoCoverTimestampMs) }
}

async function addressOf({ id, kind }: DraftMedia, urlOf: SentMedium['urlOf']): Promise<JsonObject> {
  return { [kind === 'image' ? 'image_url' : 'video_url']: await urlOf(id) }
}

function captionOf({ text }: Draft): JsonObject {
  return text === '' ? {} : { caption: text.toWellFormed() }
}

function altTextOf({ kind, altText }: DraftMedia): JsonObject {
  return kind !== 'image' || altText === '' ? {} : { alt_text: altText.toWellFormed() }
}

function collaboratorsOf({ options }: Draft): JsonObject {
  const { collaborators } = readChoices(options)
  return collaborators.length === 0 ? {} : { collaborators }
}

/** On a picture a tag needs a place, which is its middle unless somebody chose one; on a video it has none. */
function tagsOf(tags: readonly UserTag[], { kind }: DraftMedia): JsonObject {
  if (tags.length === 0) return {}
  const middle = 0.5
  const tagged: Json = tags.map(({ username, x, y }) =>
    kind === 'image' ? { username, x: x ?? middle, y: y ?? middle } : { username },
  )
  return { user_tags: tagged }
}
