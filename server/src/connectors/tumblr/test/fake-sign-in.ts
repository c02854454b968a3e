import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { neededScopes } from '../app.ts'
import { type FakePerson, refuse, type World } from './fake-world.ts'

const page = '/oauth2/authorize'

/** Tumblr's sign-in: the client in the form, access of 42 minutes, and a refresh token for `offline_access` that is good for one trade. */
export class FakeSignIn {
  readonly oauth: FakeOAuth
  readonly #world: World

  constructor(world: World) {
    this.#world = world
    this.oauth = new FakeOAuth({
      people: world.people.map(({ name }) => name),
      scopes: neededScopes,
      pkce: 'ignored',
      sendsIssuer: false,
      expiresIn: 2_520,
    })
  }

  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    [`GET ${page}`]: (call) => this.#ask('GET /oauth/authorize', call),
    [`POST ${page}`]: (call) => this.#ask('POST /oauth/authorize', call),
    'POST /v2/oauth2/token': (call) => this.#giveTokens(call),
  }

  /** Who calls, if their access is good for this. @throws FakeRefusal */
  admit({ headers }: FakeCall, scope: 'basic' | 'write'): FakePerson {
    if (headers['user-agent'] !== 'Crier') throw refuse(403, 0, 'A consistent user agent is required.')
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const owner = this.oauth.ownerOf(token)
    const person = this.#world.people.find(({ name }) => name === owner?.person)
    if (!owner || !person) throw refuse(401, 1_016, 'Unable to authorize')
    if (!owner.scopes.includes(scope)) throw refuse(403, 0, 'The scope is insufficient.')
    return person
  }

  #ask(name: string, call: FakeCall): FakeAnswer {
    const route = this.oauth.routes[name]
    if (!route) throw new Error(`There is no ${name}.`)
    return route(call)
  }

  #giveTokens(call: FakeCall): FakeAnswer {
    if (call.headers.authorization !== undefined) throw refuse(401, 1_016, 'Unable to authorize')
    const { refresh_token: refreshToken, ...given } = this.#trade(call)
    const isLasting = (textOf(given.scope) ?? '').split(' ').includes('offline_access')
    const lasting = isLasting && refreshToken !== undefined ? { refresh_token: refreshToken } : {}
    return { status: 200, json: { ...given, token_type: 'bearer', id_token: false, ...lasting } }
  }

  /** The standard's answers; a code or a refresh token that is not good is refused as the API refuses. */
  #trade(call: FakeCall): JsonObject {
    try {
      return asObject(this.#ask('POST /oauth/token', call).json) ?? {}
    } catch (error) {
      const isGrant = error instanceof FakeRefusal && asObject(error.answer.json)?.error === 'invalid_grant'
      throw isGrant ? refuse(401, 1_016, 'Unable to authorize') : error
    }
  }
}
