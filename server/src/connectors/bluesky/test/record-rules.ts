import { isValidAtUri, isValidDid, isValidTid, isValidUri, parseLanguageString } from '@atproto/syntax'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { countGraphemes } from '../../../lib/text/graphemes.ts'

/** The reason to refuse a record, by the rules of its kind as the real server enforces them; null if there is none. */
export function findRecordFault(
  collection: string,
  rkey: string,
  record: JsonObject,
  imageMaxBytes: number,
): string | null {
  const faults = [
    isValidTid(rkey) ? null : 'Invalid TID string',
    record.$type === collection ? null : 'wrong $type',
    isDate(record.createdAt) ? null : 'Invalid createdAt',
    ...(collection === 'app.bsky.feed.threadgate' ? gateFaults(record) : postFaults(record, imageMaxBytes)),
  ]
  return faults.find((fault) => fault !== null) ?? null
}

function postFaults(record: JsonObject, imageMaxBytes: number): (string | null)[] {
  return [
    record.$type === 'app.bsky.feed.post' ? null : 'a record of a type that is not known',
    textFault(record.text),
    listFault(record.langs, 3, (lang) => typeof lang === 'string' && parseLanguageString(lang) !== null),
    listFault(record.facets, Number.POSITIVE_INFINITY, isFacet),
    labelsFault(record.labels),
    replyFault(record.reply),
    embedFault(record.embed, imageMaxBytes),
  ]
}

function gateFaults({ post, allow }: JsonObject): (string | null)[] {
  const isRule = (item: Json) => typeof objectOf(item)?.$type === 'string'
  return [isValidAtUri(String(post)) ? null : 'Invalid at-uri', listFault(allow, 5, isRule)]
}

/** The blobs a record refers to, wherever. */
export function blobsOf(json: Json | undefined): { cid: string; mimeType: Json; size: Json }[] {
  if (Array.isArray(json)) return json.flatMap(blobsOf)
  const object = objectOf(json)
  if (object?.$type !== 'blob') return Object.values(object ?? {}).flatMap(blobsOf)
  const cid = objectOf(object.ref)?.$link
  return typeof cid === 'string'
    ? [{ cid, mimeType: object.mimeType ?? null, size: object.size ?? null }]
    : []
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
  return isRef(objectOf(reply)?.root) && isRef(objectOf(reply)?.parent) ? null : 'Invalid CID string'
}

function isRef(json: Json | undefined): boolean {
  const ref = objectOf(json)
  return isValidAtUri(String(ref?.uri)) && /^baf[a-z2-7]{50,}$/.test(String(ref?.cid))
}

function embedFault(embed: Json | undefined, imageMaxBytes: number): string | null {
  if (embed === undefined) return null
  const shown = objectOf(embed)
  switch (shown?.$type) {
    case 'app.bsky.embed.record':
      return isRef(shown.record) ? null : 'Invalid CID string'
    case 'app.bsky.embed.recordWithMedia': {
      const isQuote = isRef(objectOf(shown.record)?.record)
      return isQuote ? mediaFault(objectOf(shown.media), imageMaxBytes) : 'Invalid CID string'
    }
    default:
      return mediaFault(shown, imageMaxBytes)
  }
}

function mediaFault(media: JsonObject | null, imageMaxBytes: number): string | null {
  switch (media?.$type) {
    case 'app.bsky.embed.images':
      return listFault(media.images, 4, (item) => isImage(objectOf(item), imageMaxBytes))
    case 'app.bsky.embed.video':
      return isBlob(media.video, 'video/mp4', 300_000_000) && isRatio(media.aspectRatio)
        ? null
        : 'Invalid video'
    case 'app.bsky.embed.external': {
      const { uri, title, description, thumb } = objectOf(media.external) ?? {}
      const isText = typeof title === 'string' && typeof description === 'string'
      const isThumb = thumb === undefined || isBlob(thumb, 'image/', 1_000_000)
      return isValidUri(uri) && isText && isThumb ? null : 'Invalid external'
    }
    default:
      return 'an embed of a type that is not known'
  }
}

function isImage(image: JsonObject | null, maxBytes: number): boolean {
  return (
    typeof image?.alt === 'string' && isBlob(image.image, 'image/', maxBytes) && isRatio(image.aspectRatio)
  )
}

function isBlob(json: Json | undefined, type: string, maxBytes: number): boolean {
  const blob = objectOf(json)
  return blob?.$type === 'blob' && String(blob.mimeType).startsWith(type) && Number(blob.size) <= maxBytes
}

function isRatio(json: Json | undefined): boolean {
  const ratio = objectOf(json)
  const isSide = (side: Json | undefined) => Number.isInteger(side) && Number(side) >= 1
  return json === undefined || (isSide(ratio?.width) && isSide(ratio?.height))
}

export function objectOf(json: Json | undefined): JsonObject | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as JsonObject) : null
}

export function itemsOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? json : []
}
