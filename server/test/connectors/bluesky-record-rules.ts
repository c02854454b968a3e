import { isValidDid, isValidTid, isValidUri, parseLanguageString } from '@atproto/syntax'
import { countGraphemes } from '../../src/lib/graphemes.ts'
import type { Json, JsonObject } from '../../src/lib/json.ts'

/** What the fake server refuses in a post, by the rules of app.bsky.feed.post as the real one enforces them. */
export function findRecordFault(rkey: string, record: JsonObject, imageMaxBytes: number): string | null {
  const faults = [
    isValidTid(rkey) ? null : 'Invalid TID string',
    record.$type === 'app.bsky.feed.post' ? null : 'wrong $type',
    textFault(record.text),
    isDate(record.createdAt) ? null : 'Invalid createdAt',
    listFault(record.langs, 3, (lang) => typeof lang === 'string' && parseLanguageString(lang) !== null),
    listFault(record.facets, Number.POSITIVE_INFINITY, isFacet),
    labelsFault(record.labels),
    replyFault(record.reply),
    embedFault(record.embed, imageMaxBytes),
  ]
  return faults.find((fault) => fault !== null) ?? null
}

/** The blobs a record refers to. */
export function blobsOf(record: JsonObject): { cid: string; mimeType: Json; size: Json }[] {
  return itemsOf(objectOf(record.embed)?.images).flatMap((item) => {
    const image = objectOf(objectOf(item)?.image)
    const cid = objectOf(image?.ref)?.$link
    return typeof cid === 'string'
      ? [{ cid, mimeType: image?.mimeType ?? null, size: image?.size ?? null }]
      : []
  })
}

function textFault(text: Json | undefined): string | null {
  if (typeof text !== 'string') return 'text must be a string'
  if (Buffer.byteLength(text) > 3000) return 'string too big'
  return countGraphemes(text) > 300 ? 'grapheme too big' : null
}

function isDate(value: Json | undefined): boolean {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)
  )
}

function listFault(list: Json | undefined, max: number, isGood: (item: Json) => boolean): string | null {
  if (list === undefined) return null
  const items = itemsOf(list)
  if (!Array.isArray(list) || items.length > max) return 'array too big'
  return items.every(isGood) ? null : 'invalid item'
}

// Only the form: places beyond the text are accepted, as the real server does.
function isFacet(item: Json): boolean {
  const facet = objectOf(item)
  const index = objectOf(facet?.index)
  const isPlace = (place: Json | undefined) => Number.isInteger(place) && Number(place) >= 0
  return isPlace(index?.byteStart) && isPlace(index?.byteEnd) && itemsOf(facet?.features).every(isFeature)
}

function isFeature(item: Json): boolean {
  const feature = objectOf(item)
  const { tag } = feature ?? {}
  switch (feature?.$type) {
    case 'app.bsky.richtext.facet#link':
      return isValidUri(feature.uri)
    case 'app.bsky.richtext.facet#mention':
      return isValidDid(feature.did)
    case 'app.bsky.richtext.facet#tag':
      return typeof tag === 'string' && Buffer.byteLength(tag) <= 640 && countGraphemes(tag) <= 64
    default:
      return typeof feature?.$type === 'string'
  }
}

function labelsFault(labels: Json | undefined): string | null {
  if (labels === undefined) return null
  return listFault(objectOf(labels)?.values ?? null, 10, (value) => {
    const val = objectOf(value)?.val
    return typeof val === 'string' && Buffer.byteLength(val) <= 128
  })
}

function replyFault(reply: Json | undefined): string | null {
  if (reply === undefined) return null
  const refs = [objectOf(reply)?.root, objectOf(reply)?.parent].map((ref) => objectOf(ref))
  const isRef = (ref: JsonObject | null) =>
    String(ref?.uri).startsWith('at://did:') && /^baf[a-z2-7]{50,}$/.test(String(ref?.cid))
  return refs.every(isRef) ? null : 'Invalid CID string'
}

function embedFault(embed: Json | undefined, imageMaxBytes: number): string | null {
  if (embed === undefined) return null
  const images = objectOf(embed)
  if (images?.$type !== 'app.bsky.embed.images') return 'an embed of a type that is not known'
  return listFault(images.images, 4, (item) => isImage(objectOf(item), imageMaxBytes))
}

function isImage(image: JsonObject | null, maxBytes: number): boolean {
  const blob = objectOf(image?.image)
  const ratio = objectOf(image?.aspectRatio)
  const isSide = (side: Json | undefined) => Number.isInteger(side) && Number(side) >= 1
  return (
    typeof image?.alt === 'string' &&
    blob?.$type === 'blob' &&
    String(blob.mimeType).startsWith('image/') &&
    Number(blob.size) <= maxBytes &&
    (image.aspectRatio === undefined || (isSide(ratio?.width) && isSide(ratio?.height)))
  )
}

export function objectOf(json: Json | undefined): JsonObject | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonObject) : null
}

export function itemsOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? json : []
}
