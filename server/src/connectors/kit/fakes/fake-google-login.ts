import { randomBytes } from 'node:crypto'
import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { FakeOAuth } from './fake-oauth.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from './fake-server.ts'

/**
 * Google's sign-in: refresh tokens come only where offline access was asked for with a new consent, stay the same while
 * they are used, and are ended where they are revoked.
 */
export class FakeGoogle {
  readonly oauth: FakeOAuth
  /** The codes that bring a refresh token. */
  readonly #offline = new Set<string>()
  /** The token behind each of Google's, which is another one after each use. */
  readonly #behind = new Map<string, string>()

  constructor(people: readonly string[], scopes: readonly string[]) {
    this.oauth = new FakeOAuth({ people, scopes, expiresIn: 3_599, sendsIssuer: false })
  }

  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    'GET /o/oauth2/v2/auth': (call) => this.#ask('GET /oauth/authorize', call),
    'POST /o/oauth2/v2/auth': (call) => this.#decide(call),
    'POST /token': (call) => this.#giveTokens(call),
    'POST /revoke': (call) => this.#revoke(call),
  }

  #ask(name: string, call: FakeCall): FakeAnswer {
    const route = this.oauth.routes[name]
    if (!route) throw new Error(`There is no ${name}.`)
    return route(call)
  }

  #decide(call: FakeCall): FakeAnswer {
    const answer = this.#ask('POST /oauth/authorize', call)
    const code = URL.parse(answer.headers?.location ?? '')?.searchParams.get('code')
    const { searchParams } = call.url
    const isOffline =
      searchParams.get('access_type') === 'offline' && searchParams.get('prompt') === 'consent'
    if (code && isOffline) this.#offline.add(code)
    return answer
  }

  #giveTokens(call: FakeCall): FakeAnswer {
    const form = new URLSearchParams(call.body.toString())
    const known = form.get('refresh_token')
    if (known !== null) form.set('refresh_token', this.#behind.get(known) ?? 'unknown')
    const answer = this.#ask('POST /oauth/token', { ...call, body: Buffer.from(form.toString()) })
    const { refresh_token: behind, ...rest } = asObject(answer.json) ?? {}
    const token = known ?? (this.#offline.has(form.get('code') ?? '') ? newToken() : null)
    if (token !== null) this.#behind.set(token, textOf(behind) ?? '')
    const json: JsonObject = known === null && token !== null ? { ...rest, refresh_token: token } : rest
    return { ...answer, json }
  }

  #revoke(call: FakeCall): FakeAnswer {
    const form = new URLSearchParams(call.body.toString())
    const token = form.get('token') ?? ''
    const behind = this.#behind.get(token)
    if (behind === undefined && !this.oauth.ownerOf(token)) {
      const json = { error: 'invalid_token', error_description: 'Token expired or revoked' }
      throw new FakeRefusal('invalid_token', { status: 400, json })
    }
    form.set('token', behind ?? token)
    this.#behind.delete(token)
    return this.#ask('POST /oauth/revoke', { ...call, body: Buffer.from(form.toString()) })
  }
}

function newToken(): string {
  return `1//${randomBytes(24).toString('base64url')}`
}
