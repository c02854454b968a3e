import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { FakeOAuth } from './fake-oauth.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from './fake-server.ts'

/** An error in the envelope of the Graph API. */
export function graphRefusal(
  status: number,
  error: { readonly message: string; readonly code: number } & JsonObject,
): FakeRefusal {
  const envelope = { type: 'OAuthException', fbtrace_id: 'AfakeTraceOfThisCall', ...error }
  return new FakeRefusal(error.message, { status, json: { error: envelope } })
}

/** The token of a call, which must come in its header: an address ends in logs. */
export function tokenOfCall({ url, headers }: FakeCall): string {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null
  if (url.searchParams.has('access_token') || token === null)
    throw graphRefusal(400, { message: 'An active access token must be used', code: 2500 })
  return token
}

export function tokenEnded(subcode = 460): FakeRefusal {
  const message = 'Error validating access token: The session has been invalidated'
  return graphRefusal(400, { message, code: 190, error_subcode: subcode })
}

/** The people of Facebook and the Pages they see, as `me/accounts` shows them. The tokens of Pages are given by it. */
export interface FakeFacebook {
  readonly oauth: FakeOAuth
  readonly client: { readonly id: string; readonly secret: string }
  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>>
  /** The Page whose token this is; null for any other. */
  pageOf(token: string): string | null
}

/**
 * Facebook Login with one app, as strict as its documentation.
 * @param pages by person; each Page needs an id, and gets its token
 */
export function createFakeFacebook(options: {
  readonly version: string
  readonly scopes: readonly string[]
  readonly redirectUris: readonly string[]
  readonly pages: Readonly<Record<string, readonly JsonObject[]>>
}): FakeFacebook {
  const { version, scopes, redirectUris, pages } = options
  const people = Object.keys(pages)
  const oauth = new FakeOAuth({ people, scopes, pkce: 'ignored', sendsIssuer: false, namesScopes: false })
  const client = oauth.register({ redirectUris, scopes })
  const tokens = new Map<string, { person: string; pageId: string; userToken: string }>()
  const longLived = new Set<string>()
  const owner = (call: FakeCall) => {
    const token = tokenOfCall(call)
    const found = oauth.ownerOf(token)
    if (!found) throw tokenEnded()
    return { ...found, token }
  }
  return {
    oauth,
    client,
    pageOf: (token) => {
      const found = tokens.get(token)
      return found && oauth.ownerOf(found.userToken) ? found.pageId : null
    },
    routes: {
      [`GET /${version}/dialog/oauth`]: (call) =>
        withScopes(call, (read) => route(oauth, 'GET /oauth/authorize', read)),
      [`POST /${version}/dialog/oauth`]: (call) =>
        withScopes(call, (read) => route(oauth, 'POST /oauth/authorize', read)),
      [`POST /${version}/oauth/access_token`]: (call) => giveToken(oauth, longLived, call),
      [`GET /${version}/me/permissions`]: (call) => {
        const granted = owner(call).scopes
        const data = scopes.map((permission) => {
          return { permission, status: granted.includes(permission) ? 'granted' : 'declined' }
        })
        return { status: 200, json: { data } }
      },
      [`GET /${version}/me`]: (call) => {
        return { status: 200, json: { id: fakeUserId(owner(call).person, people) } }
      },
      [`GET /${version}/me/accounts`]: (call) => {
        const { person, token } = owner(call)
        if (!longLived.has(token)) throw graphRefusal(400, { message: 'Use a token that lasts', code: 100 })
        const all = (pages[person] ?? []).map((page) => {
          const pageId = textOf(page.id) ?? ''
          const pageToken = `page-token-${pageId}-${tokens.size + 1}`
          tokens.set(pageToken, { person, pageId, userToken: token })
          return { access_token: pageToken, ...page }
        })
        return { status: 200, json: onePage(all, call) }
      },
    },
  }
}

/** A person as the app knows them. */
export function fakeUserId(person: string, people: readonly string[]): string {
  return `1022500000000000${people.indexOf(person) + 1}`
}

function route(oauth: FakeOAuth, name: string, call: FakeCall): FakeAnswer {
  const found = oauth.routes[name]
  if (!found) throw new Error(`There is no ${name}.`)
  return found(call)
}

/** Facebook separates scopes by commas. */
function withScopes(call: FakeCall, answer: (call: FakeCall) => FakeAnswer): FakeAnswer {
  const url = new URL(call.url)
  url.searchParams.set('scope', (url.searchParams.get('scope') ?? '').replaceAll(',', ' '))
  return answer({ ...call, url })
}

function giveToken(oauth: FakeOAuth, longLived: Set<string>, call: FakeCall): FakeAnswer {
  const form = new URLSearchParams(call.body.toString())
  if (form.get('grant_type') !== 'fb_exchange_token')
    return inEnvelope(() => route(oauth, 'POST /oauth/token', call))
  const client = oauth.clients.get(form.get('client_id') ?? '')
  if (!client || client.secret !== form.get('client_secret')) throw wrongSecret()
  const found = oauth.ownerOf(form.get('fb_exchange_token') ?? '')
  if (!found) throw tokenEnded()
  const token = oauth.issue(found.person, found.scopes)
  longLived.add(token)
  return { status: 200, json: { access_token: token, token_type: 'bearer', expires_in: 5_183_944 } }
}

/** Says the errors of the standard as the Graph API says them. */
function inEnvelope(answer: () => FakeAnswer): FakeAnswer {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof FakeRefusal)) throw error
    const code = textOf(asObject(error.answer.json)?.error)
    if (code === 'invalid_client') throw wrongSecret()
    const message = 'This authorization code has been used.'
    throw graphRefusal(400, { message, code: 100, error_subcode: 36_009 })
  }
}

function wrongSecret(): FakeRefusal {
  return graphRefusal(400, { message: 'Error validating client secret.', code: 1 })
}

/** Lists come in parts, each with a cursor and the whole address of the next. */
function onePage(all: readonly JsonObject[], { url }: FakeCall): JsonObject {
  const limit = Number(url.searchParams.get('limit') ?? 25)
  const start = Number(url.searchParams.get('after') ?? 0)
  const end = start + limit
  const next = end < all.length ? { next: `${url.href}&access_token=leaks` } : {}
  return { data: all.slice(start, end), paging: { cursors: { after: String(end) }, ...next } }
}
