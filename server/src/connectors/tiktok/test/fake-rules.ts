import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** A success in the envelope of the API. */
export function ok(data: JsonObject): FakeAnswer {
  return { status: 200, json: { data, error: { code: 'ok', message: '', log_id: 'a-log' } } }
}

/** A refusal in the envelope of the API. */
export function refuse(status: number, code: string, message = 'It was refused.'): FakeRefusal {
  return new FakeRefusal(message, { status, json: { data: {}, error: { code, message, log_id: 'a-log' } } })
}

const invalid = (message: string) => refuse(400, 'invalid_params', message)

export function readJson({ headers, body }: FakeCall): JsonObject {
  if (headers['content-type'] !== 'application/json; charset=UTF-8')
    throw invalid('The content must be JSON, and say so with its charset.')
  const parsed: Json = JSON.parse(body.toString())
  return asObject(parsed) ?? {}
}

/** The ways of one account at a moment. */
export interface FakeCreator {
  privacyLevels: string[]
  commentDisabled: boolean
  duetDisabled: boolean
  stitchDisabled: boolean
  maxVideoSeconds: number
}

/** The words and choices of a post. */
export interface FakePost {
  readonly text: string
  readonly title: string | null
  /** Null for a draft, for which a person chooses it. */
  readonly privacy: string | null
  readonly info: JsonObject
}

const switches = ['disable_comment', 'brand_content_toggle', 'brand_organic_toggle']
const ofVideos = ['disable_duet', 'disable_stitch', 'is_aigc']

/** Source: developers.tiktok.com/doc/content-posting-api-reference-direct-post. */
export function readVideoInfo(given: Json | undefined, creator: FakeCreator): FakePost {
  const info = asObject(given)
  if (!info) throw invalid('post_info is missing.')
  refuseOthers(info, ['title', 'privacy_level', 'video_cover_timestamp_ms', ...switches, ...ofVideos])
  const text = wordsOf(info, 'title', 2_200)
  const cover = info.video_cover_timestamp_ms ?? 0
  if (typeof cover !== 'number' || !Number.isInteger(cover) || cover < 0)
    throw invalid('video_cover_timestamp_ms is invalid.')
  for (const name of [...switches, ...ofVideos]) mustBeSwitch(info, name)
  mustHonour(info, creator, true)
  return { text, title: null, privacy: privacyIn(info, creator), info }
}

/** Source: developers.tiktok.com/doc/content-posting-api-reference-photo-post. */
export function readPhotoInfo(given: Json | undefined, isDraft: boolean, creator: FakeCreator): FakePost {
  const info = asObject(given)
  if (!info) throw invalid('post_info is missing.')
  const choices = isDraft ? [] : ['privacy_level', 'auto_add_music', ...switches]
  refuseOthers(info, ['title', 'description', ...choices])
  const text = wordsOf(info, 'description', 4_000)
  const title = info.title === undefined ? null : wordsOf(info, 'title', 90)
  if (isDraft) return { text, title, privacy: null, info }
  for (const name of [...switches, 'auto_add_music']) mustBeSwitch(info, name)
  mustHonour(info, creator, false)
  return { text, title, privacy: privacyIn(info, creator), info }
}

function refuseOthers(info: JsonObject, known: readonly string[]): void {
  const other = Object.keys(info).find((name) => !known.includes(name))
  if (other !== undefined) throw invalid(`${other} is not a parameter of this call.`)
}

/** Limits are counted in UTF-16 units. */
function wordsOf(info: JsonObject, name: string, most: number): string {
  const words = info[name] ?? ''
  if (typeof words !== 'string' || words.length > most) throw invalid(`${name} is invalid.`)
  return words
}

function mustBeSwitch(info: JsonObject, name: string): void {
  if (info[name] !== undefined && typeof info[name] !== 'boolean') throw invalid(`${name} is invalid.`)
}

/** An interaction that the account has switched off stays off, and branded content is shown to others. */
function mustHonour(info: JsonObject, creator: FakeCreator, isVideo: boolean): void {
  const isRight =
    (info.disable_comment === true || !creator.commentDisabled) &&
    (!isVideo || info.disable_duet === true || !creator.duetDisabled) &&
    (!isVideo || info.disable_stitch === true || !creator.stitchDisabled)
  if (!isRight) throw invalid('An interaction is disabled by the creator.')
  if (info.brand_content_toggle === true && info.privacy_level === 'SELF_ONLY')
    throw invalid('Branded content cannot be private.')
}

function privacyIn(info: JsonObject, { privacyLevels }: FakeCreator): string {
  const level = textOf(info.privacy_level)
  if (level === null) throw invalid('privacy_level is missing.')
  if (privacyLevels.includes(level)) return level
  throw refuse(403, 'privacy_level_option_mismatch', 'The privacy level is not one of the options.')
}

/** The plan of an upload. */
export interface FakePlan {
  readonly size: number
  readonly chunkSize: number
  readonly count: number
}

const megabyte = 1_000_000

/** Source: developers.tiktok.com/doc/content-posting-api-media-transfer-guide. */
export function readPlan(given: Json | undefined): FakePlan {
  const source = asObject(given)
  const [size, chunkSize, count] = [source?.video_size, source?.chunk_size, source?.total_chunk_count]
  if (source?.source !== 'FILE_UPLOAD') throw invalid('This fake takes videos as uploads alone.')
  if (typeof size !== 'number' || typeof chunkSize !== 'number' || typeof count !== 'number')
    throw invalid('source_info is incomplete.')
  if (![size, chunkSize, count].every((each) => Number.isSafeInteger(each) && each > 0))
    throw invalid('source_info is invalid.')
  if (size > 4_000 * megabyte) throw invalid('The video is too large.')
  if (count !== Math.floor(size / chunkSize)) throw invalid('The total chunk count is invalid.')
  if (count > 1_000 || (count === 1 && size > 64 * megabyte)) throw invalid('The chunk count is invalid.')
  const isWhole = count === 1 && chunkSize === size
  const last = size - chunkSize * (count - 1)
  const isFitting = chunkSize >= 5 * megabyte && chunkSize <= 64 * megabyte && last <= 128 * megabyte
  if (!isWhole && !isFitting) throw invalid('The chunk size is invalid.')
  return { size, chunkSize, count }
}

/** The addresses of the photos of a post. Source: developers.tiktok.com/doc/content-posting-api-reference-photo-post. */
export function readPhotoUrls(given: Json | undefined): string[] {
  const source = asObject(given)
  if (source?.source !== 'PULL_FROM_URL') throw invalid('Photos are pulled from their addresses.')
  const listed = isArray(source.photo_images) ? source.photo_images : []
  const urls = listed.map(textOf).filter((url) => url !== null)
  if (urls.length < 1 || urls.length > 35 || urls.length < listed.length)
    throw invalid('photo_images is invalid.')
  const cover = source.photo_cover_index
  if (typeof cover !== 'number' || !Number.isInteger(cover) || cover < 0 || cover >= urls.length)
    throw invalid('photo_cover_index is invalid.')
  return urls
}
