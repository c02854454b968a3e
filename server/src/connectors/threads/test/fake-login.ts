import { randomBytes } from 'node:crypto'
import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from '../../kit/fakes/fake-server.ts'
import { ended, invalid, ok, refuse } from './fake-answers.ts'

export const scopes = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_delete',
  'threads_manage_insights',
]

interface Grant {
  readonly person: string
  readonly scopes: readonly string[]
}

interface LongToken extends Grant {
  readonly madeAt: number
}

const hourMs = 3_600_000
const lifeMs = 60 * 24 * hourMs

/** The sign-in of Threads: a page, a token of an hour for its code, and tokens of 60 days for that. */
export class FakeLogin {
  /** Whether anybody but a tester asks what a token may do. */
  isTester = true
  readonly client: { readonly id: string; readonly secret: string }
  readonly #oauth: FakeOAuth
  readonly #long = new Map<string, LongToken>()

  constructor(people: readonly string[], redirectUris: readonly string[]) {
    if (!redirectUris.every((uri) => uri.startsWith('https:')))
      throw new Error('Threads returns to https alone.')
    this.#oauth = new FakeOAuth({ people, scopes, pkce: 'ignored', sendsIssuer: false, namesScopes: false })
    this.client = this.#oauth.register({ redirectUris })
  }

  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    'GET /oauth/authorize': (call) => this.#page('GET', call),
    'POST /oauth/authorize': (call) => this.#page('POST', call),
    'POST /oauth/access_token': (call) => this.#trade(call),
    'GET /access_token': (call) => this.#exchange(call),
    'GET /refresh_access_token': (call) => this.#renew(call),
  }

  /** A token of 60 days that was made `ageMs` ago. */
  issue(person: string, given: readonly string[] = scopes, ageMs = 0): string {
    const token = `TH${randomBytes(24).toString('base64url')}`
    this.#long.set(token, { person, scopes: given, madeAt: Date.now() - ageMs })
    return token
  }

  endAll(): void {
    this.#oauth.endAll()
    this.#long.clear()
  }

  /** Whose token it is. @throws FakeRefusal unless it is good and holds the scope */
  mustHold(call: FakeCall, scope: string): Grant {
    const grant = this.grantOf(/^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '')
    if (!grant) throw ended()
    if (!grant.scopes.includes(scope))
      throw refuse(10, `Application does not have permission for this action: ${scope}`)
    return grant
  }

  /** The grant of a token of 60 days, which is refused as soon as these are over. */
  grantOf(token: string): LongToken | null {
    const found = this.#long.get(token)
    return found && Date.now() - found.madeAt < lifeMs ? found : null
  }

  /** Scopes are separated by commas, and a fragment follows the answer. */
  #page(method: 'GET' | 'POST', call: FakeCall): FakeAnswer {
    const url = new URL(call.url)
    const asked = url.searchParams.get('scope') ?? ''
    // The form of the page comes back to the address that the page was drawn for.
    const isForeign = (method === 'GET' ? /[^a-z_,]/ : /[^a-z_, ]/).test(asked)
    if (isForeign || !asked.split(/[, ]/).includes('threads_basic'))
      throw invalid('Invalid scope: threads_basic is required')
    url.searchParams.set('scope', asked.replaceAll(',', ' '))
    const answer = this.#oauth.routes[`${method} /oauth/authorize`]?.({ ...call, url })
    if (!answer) throw new Error('There is no such page.')
    const location = answer.headers?.location
    return location === undefined ? answer : { ...answer, headers: { location: `${location}#_` } }
  }

  #trade(call: FakeCall): FakeAnswer {
    try {
      const answer = this.#oauth.routes['POST /oauth/token']?.(call)
      const token = answer && typeof answer.json === 'object' ? Object(answer.json).access_token : null
      return ok({ access_token: String(token), user_id: 17_841_400_000_000_000 })
    } catch (error) {
      if (!(error instanceof FakeRefusal)) throw error
      const code = Object(error.answer.json).error
      const words =
        code === 'invalid_client' ? 'Invalid platform app' : 'This authorization code has been used'
      const json = { error_type: 'OAuthException', code: 400, error_message: words }
      throw new FakeRefusal(words, { status: 400, json })
    }
  }

  #exchange({ url }: FakeCall): FakeAnswer {
    const query = url.searchParams
    if (query.get('grant_type') !== 'th_exchange_token') throw invalid('Invalid grant_type')
    if (query.get('client_secret') !== this.client.secret) throw refuse(101, 'Error validating client secret')
    const owner = this.#oauth.ownerOf(query.get('access_token') ?? '')
    if (!owner) throw ended()
    return this.#answer(owner)
  }

  #renew({ url }: FakeCall): FakeAnswer {
    const query = url.searchParams
    if (query.get('grant_type') !== 'th_refresh_token') throw invalid('Invalid grant_type')
    const grant = this.grantOf(query.get('access_token') ?? '')
    if (!grant) throw ended()
    if (Date.now() - grant.madeAt < 24 * hourMs) throw invalid('The token is less than 24 hours old')
    return this.#answer(grant)
  }

  #answer({ person, scopes: given }: Grant): FakeAnswer {
    const token = this.issue(person, given)
    return ok({ access_token: token, token_type: 'bearer', expires_in: lifeMs / 1_000 - 56 })
  }
}
