import { asObject, type JsonObject } from '../../../lib/json/json.ts'
import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { type FakePerson, people, refuse } from './fake-world.ts'

export const secretScopes = [
  'boards:read_secret',
  'boards:write_secret',
  'pins:read_secret',
  'pins:write_secret',
]
const allScopes = [
  ...['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'],
  ...secretScopes,
]

const accessSeconds = 2_592_000
const refreshSeconds = 5_184_000

/** Pinterest's sign-in: scopes by commas, the client by HTTP Basic alone, refresh tokens that are replaced by their use. */
export class FakeSignIn {
  readonly oauth = new FakeOAuth({
    people: people.map(({ username }) => username),
    scopes: allScopes,
    pkce: 'ignored',
    sendsIssuer: false,
    expiresIn: accessSeconds,
  })

  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    'GET /oauth/': (call) => this.#ask('GET /oauth/authorize', withScopes(call)),
    'POST /oauth/': (call) => this.#ask('POST /oauth/authorize', withScopes(call)),
    'POST /v5/oauth/token': (call) => this.#giveTokens(call),
  }

  /** Who calls, if their access is good for all of these scopes. @throws FakeRefusal */
  admit({ headers }: FakeCall, scopes: readonly string[]): FakePerson {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const owner = this.oauth.ownerOf(token)
    const person = people.find(({ username }) => username === owner?.person)
    if (!owner || !person) throw refuse(401, 2, 'Authentication failed.')
    const missing = scopes.filter((scope) => !owner.scopes.includes(scope))
    if (missing.length > 0)
      throw refuse(403, 3, `The token lacks the needed scopes. Missing: ${missing.join(', ')}`)
    return person
  }

  #ask(name: string, call: FakeCall): FakeAnswer {
    const route = this.oauth.routes[name]
    if (!route) throw new Error(`There is no ${name}.`)
    return route(call)
  }

  #giveTokens(call: FakeCall): FakeAnswer {
    const form = new URLSearchParams(call.body.toString())
    const known = ['grant_type', 'code', 'redirect_uri', 'refresh_token', 'scope']
    const unknown = [...form.keys()].find((name) => !known.includes(name))
    if (unknown !== undefined) throw refuse(400, 1, `Invalid request: '${unknown}' was unexpected`)
    if (!/^Basic \S+$/.test(call.headers.authorization ?? '')) throw refuse(401, 2, 'Authentication failed.')
    const { access_token, token_type, expires_in, refresh_token, scope } = this.#trade(call)
    const isCode = form.get('grant_type') === 'authorization_code'
    const json = {
      response_type: isCode ? 'authorization_code' : 'refresh_token',
      ...{ access_token, token_type, expires_in, refresh_token, scope },
      refresh_token_expires_in: refreshSeconds,
      refresh_token_expires_at: Math.floor(Date.now() / 1_000) + refreshSeconds,
    } as JsonObject
    return { status: 200, json }
  }

  /** The standard's answers and errors; the errors as Pinterest writes them. */
  #trade(call: FakeCall): JsonObject {
    try {
      return asObject(this.#ask('POST /oauth/token', call).json) ?? {}
    } catch (error) {
      if (!(error instanceof FakeRefusal)) throw error
      switch (asObject(error.answer.json)?.error) {
        case 'invalid_grant':
          throw refuse(401, 283, 'The authorization grant is invalid')
        case 'invalid_client':
          throw refuse(401, 2, 'Authentication failed.')
        default:
          throw refuse(400, 1, 'Invalid request body.')
      }
    }
  }
}

/** The scopes of an address with commas, as the standard writes them. */
function withScopes(call: FakeCall): FakeCall {
  const url = new URL(call.url)
  const scope = url.searchParams.get('scope') ?? ''
  url.searchParams.set('scope', scope.split(',').join(' '))
  return { ...call, url }
}
