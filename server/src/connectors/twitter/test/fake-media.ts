import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { invalid, type Medium, newId, only, problem, readJson, type World } from './fake-state.ts'

const mebibyte = 1024 * 1024
const most: Readonly<Record<string, number>> = {
  tweet_image: 5 * mebibyte,
  tweet_gif: 15 * mebibyte,
  tweet_video: 512 * mebibyte,
  amplify_video: 512 * mebibyte,
}
const types: Readonly<Record<string, readonly string[]>> = {
  tweet_image: ['image/jpeg', 'image/png', 'image/webp'],
  tweet_gif: ['image/gif'],
  tweet_video: ['video/mp4', 'video/quicktime'],
  amplify_video: ['video/mp4', 'video/quicktime'],
}
const [leastSegment, mostSegment] = [mebibyte, 5 * mebibyte]
const dayMs = 24 * 3_600_000

/** A file whole, in a form. It is for pictures alone. */
export async function takeWhole(world: World, call: FakeCall): Promise<FakeAnswer> {
  const { texts, file } = await readForm(call, ['media_category', 'media_type'])
  const category = texts.media_category ?? ''
  if (category !== 'tweet_image') throw invalid('media_category: must be one of the categories of pictures')
  const medium = begin(world, category, texts.media_type ?? file.type, file.bytes.length)
  finish(world, medium, file.bytes)
  return { status: 200, json: { data: show(medium) } }
}

export function initialize(world: World, call: FakeCall): FakeAnswer {
  const fields = readJson(call, [
    'media_type',
    'total_bytes',
    'media_category',
    'additional_owners',
    'shared',
  ])
  const { media_type: mimeType, total_bytes: bytes, media_category: category } = fields
  if (typeof mimeType !== 'string' || typeof category !== 'string' || typeof bytes !== 'number')
    throw invalid('media_type, media_category and total_bytes are required')
  return { status: 200, json: { data: show(begin(world, category, mimeType, bytes)) } }
}

function begin(world: World, category: string, mimeType: string, totalBytes: number): Medium {
  if (!types[category]?.includes(mimeType)) throw invalid(`media_type: ${mimeType} is no ${category}`)
  const limit = most[category] ?? 0
  if (!Number.isInteger(totalBytes) || totalBytes < 1 || totalBytes > limit)
    throw invalid(`total_bytes: the file size exceeds ${limit} bytes.`)
  const medium = {
    id: newId(world),
    category,
    mimeType,
    totalBytes,
    segments: new Map<number, Buffer>(),
    bytes: Buffer.alloc(0),
    isFinal: false,
    readyAt: 0,
    error: null,
    altText: '',
  }
  world.media.set(medium.id, medium)
  return medium
}

/** A segment may come again under its number, as after a lost answer. */
export async function append(world: World, id: string, call: FakeCall): Promise<FakeAnswer> {
  const medium = mediumOf(world, id)
  if (medium.isFinal) throw invalid('The upload has ended')
  const { texts, file } = await readForm(call, ['segment_index'])
  const index = Number(texts.segment_index)
  if (!/^\d{1,3}$/.test(texts.segment_index ?? '')) throw invalid('segment_index: must be from 0 to 999')
  const isLast =
    index * mostSegment + file.bytes.length >= medium.totalBytes || file.bytes.length < leastSegment
  if (file.bytes.length > mostSegment || (!isLast && file.bytes.length < leastSegment))
    throw invalid('media: a segment has 1 to 5 MB')
  medium.segments.set(index, file.bytes)
  return { status: 200, json: { data: { expires_at: Math.floor((Date.now() + dayMs) / 1_000) } } }
}

export function finalize(world: World, id: string): FakeAnswer {
  const medium = mediumOf(world, id)
  const bytes = Buffer.concat(
    Array.from(medium.segments.keys(), (_, index) => medium.segments.get(index) ?? Buffer.alloc(0)),
  )
  if (bytes.length !== medium.totalBytes) throw invalid(`Segments do not add up to provided total file size.`)
  finish(world, medium, bytes)
  return { status: 200, json: { data: show(medium) } }
}

function finish(world: World, medium: Medium, bytes: Buffer): void {
  medium.bytes = bytes
  medium.isFinal = true
  medium.readyAt = Date.now() + world.processMs
  medium.error = world.broken
  world.broken = null
}

export function showStatus(world: World, { url }: FakeCall): FakeAnswer {
  if (url.searchParams.get('command') !== 'STATUS') throw invalid('command: must be STATUS')
  const medium = mediumOf(world, url.searchParams.get('media_id') ?? '')
  if (!medium.isFinal) throw invalid('The upload has not ended')
  return { status: 200, json: { data: show(medium) } }
}

export function takeMetadata(world: World, call: FakeCall): FakeAnswer {
  const fields = readJson(call, ['id', 'metadata'])
  const medium = mediumOf(world, textOf(fields.id) ?? '')
  const text = textOf(asObject(asObject(fields.metadata)?.alt_text)?.text)
  only(asObject(fields.metadata) ?? {}, ['alt_text'])
  if (text === null || text === '' || Array.from(text).length > 1_000)
    throw invalid('alt_text: 1 to 1000 letters')
  if (!medium.isFinal || /video/.test(medium.category)) throw invalid('alt_text: not for this medium')
  medium.altText = text
  return { status: 200, json: { data: { id: medium.id, associated_metadata: { alt_text: { text } } } } }
}

function mediumOf({ media }: World, id: string): Medium {
  const medium = media.get(id)
  if (medium) return medium
  throw problem(404, 'resource-not-found', 'Not Found Error', `Could not find media with id: [${id}].`)
}

const kinds: Readonly<Record<string, number>> = {
  tweet_image: 3,
  tweet_gif: 16,
  tweet_video: 7,
  amplify_video: 13,
}

export function mediaKey({ id, category }: Medium): string {
  return `${kinds[category]}_${id}`
}

function show(medium: Medium): JsonObject {
  const { id, isFinal, readyAt, error, category } = medium
  const shown = { id, media_key: mediaKey(medium), expires_after_secs: 86_400 }
  const isSlow = readyAt > Date.now()
  const isProcessed = category !== 'tweet_image'
  if (!isFinal || (!isSlow && error === null && !isProcessed)) return shown
  if (isSlow) return { ...shown, processing_info: { state: 'pending', check_after_secs: 1 } }
  if (error === null) return { ...shown, processing_info: { state: 'succeeded', progress_percent: 100 } }
  const failed = { code: 1, name: 'InvalidMedia', message: error }
  return { ...shown, processing_info: { state: 'failed', progress_percent: 0, error: failed } }
}

interface Form {
  readonly texts: Readonly<Record<string, string>>
  readonly file: { readonly bytes: Buffer; readonly type: string }
}

/** A form with one file, `media`, and with these texts alone. */
async function readForm({ headers, body }: FakeCall, names: readonly string[]): Promise<Form> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw invalid('The body must be a form')
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const fields = Array.from(form.entries())
  const file = form.get('media')
  if (!(file instanceof Blob) || file.size === 0) throw invalid('media: is required')
  if (fields.some(([name]) => name !== 'media' && !names.includes(name)))
    throw invalid('A field is not known')
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string')
  return {
    texts: Object.fromEntries(texts),
    file: { bytes: Buffer.from(await file.arrayBuffer()), type: file.type },
  }
}
