import type { IncomingHttpHeaders } from 'node:http'
import sharp from 'sharp'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { Errors } from 'typebox/value'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import {
  type FakeAnswer,
  type FakeCall,
  FakeRefusal,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { Message } from '../message.ts'

/** The calls by the kind of their message, as faults and the journal name them. */
export const calls = { ping: 'POST ping', publish: 'POST publish', delete: 'POST post_delete' } as const

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
const path = '/hooks/crier'
const token = 'a-token-of-this-hook-alone'
export const origin = 'https://receiver.example.org'
export const address = `${origin}${path}?token=${token}`

export interface FakePost {
  readonly id: string
  /** The id of its message. */
  readonly messageId: string
  readonly data: JsonObject
  readonly images: readonly { readonly altText: string; readonly width: number; readonly height: number }[]
}

interface World {
  readonly posts: FakePost[]
  /** Whether a message with an id that it knows makes no other post. */
  readonly knowsRepeats: boolean
  /** Its owner has switched it off. */
  isGone: boolean
  /** The servers of media, by the address under which a receiver would know them. */
  readonly hosts: Map<string, string>
  /** Members of its answer beside or in place of the usual ones. */
  answer: JsonObject
}

/** A receiver as its README asks for: it believes nothing that is not signed, and takes nothing that the schema does not know. */
export interface FakeReceiver extends FakeServer {
  readonly world: World
}

export async function startFakeReceiver(knowsRepeats = false): Promise<FakeReceiver> {
  for (const each of [secret, token]) fakeSecrets.note(each)
  const world: World = {
    posts: [],
    knowsRepeats,
    isGone: false,
    hosts: new Map(),
    answer: {},
  }
  const guarded = (take: (call: FakeCall, data: JsonObject) => Promise<FakeAnswer>, type: string) => {
    return async (call: FakeCall) => take(call, readMessage(world, call, type))
  }
  const server = await startFakeServer({
    nameOf: (method, pathname, headers) => `${method} ${pathname === path ? kindOf(headers) : pathname}`,
    routes: {
      [calls.ping]: guarded(async () => ({ status: 204, json: null }), 'ping'),
      [calls.publish]: guarded((call, data) => publish(world, call, data), 'post.publish'),
      [calls.delete]: guarded(async (_, data) => remove(world, data), 'post.delete'),
    },
    internalError: { title: 'Something went wrong' },
  })
  return { ...server, world }
}

function kindOf({ 'webhook-id': id }: IncomingHttpHeaders): string {
  return /^(ping|post_delete)_/.exec(String(id))?.[1] ?? 'publish'
}

/** A refusal in the form of RFC 9457. */
function refuse(status: number, detail: string): FakeRefusal {
  return new FakeRefusal(detail, {
    status,
    json: { title: 'Refused', detail },
    headers: { 'content-type': 'application/problem+json' },
  })
}

/** The data of a message that is signed and has the form of its kind. @throws FakeRefusal */
function readMessage({ isGone }: World, { url, headers, body }: FakeCall, type: string): JsonObject {
  if (isGone) throw refuse(410, 'This hook was switched off.')
  if (url.search !== `?token=${token}`) throw refuse(404, 'No such hook.')
  if (!isSigned(headers, body)) throw refuse(401, 'No matching signature found.')
  if (headers['content-type'] !== 'application/json') throw refuse(415, 'Send JSON.')
  const message: Json = JSON.parse(body.toString())
  const [fault] = Errors(Message, message)
  const data = asObject(asObject(message)?.data)
  if (fault || !data) throw refuse(422, `The message is none: ${fault?.instancePath} ${fault?.message}.`)
  if (asObject(message)?.type !== type) throw refuse(422, 'The id belongs to another kind of message.')
  return data
}

function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

async function publish(world: World, { headers }: FakeCall, data: JsonObject): Promise<FakeAnswer> {
  const messageId = String(headers['webhook-id'])
  if (data.id !== messageId) throw refuse(422, 'The post goes by another id than its message.')
  const media = isArray(data.media) ? data.media.map((medium) => asObject(medium) ?? {}) : []
  if (textOf(data.text) === null && media.length === 0) throw refuse(422, 'Nothing to publish.')
  const files = await Promise.all(media.map((medium) => fetchMedium(world, medium)))
  // From here on nothing waits, so that two messages with one id cannot both find no post.
  const known = world.knowsRepeats ? world.posts.find((post) => post.messageId === messageId) : undefined
  if (known) return show(world, known)
  const images = files.filter((file) => file !== null)
  const post = { id: `p${world.posts.length + 1}`, messageId, data, images }
  world.posts.push(post)
  return show(world, post)
}

function show({ answer }: World, { id }: FakePost): FakeAnswer {
  return { status: 201, json: { id, url: `https://site.example.org/posts/${id}`, ...answer } }
}

/** Fetches a medium, which must be what the message says of it. Null for one that is no picture. */
async function fetchMedium({ hosts }: World, medium: JsonObject): Promise<FakePost['images'][number] | null> {
  const url = new URL(textOf(medium.url) ?? '')
  const answer = await fetch(`${hosts.get(url.origin) ?? url.origin}${url.pathname}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type')
  if (!answer.ok || type !== medium.mime_type || bytes.length !== medium.bytes)
    throw refuse(422, `The medium at ${url.href} is none, or another.`)
  if (medium.kind !== 'image') return null
  const { width, height } = await sharp(bytes).metadata()
  if (width !== medium.width || height !== medium.height) throw refuse(422, 'The picture has another size.')
  return { altText: String(medium.alt_text), width, height }
}

/** A post that is gone already is deleted too. */
function remove({ posts }: World, { id }: JsonObject): FakeAnswer {
  const place = posts.findIndex((post) => post.id === id || post.messageId === id)
  if (place >= 0) posts.splice(place, 1)
  return { status: 204, json: null }
}
