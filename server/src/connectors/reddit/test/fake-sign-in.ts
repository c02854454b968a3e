import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { neededScopes } from '../app.ts'
import { type FakePerson, refuse } from './fake-world.ts'

const page = '/api/v1/authorize'

/** Reddit's sign-in: the client by HTTP Basic, and a refresh token only for `duration=permanent`, which stays the same for ever. */
export class FakeSignIn {
  readonly oauth: FakeOAuth
  readonly #people: readonly FakePerson[]
  /** The codes whose access ends after an hour. */
  readonly #temporary = new Set<string>()
  /** The token that the standard's server wants next, by the one that the client keeps. */
  readonly #current = new Map<string, string>()
  /** Whether answers to a refresh name the refresh token. */
  namesRefreshToken = false

  constructor(people: readonly FakePerson[]) {
    this.#people = people
    this.oauth = new FakeOAuth({
      people: people.map(({ name }) => name),
      scopes: [...neededScopes, 'vote'],
      pkce: 'ignored',
      sendsIssuer: false,
      expiresIn: 3_600,
    })
  }

  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    [`GET ${page}`]: (call) => this.#ask('GET /oauth/authorize', call),
    [`POST ${page}`]: (call) => this.#decide(call),
    'POST /api/v1/access_token': (call) => this.#giveTokens(call),
    'POST /api/v1/revoke_token': (call) => this.#revoke(call),
  }

  /** Who calls, under a name of their own, if their access is good for this. @throws FakeRefusal */
  admit(call: FakeCall, scope: string): FakePerson {
    refuseStrangeName(call)
    const token = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1] ?? ''
    const owner = this.oauth.ownerOf(token)
    const person = this.#people.find(({ name }) => name === owner?.person)
    if (!owner || !person) throw refuse(401)
    if (!owner.scopes.includes(scope))
      throw refuse(403, {}, { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' })
    if (person.isSuspended && scope !== 'identity') throw refuse(403)
    return person
  }

  #ask(name: string, call: FakeCall): FakeAnswer {
    const route = this.oauth.routes[name]
    if (!route) throw new Error(`There is no ${name}.`)
    return route(call)
  }

  #decide(call: FakeCall): FakeAnswer {
    const answer = this.#ask('POST /oauth/authorize', call)
    const code = new URL(answer.headers?.location ?? '').searchParams.get('code')
    if (code !== null && call.url.searchParams.get('duration') !== 'permanent') this.#temporary.add(code)
    return answer
  }

  #giveTokens(call: FakeCall): FakeAnswer {
    refuseStrangeName(call)
    if (!/^Basic \S+$/.test(call.headers.authorization ?? '')) throw refuse(401)
    const form = new URLSearchParams(call.body.toString())
    const kept = form.get('refresh_token')
    if (kept !== null) form.set('refresh_token', this.#current.get(kept) ?? kept)
    const given = this.#trade({ ...call, body: Buffer.from(form.toString()) })
    const next = textOf(given.refresh_token) ?? ''
    const { refresh_token: _, ...rest } = given
    this.#current.set(kept ?? next, next)
    const isSaid = kept === null ? !this.#temporary.has(form.get('code') ?? '') : this.namesRefreshToken
    return { status: 200, json: isSaid ? { ...rest, refresh_token: kept ?? next } : rest }
  }

  /** The standard's answers and errors; those of the client as Reddit writes them. */
  #trade(call: FakeCall): JsonObject {
    try {
      return asObject(this.#ask('POST /oauth/token', call).json) ?? {}
    } catch (error) {
      if (!(error instanceof FakeRefusal)) throw error
      const code = textOf(asObject(error.answer.json)?.error) ?? ''
      if (code === 'invalid_client') throw refuse(401)
      throw new FakeRefusal(code, { status: 400, json: { error: code } })
    }
  }

  #revoke(call: FakeCall): FakeAnswer {
    refuseStrangeName(call)
    const form = new URLSearchParams(call.body.toString())
    const token = form.get('token') ?? ''
    form.set('token', this.#current.get(token) ?? token)
    try {
      this.#ask('POST /oauth/revoke', { ...call, body: Buffer.from(form.toString()) })
    } catch (error) {
      if (error instanceof FakeRefusal) throw refuse(401)
      throw error
    }
    return { status: 204, json: null }
  }
}

/** Requests under a name that many programs share are slowed down until nothing goes. */
function refuseStrangeName({ headers }: FakeCall): void {
  if (/^[a-z]+:[\w.-]+:v[\w.]+ \(by \/u\/[\w-]+\)$/.test(headers['user-agent'] ?? '')) return
  throw refuse(429, {}, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' })
}
