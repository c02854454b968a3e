import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import type { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { ok, Refusal } from './fake-answer.ts'
import { readMultipart } from './fake-form.ts'
import { FakeKeys } from './fake-keys.ts'
import {
  application,
  isReady,
  type Medium,
  type StandingPost,
  showAccount,
  showMedium,
  showPost,
} from './fake-posts.ts'
import { editOf, validatePost, validateUpload } from './fake-rules.ts'
import { createSignIn, registerApp } from './fake-sign-in.ts'
import { describeInstance, type Variant, type VariantName, variants } from './fake-variants.ts'

export const post = 'POST /api/v1/statuses'
export const upload = 'POST /api/v2/media'
export const list = 'GET /api/v1/accounts/me/statuses'

export interface FakeOptions {
  readonly variant: VariantName
  /** Posts in three hours; the documented 300 unless given. */
  readonly postsPerWindow?: number
  /** `read` alone is a token that may not publish. */
  readonly scopes?: string
}

interface Owner {
  readonly person: string
  readonly scopes: readonly string[]
}

const postsPerWindow = 300
const windowMs = 3 * 3_600_000

/** The server's state, and what each call does to it. */
export class FakeWorld {
  variant: Variant
  readonly token = randomBytes(32).toString('hex')
  readonly accountId: string
  /** The second person’s, who has no posts. */
  readonly otherId: string
  readonly oauth: FakeOAuth
  readonly posts: StandingPost[] = []
  readonly media = new Map<string, Medium>()
  readonly keys = new FakeKeys()
  /** Likes and reposts, by the id of the post. */
  readonly engagement = new Map<string, { likes: number; reposts: number }>()
  url = ''
  isRevoked = false
  processing = { forMs: 0, isBroken: false }
  workMs = 0
  failures = 0
  readonly #options: FakeOptions
  #serial = 1_000
  #sends: number[] = []

  constructor(options: FakeOptions) {
    this.#options = options
    this.variant = variants[options.variant]
    this.accountId = this.#newId()
    this.otherId = this.#newId()
    this.oauth = createSignIn(this.variant)
  }

  async answer(call: FakeCall): Promise<FakeAnswer> {
    const { name, headers, body, url } = call
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
        return ok(this.#showOwner(this.#authorize(headers, 'read:accounts')))
      case 'GET /api/v1/apps/verify_credentials':
        if (!this.variant.showsApplication) throw new Refusal(404, 'Not found')
        return ok(this.#showApplication(headers))
      case list:
        if (this.variant.guardsList) this.#authorize(headers, 'read:statuses')
        return ok(this.#list(Number(url.searchParams.get('limit') ?? 20), url.searchParams.get('min_id')))
      case upload:
        this.#authorize(headers, 'write:media')
        return this.#upload(headers['content-type'] ?? '', body)
      case post:
        this.#authorize(headers, 'write:statuses')
        return ok(await this.#post(headers, body))
      case 'POST /api/v1/apps':
        return registerApp(this.oauth, this.variant, call)
      case 'GET /.well-known/oauth-authorization-server':
        if (this.variant.signIn !== 'doorkeeper') throw new Refusal(404, 'Not found')
        return ok({ ...this.oauth.metadata(), app_registration_endpoint: `${this.url}/api/v1/apps` })
      case 'POST /oauth/revoke':
        // A token of a page for developers is another app’s.
        if (/json/.test(headers['content-type'] ?? ''))
          return { status: 403, json: { error: 'unauthorized_client' } }
        return this.#signIn(call)
      default:
        return Object.hasOwn(this.oauth.routes, name)
          ? this.#signIn(call)
          : this.#routeIds(name, headers, body)
    }
  }

  #signIn(call: FakeCall): FakeAnswer {
    const route = this.oauth.routes[call.name]
    if (!route) throw new Refusal(404, 'Not found')
    return route(call)
  }

  #showOwner(owner: Owner): JsonObject {
    return owner.person === 'alice'
      ? showAccount(this)
      : showAccount({ ...this, accountId: this.otherId }, owner.person)
  }

  #showApplication(headers: IncomingMessage['headers']): JsonObject {
    const { scopes } = this.#authorize(headers, null)
    return { name: application, website: null, ...(this.variant.namesScopes ? { scopes: [...scopes] } : {}) }
  }

  #routeIds(name: string, headers: IncomingMessage['headers'], body: Buffer): FakeAnswer {
    const editedId = /^PUT \/api\/v1\/statuses\/([^/]+)$/.exec(name)?.[1]
    if (editedId !== undefined) return ok(this.#edit(decodeURIComponent(editedId), headers, body))
    const [, verb, postId = ''] = /^(GET|DELETE) \/api\/v1\/statuses\/([^/]+)$/.exec(name) ?? []
    if (verb !== undefined) return ok(this.#statusOf(verb, decodeURIComponent(postId), headers))
    const mediumId = /^GET \/api\/v1\/media\/([^/]+)$/.exec(name)?.[1]
    if (mediumId !== undefined) {
      this.#authorize(headers, 'write:media')
      const medium = this.media.get(decodeURIComponent(mediumId))
      if (!medium) throw new Refusal(404, 'Record not found')
      if (medium.isBroken) throw new Refusal(422, 'Error processing thumbnail for uploaded media')
      return { status: isReady(medium) ? 200 : 206, json: showMedium(medium, this.url) }
    }
    throw new Refusal(404, 'Not found')
  }

  #statusOf(verb: string, id: string, headers: IncomingMessage['headers']): Json {
    this.#authorize(headers, verb === 'GET' ? 'read:statuses' : 'write:statuses')
    const standing = this.posts.find((each) => each.id === id)
    if (!standing) throw new Refusal(404, 'Record not found')
    if (verb === 'DELETE') this.posts.splice(this.posts.indexOf(standing), 1)
    return { ...showPost(standing, this), ...this.#countsOf(standing) }
  }

  /** Gives a post the words and media that are said; what is left out is gone afterwards. */
  #edit(id: string, headers: IncomingMessage['headers'], body: Buffer): Json {
    // Whether it may write is looked at before the post is.
    this.#authorize(headers, 'write:statuses')
    const place = this.posts.findIndex((each) => each.id === id)
    const standing = this.posts[place]
    if (!standing) throw new Refusal(404, 'Record not found')
    const edited = editOf(standing, readStatus(headers, body), this)
    this.posts[place] = edited
    return showPost(edited, this)
  }

  #countsOf({ id }: StandingPost): JsonObject {
    const { likes = 0, reposts = 0 } = this.engagement.get(id) ?? {}
    return {
      favourites_count: likes,
      reblogs_count: reposts,
      replies_count: this.posts.filter(({ replyTo }) => replyTo === id).length,
    }
  }

  /** Whose token it is. It needs this very scope, or the one that holds it. */
  #authorize(headers: IncomingMessage['headers'], scope: string | null): Owner {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const scopes = (this.#options.scopes ?? 'read write').split(' ')
    const owner = token === this.token ? { person: 'alice', scopes } : this.oauth.ownerOf(token)
    if (!owner || this.isRevoked) throw new Refusal(401, 'The access token is invalid')
    if (scope !== null && !owner.scopes.some((each) => each === scope || scope.startsWith(`${each}:`)))
      throw new Refusal(403, 'This action is outside the authorized scopes')
    return owner
  }

  #upload(type: string, body: Buffer): FakeAnswer {
    const { name, ...given } = validateUpload(readMultipart(type, body), this.variant)
    const { forMs, isBroken } = this.processing
    const medium: Medium = {
      // This one keeps a file under its name alone.
      id: this.variant.software === 'snac' ? name : this.#newId(),
      ...given,
      readyAt: Date.now() + forMs,
      isBroken,
      postId: null,
    }
    this.media.set(medium.id, medium)
    return { status: isReady(medium) ? 200 : 202, json: showMedium(medium, this.url) }
  }

  async #post(headers: IncomingMessage['headers'], body: Buffer): Promise<Json> {
    const fields = readStatus(headers, body)
    const key = headers['idempotency-key']
    const make = () => this.#make(fields)
    const made = typeof key === 'string' ? this.keys.postOf(key, this.variant.keys, this.posts, make) : make()
    return showPost(await made, this)
  }

  async #make(fields: JsonObject): Promise<StandingPost> {
    this.#limitRate()
    const media = validatePost(fields, this)
    if (this.workMs > 0) await pause(this.workMs)
    if (this.failures > 0) {
      this.failures -= 1
      throw new Refusal(500, 'Internal Server Error')
    }
    for (const medium of media) medium.postId = 'taken'
    return this.keep(fields, media, new Date())
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

  keep(fields: JsonObject, media: readonly Medium[], at: Date): StandingPost {
    const poll = asObject(fields.poll)
    const standing: StandingPost = {
      id: this.#newId(),
      source: typeof fields.status === 'string' ? fields.status : '',
      spoiler: typeof fields.spoiler_text === 'string' ? fields.spoiler_text : '',
      visibility: typeof fields.visibility === 'string' ? fields.visibility : 'public',
      sensitive: fields.sensitive === true || typeof fields.spoiler_text === 'string',
      language: typeof fields.language === 'string' ? fields.language : null,
      replyTo: typeof fields.in_reply_to_id === 'string' ? fields.in_reply_to_id : null,
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
    return shown.toReversed().map((standing) => showPost(standing, this))
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

function readStatus(headers: IncomingMessage['headers'], body: Buffer): JsonObject {
  if (!/^application\/json/.test(headers['content-type'] ?? '')) throw new Refusal(422, 'No status was sent')
  return asObject(JSON.parse(body.toString('utf8')) as Json) ?? {}
}
