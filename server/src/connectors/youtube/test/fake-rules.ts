import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** A refusal as the API words it. Source: developers.google.com/youtube/v3/docs/errors. */
export function refuse(status: number, reason: string, message: string): FakeRefusal {
  const errors = [{ domain: 'youtube', reason, message }]
  return new FakeRefusal(message, { status, json: { error: { code: status, message, errors } } })
}

export function readJson({ headers, body }: FakeCall): JsonObject {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw refuse(400, 'badRequest', 'The content must be JSON.')
  const parsed: Json = JSON.parse(body.toString())
  return asObject(parsed) ?? {}
}

/** The words and choices of a video. */
export interface FakeResource {
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly categoryId: string | null
  readonly privacyStatus: string
  readonly status: JsonObject
}

/** Source of the limits: developers.google.com/youtube/v3/docs/videos. */
export function readResource(fields: JsonObject): FakeResource {
  const [snippet, status] = [asObject(fields.snippet) ?? {}, asObject(fields.status) ?? {}]
  const { title = '', description = '', tags = [], categoryId = null } = snippet
  if (typeof title !== 'string' || title.trim() === '' || /[<>]/.test(title) || [...title].length > 100)
    throw refuse(400, 'invalidTitle', 'The request metadata specifies an invalid or empty video title.')
  if (typeof description !== 'string' || /[<>]/.test(description) || Buffer.byteLength(description) > 5_000)
    throw refuse(400, 'invalidDescription', 'The request metadata specifies an invalid video description.')
  const words = isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
  if (!isArray(tags) || words.length < tags.length || lengthOf(words) > 500 || /[<>]/.test(words.join('')))
    throw refuse(400, 'invalidTags', 'The request metadata specifies invalid video keywords.')
  if (categoryId !== null && !['1', '22', '27'].includes(String(categoryId)))
    throw refuse(
      400,
      'invalidCategoryId',
      'The snippet.categoryId property specifies an invalid category ID.',
    )
  const privacyStatus = textOf(status.privacyStatus) ?? 'public'
  if (!['public', 'unlisted', 'private'].includes(privacyStatus))
    throw refuse(400, 'invalidVideoMetadata', 'The request metadata is invalid.')
  return { title, description, tags: words, categoryId: textOf(categoryId), privacyStatus, status }
}

/** The rules are told with the tags "Foo Baz": its quotes count. */
function lengthOf(tags: readonly string[]): number {
  return [...tags.map((tag) => (/\s/.test(tag) ? `"${tag}"` : tag)).join(',')].length
}
