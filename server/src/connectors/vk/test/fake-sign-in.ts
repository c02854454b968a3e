import { randomBytes } from 'node:crypto'
import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { neededScopes } from '../app.ts'
import type { Caller, World } from './fake-world.ts'
import { refuse } from './fake-world.ts'

export const clientId = '51694790'

/**
 * VK ID: a public client with PKCE, a device that comes back with the code and goes with every trade, access of an hour, and a refresh
 * token that is good for one trade. Source: id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description.
 */
export class FakeSignIn {
  readonly oauth: FakeOAuth
  readonly #world: World
  /** The device of each code and each refresh token. */
  readonly #devices = new Map<string, string>()

  constructor(world: World, redirectUris: readonly string[]) {
    this.#world = world
    this.oauth = new FakeOAuth({
      people: world.people.map(({ screenName }) => screenName),
      scopes: neededScopes,
      sendsIssuer: false,
      expiresIn: 3_600,
    })
    this.oauth.clients.set(clientId, { secret: null, redirectUris, scopes: neededScopes })
  }

  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    'GET /authorize': (call) => this.#ask('GET /oauth/authorize', call),
    'POST /authorize': (call) => this.#decide(call),
    'POST /oauth2/auth': (call) => this.#trade(call),
  }

  /** Who calls. @throws FakeRefusal */
  admit({ headers }: FakeCall): Caller {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw refuse(5, 'User authorization failed: no access_token passed.')
    if (this.#world.serviceKeys.has(token)) return { kind: 'service' }
    const key = this.#world.keys.get(token)
    if (key?.isDeleted === true) throw refuse(27, 'Group authorization failed: the key was deleted.')
    if (key) return { kind: 'group', ...key }
    const owner = this.oauth.ownerOf(token)
    const person = this.#world.people.find(({ screenName }) => screenName === owner?.person)
    if (!owner || !person) throw refuse(5, 'User authorization failed: invalid access_token (4).')
    return { kind: 'user', person, scopes: owner.scopes }
  }

  #ask(name: string, call: FakeCall): FakeAnswer {
    const route = this.oauth.routes[name]
    if (!route) throw new Error(`There is no ${name}.`)
    return route(call)
  }

  #decide(call: FakeCall): FakeAnswer {
    const answer = this.#ask('POST /oauth/authorize', call)
    const back = new URL(answer.headers?.location ?? '')
    const code = back.searchParams.get('code')
    if (code === null) return answer
    const device = randomBytes(24).toString('base64url')
    fakeSecrets.note(device)
    this.#devices.set(code, device)
    for (const [name, value] of [
      ['device_id', device],
      ['expires_in', '600'],
      ['ext_id', 'ext'],
      ['type', 'code_v2'],
    ])
      back.searchParams.set(String(name), String(value))
    return { ...answer, headers: { location: back.href } }
  }

  #trade(call: FakeCall): FakeAnswer {
    const form = new URLSearchParams(call.body.toString())
    const state = form.get('state') ?? ''
    if (state.length < 32) throw refuseTrade('invalid_request', 'state is missing or too short')
    if (form.has('client_secret')) throw refuseTrade('invalid_request', 'client_secret is not known')
    const device = this.#devices.get(form.get('code') ?? form.get('refresh_token') ?? '')
    if (device === undefined || device !== form.get('device_id'))
      throw refuseTrade('invalid_grant', 'device_id does not match')
    const given = asObject(this.#ask('POST /oauth/token', call).json) ?? {}
    const refreshToken = textOf(given.refresh_token)
    if (refreshToken !== null) this.#devices.set(refreshToken, device)
    return { status: 200, json: { ...given, user_id: this.#userOf(given), state } }
  }

  #userOf(given: JsonObject): number {
    const owner = this.oauth.ownerOf(textOf(given.access_token) ?? '')
    return this.#world.people.find(({ screenName }) => screenName === owner?.person)?.id ?? 0
  }
}

/** VK ID says errors with the status 200 too. */
function refuseTrade(error: string, words: string): FakeRefusal {
  return new FakeRefusal(words, { status: 200, json: { error, error_description: words } })
}
