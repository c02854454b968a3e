import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { graphRefusal, tokenEnded, tokenOfCall } from '../../kit/fakes/fake-facebook-login.ts'
import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'

const scopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
]
const lifeSeconds = 5_184_000
const dayMs = 24 * 3_600_000

/** The person as the app knows them at this login. */
export const ownId = '26000000000000001'

interface Lasting {
  readonly from: string
  readonly issuedAt: number
}

/** Instagram's own login: the page, the token of an hour, the one of 60 days, and its renewal after a day. */
export function createInstagramSignIn(redirectUris: readonly string[]) {
  const oauth = new FakeOAuth({
    people: ['harbour'],
    scopes,
    pkce: 'ignored',
    sendsIssuer: false,
    namesScopes: true,
  })
  const client = oauth.register({ redirectUris, scopes })
  const lasting = new Map<string, Lasting>()
  const isGood = (token: string) => {
    const found = lasting.get(token)
    return found !== undefined && oauth.ownerOf(found.from) !== null
  }
  const give = (from: string): FakeAnswer => {
    const token = `IGQ-${from}-${lasting.size + 1}`
    lasting.set(token, { from, issuedAt: Date.now() })
    return { status: 200, json: { access_token: token, token_type: 'bearer', expires_in: lifeSeconds } }
  }
  const requireGood = (call: FakeCall) => {
    if (!isGood(tokenOfCall(call))) throw tokenEnded()
  }
  return {
    oauth,
    client,
    /** Makes every token look older. */
    age: (ms: number) => {
      for (const [token, { from, issuedAt }] of lasting) lasting.set(token, { from, issuedAt: issuedAt - ms })
    },
    ownerOf: (call: FakeCall): string => {
      requireGood(call)
      return '17841400000000001'
    },
    routes: (version: string, profile: JsonObject): Record<string, (call: FakeCall) => FakeAnswer> => ({
      'GET /oauth/authorize': (call) => withScopes(oauth, 'GET /oauth/authorize', call),
      'POST /oauth/authorize': (call) => withScopes(oauth, 'POST /oauth/authorize', call),
      'POST /oauth/access_token': (call) => giveShort(oauth, call),
      'GET /access_token': ({ url: { searchParams } }) => {
        const from = searchParams.get('access_token') ?? ''
        if (searchParams.get('grant_type') !== 'ig_exchange_token' || !oauth.ownerOf(from))
          throw tokenEnded(463)
        if (searchParams.get('client_secret') !== client.secret)
          throw graphRefusal(400, { message: 'Error validating client secret.', code: 1 })
        return give(from)
      },
      'GET /refresh_access_token': ({ url: { searchParams } }) => {
        const token = searchParams.get('access_token') ?? ''
        const found = lasting.get(token)
        if (searchParams.get('grant_type') !== 'ig_refresh_token' || !found || !isGood(token))
          throw tokenEnded(463)
        if (Date.now() - found.issuedAt < dayMs)
          throw graphRefusal(400, { message: 'The token is too young', code: 100 })
        return give(found.from)
      },
      [`GET /${version}/me`]: (call) => {
        requireGood(call)
        const bytes = Buffer.from(
          showMe(call, { ...profile, id: ownId, account_type: 'BUSINESS' }, profile.id),
        )
        return { status: 200, json: null, bytes: { bytes, mimeType: 'application/json' } }
      },
    }),
  }
}

/** Shows the fields that were asked for. The id of the account is a number of more digits than one of JSON.parse holds. */
function showMe({ url }: FakeCall, known: JsonObject, userId: JsonObject[string] | undefined): string {
  const asked = (url.searchParams.get('fields') ?? 'id').split(',')
  const strange = asked.find((field) => field !== 'user_id' && !(field in known))
  if (strange !== undefined)
    throw graphRefusal(400, { message: `(#100) Tried accessing nonexisting field (${strange})`, code: 100 })
  const shown = asked.map((field) =>
    field === 'user_id'
      ? `"user_id": ${textOf(userId)}`
      : JSON.stringify({ [field]: known[field] }).slice(1, -1),
  )
  return `{${shown.join(', ')}}`
}

/** Instagram separates scopes by commas. */
function withScopes(oauth: FakeOAuth, name: string, call: FakeCall): FakeAnswer {
  const url = new URL(call.url)
  url.searchParams.set('scope', (url.searchParams.get('scope') ?? '').replaceAll(',', ' '))
  const route = oauth.routes[name]
  if (!route) throw new Error(`There is no ${name}.`)
  return route({ ...call, url })
}

/** The token comes wrapped in a list, and errors in words of their own. */
function giveShort(oauth: FakeOAuth, call: FakeCall): FakeAnswer {
  try {
    const { json } = oauth.routes['POST /oauth/token']?.(call) ?? { json: null }
    const claims = asObject(json)
    const permissions = (textOf(claims?.scope) ?? '').split(' ').join(',')
    return {
      status: 200,
      json: { data: [{ access_token: claims?.access_token ?? '', user_id: 1, permissions }] },
    }
  } catch (error) {
    if (!(error instanceof FakeRefusal)) throw error
    const message = 'Invalid authorization code'
    throw new FakeRefusal(message, {
      status: 400,
      json: { error_type: 'OAuthException', code: 400, error_message: message },
    })
  }
}
