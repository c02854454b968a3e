import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import {
  describeInstance,
  imageBytes,
  imagePixels,
  type Variant,
  type VariantName,
  variants,
  videoBytes,
} from './fake-variants.ts'
import { countAs, render } from './fake-words.ts'

/** What goes wrong with the next call of a path. */
export type Fault =
  /** The connection is destroyed before anything is done. */
  | { readonly kind: 'drop' }
  /** It is done, and the connection destroyed before a byte of the answer. */
  | { readonly kind: 'lose_answer' }
  /** It is done, and answered 500. */
  | { readonly kind: 'fail_after' }
  /** The connection is destroyed at once, and the server works on: whenever it is done, it is done. */
  | { readonly kind: 'hang_up' }
  /** It is not done, and answered so. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string
      readonly headers?: Readonly<Record<string, string>>
    }

export interface FakeCall {
  /** Such as `POST /api/v1/statuses`, without its query. */
  readonly name: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface StandingPost {
  readonly id: string
  /** As it was sent. */
  readonly source: string
  readonly spoiler: string
  readonly visibility: string
  readonly sensitive: boolean
  readonly language: string | null
  readonly replyTo: string | null
  readonly media: readonly StandingMedium[]
  readonly poll: {
    readonly options: readonly string[]
    readonly seconds: number
    readonly multiple: boolean
  } | null
  readonly at: Date
}

export interface StandingMedium {
  readonly id: string
  readonly mimeType: string
  readonly bytes: Buffer
  readonly description: string
  readonly focus: string | null
}

interface Medium extends StandingMedium {
  readonly readyAt: number
  readonly isBroken: boolean
  postId: string | null
}

/** A server in memory that refuses what the real one refuses, and treats a repeated key as its kind does. */
export interface FakeMastodon {
  readonly url: string
  readonly variant: Variant
  /** Another program or version from now on, as after an upgrade. */
  become(variant: VariantName): void
  readonly token: string
  readonly accountId: string
  readonly calls: readonly FakeCall[]
  /** Everything public, oldest first. */
  readonly posts: readonly StandingPost[]
  /** Several faults of one call, such as `POST /api/v1/statuses`, happen one after the other. */
  inject(name: string, fault: Fault): void
  revoke(): void
  /** The token is good again. */
  restore(): void
  /** So many posts fail with 500 after all that comes before their making. */
  failInside(count: number): void
  /** Uploaded media are processed for so long from now on; broken ones never become ready. */
  processMedia(how: { forMs: number; isBroken?: boolean }): void
  /** How long a post is in the making: what comes at once overlaps. */
  workSlowly(ms: number): void
  forgetMedia(): void
  /** As when its cache is emptied. */
  forgetKeys(): void
  /** Posts by hand, as the account's owner would in another program. */
  write(text: string, at?: Date): StandingPost
  close(): Promise<void>
}

export const post = 'POST /api/v1/statuses'
export const upload = 'POST /api/v2/media'
export const list = 'GET /api/v1/accounts/me/statuses'

interface Answer {
  readonly status: number
  readonly json: Json
  readonly headers?: Readonly<Record<string, string>>
}

class Refusal extends Error {
  readonly answer: Answer
  constructor(status: number, error: string, headers: Readonly<Record<string, string>> = {}) {
    super(error)
    this.answer = { status, json: { error }, headers }
  }
}

export interface FakeOptions {
  readonly variant: VariantName
  /** Posts in three hours; the documented 300 unless given. */
  readonly postsPerWindow?: number
  /** `read` alone is a token that may not publish. */
  readonly scopes?: string
}

export async function startFakeMastodon(options: FakeOptions): Promise<FakeMastodon> {
  const world = new World(options)
  const faults = new Map<string, Fault[]>()
  const calls: FakeCall[] = []
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => response.destroy(error))
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const name = `${request.method} ${url.pathname}`.replace(`/accounts/${world.accountId}/`, '/accounts/me/')
    const body = Buffer.concat(await request.toArray())
    calls.push({ name, headers: request.headers, body })
    const fault = faults.get(name)?.shift()
    if (fault?.kind === 'drop') return void response.destroy()
    if (fault?.kind === 'answer') return void response.writeHead(fault.status, fault.headers).end(fault.body)
    if (fault?.kind === 'hang_up') response.destroy()
    const answer = await world.answer(name, request.headers, body, url)
    if (fault?.kind === 'lose_answer') return void response.destroy()
    if (fault?.kind === 'fail_after')
      return send(response, { status: 500, json: { error: 'Internal Server Error' } })
    send(response, answer)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: world.url,
    variant: world.variant,
    become: (name) => {
      world.variant = variants[name]
    },
    token: world.token,
    accountId: world.accountId,
    calls,
    posts: world.posts,
    inject: (name, fault) => void faults.set(name, [...(faults.get(name) ?? []), fault]),
    revoke: () => {
      world.isRevoked = true
    },
    restore: () => {
      world.isRevoked = false
    },
    failInside: (count) => {
      world.failures = count
    },
    processMedia: ({ forMs, isBroken = false }) => {
      world.processing = { forMs, isBroken }
    },
    workSlowly: (ms) => {
      world.workMs = ms
    },
    forgetMedia: () => world.media.clear(),
    forgetKeys: () => world.forgetKeys(),
    write: (text, at = new Date()) => world.keep({ status: text }, [], at),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, { status, json, headers }: Answer): void {
  if (response.destroyed) return
  const isBytes = json === null
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(isBytes ? '' : JSON.stringify(json))
}

const application = 'Crier of the tests'
const postsPerWindow = 300
const windowMs = 3 * 3_600_000
const keyLifetimeMs = 3_600_000
/** Shorter than the ten seconds of the real one: tests wait for it. */
const lockPatienceMs = 1_000
const visibilities = ['public', 'unlisted', 'private', 'direct']

class World {
  variant: Variant
  readonly token = randomBytes(32).toString('hex')
  readonly accountId: string
  readonly posts: StandingPost[] = []
  readonly media = new Map<string, Medium>()
  url = ''
  isRevoked = false
  processing = { forMs: 0, isBroken: false }
  workMs = 0
  failures = 0
  readonly #options: FakeOptions
  readonly #keys = new Map<string, { postId: string | null; at: number }>()
  readonly #locks = new Set<string>()
  #serial = 1_000
  #sends: number[] = []

  constructor(options: FakeOptions) {
    this.#options = options
    this.variant = variants[options.variant]
    this.accountId = this.#newId()
  }

  async answer(name: string, headers: IncomingMessage['headers'], body: Buffer, url: URL): Promise<Answer> {
    try {
      return await this.#route(name, headers, body, url)
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      throw error
    }
  }

  async #route(name: string, headers: IncomingMessage['headers'], body: Buffer, url: URL): Promise<Answer> {
    const domain = new URL(this.url).host
    switch (name) {
      case 'GET /.well-known/nodeinfo': {
        const rel = 'http://nodeinfo.diaspora.software/ns/schema/2.0'
        return ok({ links: [{ rel, href: `${this.url}/nodeinfo/2.0` }] })
      }
      case 'GET /nodeinfo/2.0':
        return ok({
          version: '2.0',
          software: { name: this.variant.software, version: this.variant.version },
        })
      case 'GET /api/v2/instance':
        if (!this.variant.hasV2) throw new Refusal(404, 'Not found')
        return ok(describeInstance(this.variant, domain))
      case 'GET /api/v1/instance':
        return ok(describeInstance(this.variant, domain))
      case 'GET /api/v1/accounts/verify_credentials':
        this.#authorize(headers, 'read')
        return ok(this.#account())
      case 'GET /api/v1/apps/verify_credentials':
        if (!this.variant.showsApplication) throw new Refusal(404, 'Not found')
        this.#authorize(headers, 'read')
        return ok({
          name: application,
          website: null,
          ...(this.variant.tellsScopes ? { scopes: this.#scopes() } : {}),
        })
      case list:
        if (this.variant.guardsList) this.#authorize(headers, 'read')
        return ok(this.#list(Number(url.searchParams.get('limit') ?? 20), url.searchParams.get('min_id')))
      case upload:
        this.#authorize(headers, 'write')
        return this.#upload(headers['content-type'] ?? '', body)
      case post:
        this.#authorize(headers, 'write')
        return ok(await this.#post(headers, body))
      case 'POST /oauth/revoke':
        return { status: 403, json: { error: 'unauthorized_client' } }
      default:
        return this.#routeIds(name, headers)
    }
  }

  #routeIds(name: string, headers: IncomingMessage['headers']): Answer {
    // An edit, of which no post is found: whether it may write is looked at before.
    if (/^PUT \/api\/v1\/statuses\/[^/]+$/.test(name)) this.#authorize(headers, 'write')
    const mediumId = /^GET \/api\/v1\/media\/([^/]+)$/.exec(name)?.[1]
    if (mediumId !== undefined) {
      this.#authorize(headers, 'write')
      const medium = this.media.get(decodeURIComponent(mediumId))
      if (!medium) throw new Refusal(404, 'Record not found')
      if (medium.isBroken) throw new Refusal(422, 'Error processing thumbnail for uploaded media')
      return { status: this.#isReady(medium) ? 200 : 206, json: this.#showMedium(medium) }
    }
    throw new Refusal(404, 'Not found')
  }

  #authorize(headers: IncomingMessage['headers'], scope: 'read' | 'write'): void {
    if (headers.authorization !== `Bearer ${this.token}` || this.isRevoked)
      throw new Refusal(401, 'The access token is invalid')
    if (!this.#scopes().some((each) => each.split(':')[0] === scope))
      throw new Refusal(403, 'This action is outside the authorized scopes')
  }

  #scopes(): string[] {
    return (this.#options.scopes ?? 'read write').split(' ')
  }

  #upload(type: string, body: Buffer): Answer {
    const parts = readMultipart(type, body)
    const file = parts.get('file')
    if (!file?.type) throw new Refusal(422, "Validation failed: File can't be blank")
    const isImage = /^image\/(?:jpeg|png|gif|webp)$/.test(file.type)
    if (!isImage && file.type !== 'video/mp4')
      throw new Refusal(this.variant.isGallery ? 403 : 422, 'Validation failed: File content type is invalid')
    if (file.bytes.length > (isImage ? imageBytes : videoBytes))
      throw new Refusal(this.variant.refusal, 'Validation failed: File file size must be less than 2 MB')
    const pixels = isImage ? pixelsOf(file.bytes) : 0
    if (pixels > imagePixels) throw new Refusal(422, `${pixels} pixel images are not supported`)
    const description = parts.get('description')?.bytes.toString('utf8') ?? ''
    if (Array.from(description).length > 1_500)
      throw new Refusal(422, 'Validation failed: Description is too long (maximum is 1500 characters)')
    const { forMs, isBroken } = this.processing
    const medium: Medium = {
      // This one keeps a file under its name alone.
      id: this.variant.software === 'snac' ? (file.name ?? '') : this.#newId(),
      mimeType: file.type,
      bytes: file.bytes,
      description,
      focus: parts.get('focus')?.bytes.toString('utf8') ?? null,
      readyAt: Date.now() + forMs,
      isBroken,
      postId: null,
    }
    this.media.set(medium.id, medium)
    return { status: this.#isReady(medium) ? 200 : 202, json: this.#showMedium(medium) }
  }

  #isReady(medium: Medium): boolean {
    return !medium.isBroken && Date.now() >= medium.readyAt
  }

  #showMedium(medium: Medium): JsonObject {
    const url = this.#isReady(medium) ? `${this.url}/media/${medium.id}` : null
    const type = medium.mimeType.startsWith('video') ? 'video' : 'image'
    return { id: medium.id, type, url, description: medium.description || null }
  }

  async #post(headers: IncomingMessage['headers'], body: Buffer): Promise<Json> {
    if (!/^application\/json/.test(headers['content-type'] ?? ''))
      throw new Refusal(422, 'No status was sent')
    const said = asObject(JSON.parse(body.toString('utf8')) as Json) ?? {}
    const key = headers['idempotency-key']
    const { keys } = this.variant
    if (typeof key !== 'string' || keys === 'ignored') return this.#show(await this.#make(said))
    if (keys === 'used_up') return this.#postUsingUp(key, said)
    if (keys === 'stored_at_end') return this.#postKeeping(key, said)
    return this.#whileLocked(key, () => this.#postKeeping(key, said))
  }

  /** Who does not get the lock of a key within a while is told to come again later. */
  async #whileLocked(key: string, work: () => Promise<Json>): Promise<Json> {
    const patienceEndsAt = Date.now() + lockPatienceMs
    while (this.#locks.has(key)) {
      if (Date.now() > patienceEndsAt)
        throw new Refusal(503, 'There was a temporary problem serving your request, please try again')
      await pause(10)
    }
    this.#locks.add(key)
    try {
      return await work()
    } finally {
      this.#locks.delete(key)
    }
  }

  async #postKeeping(key: string, said: JsonObject): Promise<Json> {
    const kept = this.#keptFor(key)
    if (kept) {
      if (this.variant.keys === 'locked_fails_repeat')
        throw new Refusal(500, "undefined method 'account' for nil")
      const standing = this.posts.find(({ id }) => id === kept.postId)
      if (!standing) throw new Refusal(500, 'Internal Server Error')
      return this.#show(standing)
    }
    const made = await this.#make(said)
    this.#keys.set(key, { postId: made.id, at: Date.now() })
    return this.#show(made)
  }

  forgetKeys(): void {
    this.#keys.clear()
  }

  async #postUsingUp(key: string, said: JsonObject): Promise<Json> {
    if (this.#keptFor(key)) throw new Refusal(400, 'Duplicate idempotency key.')
    this.#keys.set(key, { postId: null, at: Date.now() })
    return this.#show(await this.#make(said))
  }

  #keptFor(key: string): { postId: string | null } | null {
    const kept = this.#keys.get(key)
    return kept && Date.now() - kept.at < keyLifetimeMs ? kept : null
  }

  async #make(said: JsonObject): Promise<StandingPost> {
    this.#limitRate()
    const media = this.#validate(said)
    if (this.workMs > 0) await pause(this.workMs)
    if (this.failures > 0) {
      this.failures -= 1
      throw new Refusal(500, 'Internal Server Error')
    }
    for (const medium of media) medium.postId = 'taken'
    return this.keep(said, media, new Date())
  }

  #limitRate(): void {
    const now = Date.now()
    this.#sends = this.#sends.filter((at) => now - at < windowMs)
    const most = this.#options.postsPerWindow ?? postsPerWindow
    if (this.#sends.length >= most) {
      const reset = new Date((this.#sends[0] ?? now) + windowMs).toISOString()
      throw new Refusal(429, 'Too many requests', {
        'x-ratelimit-limit': String(most),
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': reset,
      })
    }
    this.#sends.push(now)
  }

  #validate(said: JsonObject): Medium[] {
    const { variant } = this
    const refuse = (error: string) => new Refusal(variant.refusal, error)
    const text = typeof said.status === 'string' ? said.status : ''
    // This one's schema: a text that is there has a letter at least.
    if (said.status === '' && variant.software === 'hollo') throw new Refusal(422, 'invalid_request')
    const spoiler = typeof said.spoiler_text === 'string' ? said.spoiler_text : ''
    if (said.visibility !== undefined && !visibilities.includes(String(said.visibility)))
      throw refuse(`'${String(said.visibility)}' is not a valid visibility`)
    if (said.in_reply_to_id !== undefined && !this.posts.some(({ id }) => id === said.in_reply_to_id))
      throw new Refusal(404, 'The post you are trying to reply to does not appear to exist.')
    const ids = isArray(said.media_ids) ? said.media_ids.map(String) : []
    const poll = asObject(said.poll)
    if (ids.length > variant.maxMedia || (ids.length > 0 && poll))
      throw refuse('Cannot attach more than 4 files')
    const media = ids.map((id) => this.#attachable(id))
    if (!variant.mixesMedia && media.length > 1 && media.some(({ mimeType }) => mimeType.startsWith('video')))
      throw refuse('Cannot attach a video to a post that already contains images')
    if (variant.isGallery && ids.length === 0 && said.in_reply_to_id === undefined)
      throw new Refusal(403, 'Empty statuses are not allowed')
    if (variant.isGallery && said.visibility === 'direct') throw refuse('The selected visibility is invalid.')
    if (text.trim() === '' && ids.length === 0) throw refuse("Validation failed: Text can't be blank")
    if (countAs(text, variant.isGallery ? '' : spoiler, variant) > variant.maxCharacters)
      throw refuse(`Validation failed: Text character limit of ${variant.maxCharacters} exceeded`)
    if (poll) this.#validatePoll(poll)
    if (variant.software === 'gotosocial' && /^(?:zz|[a-z]{4,8})$/i.test(String(said.language ?? 'en')))
      throw refuse('Bad Request: language: subtag is well-formed but unknown')
    return media
  }

  #attachable(id: string): Medium {
    const medium = this.media.get(id)
    const { software, refusal } = this.variant
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
    if (!this.#isReady(medium))
      throw new Refusal(422, 'Cannot attach files that have not finished processing. Try again in a moment!')
    return medium
  }

  #validatePoll(poll: JsonObject): void {
    const options = isArray(poll.options) ? poll.options.map(String) : []
    const { refusal } = this.variant
    if (options.length < 2 || options.length > 4 || new Set(options).size < options.length)
      throw new Refusal(refusal, "Validation failed: Poll options can't contain fewer or more, or duplicates")
    const long = options.findIndex((option) => countAs(option, '', { ...this.variant, shortens: false }) > 50)
    if (long >= 0 && this.variant.software === 'gotosocial')
      throw new Refusal(400, `Bad Request: poll option ${long} exceed max chars (50)`)
    if (long >= 0 || options.some((option) => option.trim() === ''))
      throw new Refusal(refusal, 'Validation failed: Poll option cannot be longer than 50 characters each')
    const seconds = Number(poll.expires_in)
    if (!(seconds >= 300 && seconds <= 2_629_746))
      throw new Refusal(refusal, 'Validation failed: Poll duration is too long or too short')
  }

  keep(said: JsonObject, media: readonly Medium[], at: Date): StandingPost {
    const poll = asObject(said.poll)
    const standing: StandingPost = {
      id: this.#newId(),
      source: typeof said.status === 'string' ? said.status : '',
      spoiler: typeof said.spoiler_text === 'string' ? said.spoiler_text : '',
      visibility: typeof said.visibility === 'string' ? said.visibility : 'public',
      sensitive: said.sensitive === true || typeof said.spoiler_text === 'string',
      language: typeof said.language === 'string' ? said.language : null,
      replyTo: typeof said.in_reply_to_id === 'string' ? said.in_reply_to_id : null,
      media,
      poll: poll && {
        options: isArray(poll.options) ? poll.options.map(String) : [],
        seconds: Number(poll.expires_in),
        multiple: poll.multiple === true,
      },
      at,
    }
    this.posts.push(standing)
    return standing
  }

  #list(limit: number, minId: string | null): Json {
    const most = Math.min(limit, 40)
    const after = this.posts.findIndex(({ id }) => id === minId) + 1
    const shown = after > 0 ? this.posts.slice(after, after + most) : this.posts.slice(-most)
    return shown.toReversed().map((standing) => this.#show(standing))
  }

  #show(standing: StandingPost): JsonObject {
    const { variant } = this
    const domain = new URL(this.url).host
    const at = new Date(variant.isPrecise ? standing.at : Math.floor(standing.at.getTime() / 1_000) * 1_000)
    const isSnac = variant.software === 'snac'
    const words = variant.isGallery ? standing.source.replace(/<[^>]*>/g, '') : standing.source
    return {
      id: standing.id,
      uri: `${this.url}/users/alice/statuses/${standing.id}`,
      url: `${this.url}/@alice/${standing.id}`,
      account: this.#account(),
      created_at: at.toISOString(),
      content: render(words, domain),
      ...(isSnac ? { text: standing.source } : {}),
      spoiler_text: standing.spoiler,
      visibility: standing.visibility,
      sensitive: standing.sensitive,
      language: standing.language,
      in_reply_to_id: standing.replyTo,
      reblog: null,
      media_attachments: standing.media.map(({ id, description }, index) => ({
        id: isSnac ? `${this.url}/alice/p/${standing.id}_${index}` : id,
        url: `${this.url}/media/${id}`,
        description,
      })),
      poll: standing.poll && {
        multiple: standing.poll.multiple,
        options: standing.poll.options.map((title) => ({ title, votes_count: 0 })),
      },
      ...(variant.showsApplication ? { application: { name: application, website: null } } : {}),
    }
  }

  #account(): JsonObject {
    return {
      id: this.accountId,
      username: 'alice',
      acct: 'alice',
      display_name: 'Alice',
      url: `${this.url}/@alice`,
      avatar: `${this.url}/avatar.png`,
    }
  }

  #newId(): string {
    this.#serial += 1
    switch (this.variant.ids) {
      case 'snowflake':
        return String((BigInt(Date.now()) << 16n) + BigInt(this.#serial))
      case 'ulid':
        return `01${Date.now().toString(32).toUpperCase()}${randomBytes(8).toString('hex').toUpperCase()}`
      case 'uuid':
        return randomUUID()
      case 'serial':
        return String(this.#serial)
    }
  }
}

function ok(json: Json): Answer {
  return { status: 200, json }
}

interface FormPart {
  name: string | null
  type: string | null
  bytes: Buffer
}

function readMultipart(type: string, body: Buffer): Map<string, FormPart> {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type)?.[1]
  if (boundary === undefined) throw new Refusal(422, "Validation failed: File can't be blank")
  const text = body.toString('latin1')
  if (!text.endsWith(`\r\n--${boundary}--\r\n`)) throw new Refusal(400, 'The form is broken off')
  const parts = new Map<string, FormPart>()
  for (const piece of text.split(`--${boundary}\r\n`).slice(1)) {
    const headEnd = piece.indexOf('\r\n\r\n')
    const head = piece.slice(0, headEnd)
    const content = piece.slice(headEnd + 4).replace(new RegExp(`\\r\\n(--${boundary}--\\r\\n)?$`), '')
    parts.set(/name="([^"]+)"/.exec(head)?.[1] ?? '', {
      name: /filename="([^"]+)"/.exec(head)?.[1] ?? null,
      type: /content-type: (\S+)/.exec(head)?.[1] ?? null,
      bytes: Buffer.from(content, 'latin1'),
    })
  }
  return parts
}

/** Width times height of a JPEG or PNG, by its own header; nothing for other types. */
function pixelsOf(bytes: Buffer): number {
  if (bytes.subarray(1, 4).toString() === 'PNG') return bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc3) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
  }
  return 0
}
