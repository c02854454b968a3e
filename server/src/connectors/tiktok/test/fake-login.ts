import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

export const everyScope = ['user.info.basic', 'video.publish', 'video.upload', 'video.list']

const allScopes = [...everyScope, 'user.info.profile', 'user.info.stats']
const refreshLifeSeconds = 180 * 24 * 3_600

/**
 * TikTok's sign-in for websites: a client key in place of the client id, scopes separated by commas, no PKCE, tokens of two hours
 * with refresh tokens that are another one each time, and errors that come with the status 200.
 */
export class FakeLogin {
  readonly oauth: FakeOAuth

  constructor(people: readonly string[]) {
    this.oauth = new FakeOAuth({
      people,
      scopes: allScopes,
      pkce: 'ignored',
      sendsIssuer: false,
      expiresIn: 7_200,
    })
  }

  /** TikTok sends people back to static addresses on https alone. */
  register(redirectUri: string): { id: string; secret: string } {
    const { protocol, search, hash } = new URL(redirectUri)
    if (protocol !== 'https:' || search !== '' || hash !== '' || redirectUri.length >= 512)
      throw new Error('TikTok takes no such address to return to.')
    return this.oauth.register({ redirectUris: [redirectUri] })
  }

  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    'GET /v2/auth/authorize/': (call) => this.#page('GET', call),
    'POST /v2/auth/authorize/': (call) => this.#page('POST', call),
    'POST /v2/oauth/token/': (call) => flat(() => this.#giveTokens(call)),
    'POST /v2/oauth/revoke/': (call) => flat(() => this.#ask('POST /oauth/revoke', renamed(call))),
  }

  #ask(name: string, call: FakeCall): FakeAnswer {
    const route = this.oauth.routes[name]
    if (!route) throw new Error(`There is no ${name}.`)
    return route(call)
  }

  /** The form of the page comes back to the address that the page was drawn for. */
  #page(method: 'GET' | 'POST', call: FakeCall): FakeAnswer {
    const url = new URL(call.url)
    const { searchParams } = url
    const key = searchParams.get('client_key')
    const asked = searchParams.get('scope') ?? ''
    if (method === 'GET' && (key === null || searchParams.has('client_id') || asked.includes(' ')))
      throw refusal('invalid_request', 'A parameter is missing or malformed.')
    if (key !== null) searchParams.set('client_id', key)
    searchParams.set('scope', asked.replaceAll(',', ' '))
    const answer = this.#ask(`${method} /oauth/authorize`, { ...call, url })
    return { ...answer, headers: withScopes(answer.headers ?? {}, asked) }
  }

  #giveTokens(call: FakeCall): FakeAnswer {
    const answer = this.#ask('POST /oauth/token', renamed(call))
    const tokens = asObject(answer.json) ?? {}
    const person = this.oauth.ownerOf(textOf(tokens.access_token) ?? '')?.person ?? ''
    const json: JsonObject = {
      ...tokens,
      scope: (textOf(tokens.scope) ?? '').replaceAll(' ', ','),
      open_id: openIdOf(person),
      refresh_expires_in: refreshLifeSeconds,
    }
    return { ...answer, json }
  }
}

/** The id of a person in one app. */
export function openIdOf(person: string): string {
  return `-000${person}`
}

/** With the names of the standard. TikTok's own are refused where they are missing. */
function renamed(call: FakeCall): FakeCall {
  const form = new URLSearchParams(call.body.toString())
  const key = form.get('client_key')
  if (key === null || form.has('client_id')) throw refusal('invalid_request', 'client_key is missing.')
  form.delete('client_key')
  form.set('client_id', key)
  return { ...call, body: Buffer.from(form.toString()) }
}

function withScopes(headers: Readonly<Record<string, string>>, scopes: string): Record<string, string> {
  const back = URL.parse(headers.location ?? '')
  if (!back?.searchParams.has('code')) return { ...headers }
  back.searchParams.set('scopes', scopes.replaceAll(' ', ','))
  return { ...headers, location: back.href }
}

/** Errors of the sign-in are flat, and some come with the status 200. */
function flat(work: () => FakeAnswer): FakeAnswer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof FakeRefusal)) throw error
    const { json } = error.answer
    return { status: 200, json: { error_description: 'No', ...asObject(json), log_id: 'a-log' } }
  }
}

function refusal(error: string, words: string): FakeRefusal {
  return new FakeRefusal(words, { status: 400, json: { error, error_description: words, log_id: 'a-log' } })
}
