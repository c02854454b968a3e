import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import {
  type FakeAnswer,
  type FakeCall,
  FakeRefusal,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'

/** The call that makes a post public, as faults and the journal of calls name it. */
export const publishing = 'POST /v1/posts'

export interface FakePost {
  readonly id: string
  readonly text: string
  readonly media: readonly { readonly id: string; readonly altText: string; readonly bytes: Buffer }[]
  readonly replyTo: string | null
  readonly createdAt: string
}

/** A server with one account in memory that refuses everything the documentation of the network says it refuses. */
export interface FakePerch extends FakeServer {
  readonly token: string
  /** Everything public, oldest first. */
  readonly posts: readonly FakePost[]
  /** Ends the token. */
  revoke(): void
  /** The time in which media that are uploaded from now on are processed. */
  processMedia(ms: number): void
}

interface Medium {
  readonly bytes: Buffer
  readonly readyAt: number
  isUsed: boolean
}

interface World {
  isRevoked: boolean
  processMs: number
  readonly media: Map<string, Medium>
  readonly posts: FakePost[]
}

const token = 'a-token-of-the-only-account'
const most = { characters: 500, altText: 1_000, media: 4, bytes: 8_000_000 }
const types = ['image/jpeg', 'image/png', 'image/webp']

export async function startFakePerch(): Promise<FakePerch> {
  const world: World = { isRevoked: false, processMs: 0, media: new Map(), posts: [] }
  const guarded = (answer: (call: FakeCall, id: string) => FakeAnswer) => (call: FakeCall, id: string) => {
    if (world.isRevoked || call.headers.authorization !== `Bearer ${token}`)
      throw refuse(401, 'token_invalid', 'The access token is not valid')
    return answer(call, id)
  }
  const server = await startFakeServer({
    routes: {
      'GET /v1/me': guarded(() => ({ status: 200, json: profile })),
      'DELETE /v1/token': guarded(() => {
        world.isRevoked = true
        return { status: 204, json: null }
      }),
      'POST /v1/media': guarded((call) => takeMedium(world, call)),
      'GET /v1/media/:id': guarded((_, id) => ({ status: 200, json: showMedium(id, mediumOf(world, id)) })),
      'GET /v1/me/posts': guarded((call) => ({ status: 200, json: { posts: listPosts(world, call) } })),
      [publishing]: guarded((call) => makePost(world, call)),
    },
    internalError: { error: { code: 'internal', message: 'Something went wrong' } },
  })
  return {
    url: server.url,
    calls: server.calls,
    inject: server.inject,
    close: server.close,
    token,
    posts: world.posts,
    revoke: () => {
      world.isRevoked = true
    },
    processMedia: (ms) => {
      world.processMs = ms
    },
  }
}

const profile = {
  id: '7',
  name: 'harbour',
  display_name: 'Harbour',
  avatar_url: null,
  url: 'https://perch.example/harbour',
  limits: { characters: most.characters },
}

function refuse(status: number, code: string, message: string): FakeRefusal {
  return new FakeRefusal(message, { status, json: { error: { code, message } } })
}

function takeMedium({ media, processMs }: World, { headers, body }: FakeCall): FakeAnswer {
  if (!types.includes(headers['content-type'] ?? ''))
    throw refuse(415, 'media_type_unknown', 'Send a JPEG, PNG or WebP')
  if (body.length > most.bytes) throw refuse(413, 'too_large', 'The file is too large')
  const id = `m${media.size + 1}`
  const medium = { bytes: body, readyAt: Date.now() + processMs, isUsed: false }
  media.set(id, medium)
  return { status: 201, json: showMedium(id, medium) }
}

function showMedium(id: string, { readyAt }: Medium): JsonObject {
  return { id, status: readyAt <= Date.now() ? 'ready' : 'processing' }
}

function mediumOf({ media }: World, id: string): Medium {
  const medium = media.get(id)
  if (medium) return medium
  throw refuse(422, 'media_not_found', `There is no medium ${id}`)
}

/** The newest posts first; with `after` those right after a post, the oldest of them first. */
function listPosts({ posts }: World, { url }: FakeCall): Json {
  const limit = Number(url.searchParams.get('limit') ?? 20)
  const after = url.searchParams.get('after')
  const place = posts.findIndex(({ id }) => id === after)
  const page = after === null ? posts.toReversed() : posts.slice(place + 1)
  return page.slice(0, limit).map(showPost)
}

function showPost({ id, text, media, replyTo, createdAt }: FakePost): JsonObject {
  return {
    id,
    text,
    url: `https://perch.example/harbour/${id}`,
    media: media.map((medium) => ({ id: medium.id, alt_text: medium.altText })),
    reply_to: replyTo,
    created_at: createdAt,
  }
}

function makePost(world: World, { body }: FakeCall): FakeAnswer {
  const fields = readBody(body)
  const text = typeof fields.text === 'string' ? fields.text : ''
  const wanted = isArray(fields.media) ? fields.media.map(asObject) : []
  const replyTo = textOf(fields.reply_to)
  if (text.trim() === '' && wanted.length === 0) throw refuse(422, 'empty', 'Say something or show something')
  if (Array.from(text).length > most.characters) throw refuse(422, 'text_too_long', 'The text is too long')
  if (wanted.length > most.media) throw refuse(422, 'too_many_media', 'At most four media')
  if (replyTo !== null && !world.posts.some(({ id }) => id === replyTo))
    throw refuse(422, 'reply_to_not_found', 'There is no such post')
  const media = wanted.map((medium) => takeForPost(world, medium))
  for (const { id } of media) mediumOf(world, id).isUsed = true
  const id = `p${world.posts.length + 1}`
  const post = { id, text, media, replyTo, createdAt: new Date().toISOString() }
  world.posts.push(post)
  return { status: 201, json: showPost(post) }
}

function takeForPost(world: World, fields: JsonObject | null): FakePost['media'][number] {
  const id = textOf(fields?.id) ?? ''
  const altText = textOf(fields?.alt_text) ?? ''
  const { bytes, readyAt, isUsed } = mediumOf(world, id)
  if (isUsed) throw refuse(422, 'media_used', `${id} stands in another post`)
  if (readyAt > Date.now()) throw refuse(422, 'media_not_ready', `${id} is still processed`)
  if (Array.from(altText).length > most.altText)
    throw refuse(422, 'alt_text_too_long', 'The alt text is too long')
  return { id, altText, bytes }
}

function readBody(body: Buffer): JsonObject {
  try {
    const parsed: Json = JSON.parse(body.toString())
    return asObject(parsed) ?? {}
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(400, 'not_json', 'The body is not JSON')
    throw error
  }
}
