import type { Json, JsonObject } from '../../lib/json.ts'
import type { CommitRequest, PublishedPost, Step } from '../connector.ts'
import { asObject, isArray, textOf, toRequest } from './api.ts'
import { readTexts } from './check.ts'
import { makeFacets } from './facets.ts'
import { readSettings } from './settings.ts'

export const collection = 'app.bsky.feed.post'

/** What `prepare` finds out and uploads, as it is stored between its calls. */
export interface Artefacts {
  /** The post's own key at the network: the same key again is the same post. */
  readonly rkey: string
  readonly createdAt: string
  /** Who is mentioned, by handle in lower case; handles nobody has are left out. */
  readonly dids: Readonly<Record<string, string>>
  /** As many as are uploaded already, in the order of the draft's media. */
  readonly images: readonly UploadedImage[]
}

export interface UploadedImage {
  readonly mediaId: string
  /** The server's reference to the bytes. */
  readonly blob: JsonObject
  readonly width: number
  readonly height: number
  readonly uploadedAt: string
}

/** The one request that makes a post: writes the record at its key, if nothing stands there. Pure. */
export function compose(step: Step): CommitRequest {
  const artefacts = readArtefacts(step.artefacts)
  if (!artefacts || artefacts.images.length !== step.draft.media.length)
    throw new Error('This post is composed before it is prepared.')
  const { service, did } = readSettings(step.account)
  const input = {
    repo: did,
    collection,
    rkey: artefacts.rkey,
    swapRecord: null,
    record: makeRecord(step, artefacts),
  }
  const { method: _, body: __, ...rest } = toRequest({ service, method: 'com.atproto.repo.putRecord', input })
  return { method: 'POST', ...rest, body: JSON.stringify(input) }
}

/** The record itself, the same for the same step. */
function makeRecord(step: Step, artefacts: Artefacts): JsonObject {
  const { draft, replyTo } = step
  const text = wordsOf(step)
  const facets = makeFacets(text, artefacts.dids)
  const langs = readTexts(draft, 'langs')
  const labels = readTexts(draft, 'labels')
  return {
    $type: collection,
    text,
    createdAt: artefacts.createdAt,
    ...(langs.length === 0 ? {} : { langs }),
    ...(facets.length === 0 ? {} : { facets }),
    ...(draft.media.length === 0 ? {} : { embed: makeImages(step, artefacts) }),
    ...(replyTo === null ? {} : { reply: { root: makeRef(replyTo.root), parent: makeRef(replyTo.parent) } }),
    ...(labels.length === 0
      ? {}
      : { labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) } }),
  }
}

/** The text as it can be stored: half of a surrogate pair has no UTF-8 form. */
export function wordsOf(step: Step): string {
  return step.draft.text.toWellFormed()
}

function makeImages(step: Step, artefacts: Artefacts): JsonObject {
  const images = artefacts.images.map(({ blob, width, height }, index) => ({
    alt: step.draft.media[index]?.altText.toWellFormed() ?? '',
    image: blob,
    aspectRatio: { width, height },
  }))
  return { $type: 'app.bsky.embed.images', images }
}

function makeRef({ remoteId, reference }: PublishedPost): JsonObject {
  const cid = textOf(asObject(reference)?.cid)
  if (cid === null) throw new Error('A post can be answered only by its content id.')
  return { uri: remoteId, cid }
}

export function writeArtefacts({ rkey, createdAt, dids, images }: Artefacts): JsonObject {
  return {
    rkey,
    created_at: createdAt,
    dids,
    images: images.map(({ mediaId, blob, width, height, uploadedAt }) => ({
      media_id: mediaId,
      blob,
      width,
      height,
      uploaded_at: uploadedAt,
    })),
  }
}

/** What was stored; null at first. */
export function readArtefacts(stored: JsonObject): Artefacts | null {
  const rkey = textOf(stored.rkey)
  const createdAt = textOf(stored.created_at)
  if (rkey === null || createdAt === null) return null
  const dids = Object.entries(asObject(stored.dids) ?? {}).flatMap(([handle, did]) =>
    typeof did === 'string' ? [[handle, did] as const] : [],
  )
  const images = stored.images !== undefined && isArray(stored.images) ? stored.images.map(readImage) : []
  return { rkey, createdAt, dids: Object.fromEntries(dids), images }
}

function readImage(stored: Json): UploadedImage {
  const image = asObject(stored)
  const blob = asObject(image?.blob)
  const mediaId = textOf(image?.media_id)
  const uploadedAt = textOf(image?.uploaded_at)
  const width = image?.width
  const height = image?.height
  if (
    !blob ||
    mediaId === null ||
    uploadedAt === null ||
    typeof width !== 'number' ||
    typeof height !== 'number'
  )
    throw new Error('An uploaded picture was stored incompletely.')
  return { mediaId, blob, width, height, uploadedAt }
}
