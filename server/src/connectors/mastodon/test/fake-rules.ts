import { asObject, isArray, type JsonObject } from '../../../lib/json/json.ts'
import { Refusal } from './fake-answer.ts'
import { type FormPart, pixelsOf } from './fake-form.ts'
import { isReady, type Medium, type StandingPost } from './fake-posts.ts'
import { imageBytes, imagePixels, type Variant, videoBytes } from './fake-variants.ts'
import { countAs } from './fake-words.ts'

/** The rules and the state that a post is checked against. */
export interface Ruled {
  readonly variant: Variant
  readonly posts: readonly StandingPost[]
  readonly media: ReadonlyMap<string, Medium>
}

const visibilities = ['public', 'unlisted', 'private', 'direct']

/** The media of a post that this kind of server takes; refuses any other. */
export function validatePost(fields: JsonObject, ruled: Ruled): Medium[] {
  const { variant, posts } = ruled
  const refuse = (error: string) => new Refusal(variant.refusal, error)
  const text = typeof fields.status === 'string' ? fields.status : ''
  // This one's schema: a text that is there has a letter at least.
  if (fields.status === '' && variant.software === 'hollo') throw new Refusal(422, 'invalid_request')
  const spoiler = typeof fields.spoiler_text === 'string' ? fields.spoiler_text : ''
  if (fields.visibility !== undefined && !visibilities.includes(String(fields.visibility)))
    throw refuse(`'${String(fields.visibility)}' is not a valid visibility`)
  if (fields.in_reply_to_id !== undefined && !posts.some(({ id }) => id === fields.in_reply_to_id))
    throw new Refusal(404, 'The post you are trying to reply to does not appear to exist.')
  const ids = isArray(fields.media_ids) ? fields.media_ids.map(String) : []
  const poll = asObject(fields.poll)
  if (ids.length > variant.maxMedia || (ids.length > 0 && poll))
    throw refuse('Cannot attach more than 4 files')
  const media = ids.map((id) => attachable(id, ruled))
  if (!variant.mixesMedia && media.length > 1 && media.some(({ mimeType }) => mimeType.startsWith('video')))
    throw refuse('Cannot attach a video to a post that already contains images')
  if (variant.isGallery && ids.length === 0 && fields.in_reply_to_id === undefined)
    throw new Refusal(403, 'Empty statuses are not allowed')
  if (variant.isGallery && fields.visibility === 'direct') throw refuse('The selected visibility is invalid.')
  if (text.trim() === '' && ids.length === 0) throw refuse("Validation failed: Text can't be blank")
  if (countAs(text, variant.isGallery ? '' : spoiler, variant) > variant.maxCharacters)
    throw refuse(`Validation failed: Text character limit of ${variant.maxCharacters} exceeded`)
  if (poll) validatePoll(poll, variant)
  if (variant.software === 'gotosocial' && /^(?:zz|[a-z]{4,8})$/i.test(String(fields.language ?? 'en')))
    throw refuse('Bad Request: language: subtag is well-formed but unknown')
  return media
}

/**
 * A post after an edit. As in Mastodon's UpdateStatusService, media, warning and poll that are not said are taken away, and a
 * language that is not said stays. The media must be those of the post, or new ones.
 */
export function editOf(standing: StandingPost, fields: JsonObject, ruled: Ruled): StandingPost {
  const ids = isArray(fields.media_ids) ? fields.media_ids.map(String) : []
  const own = new Map(standing.media.map((medium) => [medium.id, medium]))
  const added = ids.filter((id) => !own.has(id))
  const spoiler = typeof fields.spoiler_text === 'string' ? fields.spoiler_text : ''
  const hasStayed = ids.length > added.length
  // The rules of a new post hold, but for the media that it has already.
  const asNew = { ...fields, media_ids: added, ...(hasStayed && fields.status === '' ? { status: '.' } : {}) }
  const gallery = ruled.variant.isGallery && (hasStayed || standing.replyTo !== null)
  const variant = gallery ? { ...ruled.variant, isGallery: false } : ruled.variant
  const attached = validatePost(asNew, { ...ruled, variant })
  const all = new Map([...own, ...attached.map((medium) => [medium.id, medium] as const)])
  return {
    ...standing,
    source: typeof fields.status === 'string' ? fields.status : '',
    spoiler,
    sensitive: fields.sensitive === true || spoiler !== '',
    language: typeof fields.language === 'string' ? fields.language : standing.language,
    media: ids.flatMap((id) => all.get(id) ?? []),
    poll: null,
  }
}

function attachable(id: string, { variant, media }: Ruled): Medium {
  const medium = media.get(id)
  const { software, refusal } = variant
  if (!medium || medium.postId !== null) {
    if (software === 'gotosocial')
      throw new Refusal(
        400,
        medium ? `Bad Request: media already attached to status: ${id}` : `media not found: ${id}`,
      )
    if (software === 'hollo') throw new Refusal(422, 'Media not found')
    // This one looks at nothing: the same medium may be posted again.
    if (medium && software === 'snac') return medium
    throw new Refusal(refusal, `Media ${id} not found or already attached to another post`)
  }
  if (!isReady(medium))
    throw new Refusal(422, 'Cannot attach files that have not finished processing. Try again in a moment!')
  return medium
}

function validatePoll(poll: JsonObject, variant: Variant): void {
  const options = isArray(poll.options) ? poll.options.map(String) : []
  const { refusal } = variant
  if (options.length < 2 || options.length > 4 || new Set(options).size < options.length)
    throw new Refusal(refusal, "Validation failed: Poll options can't contain fewer or more, or duplicates")
  const long = options.findIndex((option) => countAs(option, '', { ...variant, shortens: false }) > 50)
  if (long >= 0 && variant.software === 'gotosocial')
    throw new Refusal(400, `Bad Request: poll option ${long} exceed max chars (50)`)
  if (long >= 0 || options.some((option) => option.trim() === ''))
    throw new Refusal(refusal, 'Validation failed: Poll option cannot be longer than 50 characters each')
  const seconds = Number(poll.expires_in)
  if (!(seconds >= 300 && seconds <= 2_629_746))
    throw new Refusal(refusal, 'Validation failed: Poll duration is too long or too short')
}

/** The description of a file that this kind of server takes; refuses any other. */
export function validateUpload(parts: ReadonlyMap<string, FormPart>, variant: Variant) {
  const file = parts.get('file')
  if (!file?.type) throw new Refusal(422, "Validation failed: File can't be blank")
  const isImage = /^image\/(?:jpeg|png|gif|webp)$/.test(file.type)
  if (!isImage && file.type !== 'video/mp4')
    throw new Refusal(variant.isGallery ? 403 : 422, 'Validation failed: File content type is invalid')
  if (file.bytes.length > (isImage ? imageBytes : videoBytes))
    throw new Refusal(variant.refusal, 'Validation failed: File file size must be less than 2 MB')
  const pixels = isImage ? pixelsOf(file.bytes) : 0
  if (pixels > imagePixels) throw new Refusal(422, `${pixels} pixel images are not supported`)
  const description = parts.get('description')?.bytes.toString('utf8') ?? ''
  if (Array.from(description).length > 1_500)
    throw new Refusal(422, 'Validation failed: Description is too long (maximum is 1500 characters)')
  const focus = parts.get('focus')?.bytes.toString('utf8') ?? null
  return { name: file.name ?? '', mimeType: file.type, bytes: file.bytes, description, focus }
}
