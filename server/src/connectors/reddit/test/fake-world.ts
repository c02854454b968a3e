import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** A person at the fake. */
export interface FakePerson {
  readonly id: string
  readonly name: string
  isSuspended: boolean
}

/** A community; `about` and `rules` are laid over the usual answers. */
export interface FakeCommunity {
  readonly name: string
  about: JsonObject
  rules: JsonObject | null
  flairs: readonly JsonObject[]
}

/** A file in the storage. */
export interface FakeAsset {
  readonly id: string
  readonly owner: FakePerson
  readonly mimeType: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly url: string
  bytes: Buffer | null
}

interface FakeThing {
  readonly id: string
  readonly author: FakePerson
  readonly createdAt: number
  body: string
  isDeleted: boolean
  ups: number
}

export interface FakePost extends FakeThing {
  readonly community: string
  readonly title: string
  readonly kind: 'self' | 'link' | 'image' | 'gallery' | 'video'
  readonly url: string | null
  readonly pictures: readonly Buffer[]
  readonly captions: readonly string[]
  readonly cover: Buffer | null
  readonly flair: { readonly id: string; readonly text: string } | null
  readonly nsfw: boolean
  readonly spoiler: boolean
  readonly sendReplies: boolean
  /** When it is to be seen, in milliseconds; never where its file cannot be processed. */
  readonly visibleAt: number
  comments: number
}

export interface FakeComment extends FakeThing {
  /** The full name of the post or the comment that it answers. */
  readonly parent: string
  readonly post: FakePost
}

export interface World {
  readonly communities: Map<string, FakeCommunity>
  readonly assets: FakeAsset[]
  /** Oldest first. */
  readonly posts: FakePost[]
  readonly comments: FakeComment[]
  /** The time in which pictures and videos are processed, in milliseconds. */
  processMs: number
  /** Whether files that are submitted from now on cannot be processed. */
  isFailing: boolean
  /** Who calls, if they may do this. @throws FakeRefusal */
  access(call: FakeCall, scope: string): FakePerson
}

export function makePeople(): { harbour: FakePerson; tide: FakePerson } {
  return {
    harbour: { id: '4x9k2', name: 'harbour', isSuspended: false },
    tide: { id: '4x9k3', name: 'Tide_Pool-7', isSuspended: false },
  }
}

export function ok(json: Json, status = 200): FakeAnswer {
  return { status, json }
}

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
}

/** A refusal by its status, as the API writes it. */
export function refuse(
  status: number,
  more: JsonObject = {},
  headers: Record<string, string> = {},
): FakeRefusal {
  const message = phrases[status] ?? 'Error'
  return new FakeRefusal(message, { status, json: { message, error: status, ...more }, headers })
}

/** A refusal of a form, whose status is 200. */
export function refuseForm(code: string, words: string, field: string | null = null): FakeRefusal {
  return new FakeRefusal(code, { status: 200, json: { json: { errors: [[code, words, field]] } } })
}

/** The fields of a form, which are no others than these. @throws FakeRefusal */
export function formOf({ headers, body }: FakeCall, fields: readonly string[]): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? '')) throw refuse(400)
  const form = new URLSearchParams(body.toString())
  const names = [...form.keys()]
  const unknown = names.find((name) => !fields.includes(name))
  if (unknown !== undefined) throw refuseForm('INVALID_OPTION', 'that option is not valid', unknown)
  if (new Set(names).size < names.length) throw refuse(400)
  return form
}

/** `true` or `false`; false where it is left out. @throws FakeRefusal */
export function flagIn(form: URLSearchParams, name: string, usual = false): boolean {
  const given = form.get(name)
  if (given === null) return usual
  if (given !== 'true' && given !== 'false')
    throw refuseForm('INVALID_OPTION', 'that option is not valid', name)
  return given === 'true'
}

/** Texts of answers have no angle brackets unless the call asks for them. */
export function shown(call: FakeCall, json: JsonObject): JsonObject {
  if (call.url.searchParams.get('raw_json') === '1') return json
  const withoutBrackets = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutBrackets(value) : value,
    ]),
  )
}

/** A list of things, up to 100 at once, after the thing that is named. @throws FakeRefusal */
export function listing(call: FakeCall, kind: string, all: readonly JsonObject[]): FakeAnswer {
  const { searchParams } = call.url
  const limit = searchParams.get('limit') ?? '25'
  if (!/^\d{1,3}$/.test(limit) || Number(limit) > 100 || Number(limit) < 1) throw refuse(400)
  const after = searchParams.get('after')
  const from = after === null ? 0 : all.findIndex(({ name }) => name === after) + 1
  const page = all.slice(from, from + Number(limit))
  const children = page.map((data) => ({ kind, data: shown(call, data) }))
  const isMore = from + page.length < all.length
  const last = isMore ? (page.at(-1)?.name ?? null) : null
  return ok({ kind: 'Listing', data: { after: last, before: null, dist: page.length, children } })
}

export function communityNamed({ communities }: World, name: string): FakeCommunity | null {
  return communities.get(name.toLowerCase()) ?? null
}
