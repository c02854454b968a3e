import { createHash, randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { consentPage } from './fake-consent.ts'
import { fakeSecrets } from './fake-secrets.ts'
import { type FakeAnswer, type FakeCall, FakeRefusal } from './fake-server.ts'

/** How a fake server signs people in; the standard’s ways unless given. */
export interface FakeOAuthOptions {
  /** The people, as the consent page offers them; the first is signed in. */
  readonly people: readonly string[]
  /** The scopes that exist. A scope `a` holds every `a:b`. */
  readonly scopes: readonly string[]
  readonly pkce?: 'required' | 'optional' | 'ignored'
  readonly sendsIssuer?: boolean
  /** Seconds that an access token lives; null for ever. Such a server gives refresh tokens, which rotate. */
  readonly expiresIn?: number | null
  /** Whether it says which scopes it gave. */
  readonly namesScopes?: boolean
  /** Gives any code the token of whoever agreed last, and forgets a client with the first token that is revoked. */
  readonly isMixingUp?: boolean
}

interface Client {
  readonly secret: string | null
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
}

/** The access that somebody gave to a client. Everything that came of one code ends together. */
interface Grant {
  readonly clientId: string
  readonly person: string
  readonly scopes: readonly string[]
  isOver: boolean
}

interface Code {
  readonly grant: Grant
  readonly redirectUri: string
  readonly challenge: string | null
  readonly until: number
  isUsed: boolean
}

const codeMs = 60_000

/** The OAuth side of a fake network: as strict as RFC 6749, 7009, 7636 and 9207 allow a server to be. */
export class FakeOAuth {
  readonly clients = new Map<string, Client>()
  /** The origin of the server, once it listens. */
  issuer = ''
  readonly #options: Required<FakeOAuthOptions>
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<string, { grant: Grant; until: number }>()
  /** The last grant of each client. */
  readonly #last = new Map<string, Grant>()
  readonly #refresh = new Map<string, { grant: Grant; isUsed: boolean }>()

  constructor(options: FakeOAuthOptions) {
    const given = { pkce: 'required', sendsIssuer: true, expiresIn: null } as const
    this.#options = { ...given, namesScopes: true, isMixingUp: false, ...options }
  }

  readonly routes: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    'GET /oauth/authorize': ({ url }) => {
      const asked = this.#readAuthorization(url.searchParams)
      return 'back' in asked ? sendBack(asked.back) : page(consentPage(url, asked, this.#options.people))
    },
    'POST /oauth/authorize': ({ url, body }) =>
      this.#decide(url.searchParams, new URLSearchParams(body.toString())),
    'POST /oauth/token': (call) => this.#giveTokens(call),
    'POST /oauth/revoke': (call) => this.#revoke(call),
  }

  /** Makes a client known. A null secret is a public one’s. */
  register(client: { redirectUris: readonly string[]; scopes?: readonly string[]; isPublic?: boolean }): {
    id: string
    secret: string
  } {
    const { redirectUris, scopes = this.#options.scopes, isPublic = false } = client
    const [id, secret] = [randomText(), newSecret()]
    this.clients.set(id, { secret: isPublic ? null : secret, redirectUris, scopes })
    return { id, secret }
  }

  /** Whose token it is and for what, as long as it is good. */
  ownerOf(accessToken: string): { person: string; scopes: readonly string[] } | null {
    const found = this.#access.get(accessToken)
    return found && !found.grant.isOver && Date.now() < found.until ? found.grant : null
  }

  /** A token without the way to it, as from a page for developers. */
  issue(person: string, scopes: readonly string[]): string {
    return this.#newAccess({ clientId: '', person, scopes, isOver: false })
  }

  /** Ends everything that anybody was given, as when a person removes the app. */
  endAll(): void {
    for (const { grant } of this.#access.values()) grant.isOver = true
  }

  /** The description of RFC 8414. */
  metadata(): JsonObject {
    const { scopes, pkce, sendsIssuer } = this.#options
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/oauth/authorize`,
      token_endpoint: `${this.issuer}/oauth/token`,
      revocation_endpoint: `${this.issuer}/oauth/revoke`,
      response_types_supported: ['code'],
      scopes_supported: [...scopes],
      ...(pkce === 'ignored' ? {} : { code_challenge_methods_supported: ['S256'] }),
      authorization_response_iss_parameter_supported: sendsIssuer,
    }
  }

  /** Refuses on a page of its own where it cannot trust the address to go back to, and by that address otherwise. */
  #readAuthorization(query: URLSearchParams): Asked | { back: URL } {
    const clientId = query.get('client_id') ?? ''
    const client = this.clients.get(clientId)
    const redirectUri = query.get('redirect_uri') ?? ''
    if (!client) throw refusal(401, 'invalid_client', 'Client authentication failed due to unknown client.')
    if (!client.redirectUris.includes(redirectUri))
      throw refusal(400, 'invalid_request', 'The redirect URI is not one of this client.')
    const back = new URL(redirectUri)
    const state = query.get('state')
    if (state !== null) back.searchParams.set('state', state)
    if (this.#options.sendsIssuer) back.searchParams.set('iss', this.issuer)
    const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
    const challenge = query.get('code_challenge')
    const error = errorOf(query, scopes, client, this.#options.pkce)
    if (error === null) return { clientId, redirectUri, scopes, challenge, answer: back }
    back.searchParams.set('error', error)
    return { back }
  }

  #decide(query: URLSearchParams, form: URLSearchParams): FakeAnswer {
    const asked = this.#readAuthorization(query)
    if ('back' in asked) return sendBack(asked.back)
    const { answer, clientId, redirectUri } = asked
    if (form.get('decision') !== 'allow') {
      answer.searchParams.set('error', 'access_denied')
      return sendBack(answer)
    }
    const given = form.getAll('scope')
    const person = form.get('person') ?? this.#options.people[0] ?? ''
    const scopes = form.has('person') ? asked.scopes.filter((scope) => given.includes(scope)) : asked.scopes
    const code = newSecret()
    const challenge = this.#options.pkce === 'ignored' ? null : asked.challenge
    const grant = { clientId, person, scopes, isOver: false }
    this.#last.set(clientId, grant)
    this.#codes.set(code, { grant, redirectUri, challenge, until: Date.now() + codeMs, isUsed: false })
    answer.searchParams.set('code', code)
    return sendBack(answer)
  }

  #giveTokens(call: FakeCall): FakeAnswer {
    const form = readForm(call)
    const clientId = this.#authenticate(call, form)
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#answerTokens(this.#tradeCode(clientId, form))
      case 'refresh_token':
        return this.#answerTokens(this.#tradeRefresh(clientId, form.get('refresh_token') ?? ''))
      default:
        throw refusal(400, 'unsupported_grant_type')
    }
  }

  #tradeCode(clientId: string, form: URLSearchParams): Grant {
    const last = this.#last.get(clientId)
    if (this.#options.isMixingUp && last) return last
    const code = this.#codes.get(form.get('code') ?? '')
    if (code?.grant.clientId !== clientId) throw refusal(400, 'invalid_grant')
    // A code that comes twice was stolen by somebody: what it gave is taken back (RFC 6749, §4.1.2).
    if (code.isUsed) code.grant.isOver = true
    if (code.isUsed || Date.now() > code.until) throw refusal(400, 'invalid_grant')
    code.isUsed = true
    if (form.get('redirect_uri') !== code.redirectUri) throw refusal(400, 'invalid_grant')
    const verifier = form.get('code_verifier')
    if (code.challenge !== null && !isVerifierOf(code.challenge, verifier))
      throw refusal(400, 'invalid_grant')
    // A verifier without a challenge is a downgrade (RFC 9700, §4.8.2).
    if (code.challenge === null && verifier !== null && this.#options.pkce !== 'ignored')
      throw refusal(400, 'invalid_grant')
    return code.grant
  }

  #tradeRefresh(clientId: string, token: string): Grant {
    const found = this.#refresh.get(token)
    if (found?.grant.clientId !== clientId) throw refusal(400, 'invalid_grant')
    if (found.isUsed) found.grant.isOver = true
    if (found.grant.isOver) throw refusal(400, 'invalid_grant')
    found.isUsed = true
    return found.grant
  }

  #answerTokens(grant: Grant): FakeAnswer {
    const { expiresIn, namesScopes } = this.#options
    const refresh = expiresIn === null ? {} : { refresh_token: newSecret(), expires_in: expiresIn }
    if (refresh.refresh_token !== undefined)
      this.#refresh.set(refresh.refresh_token, { grant, isUsed: false })
    const scope = namesScopes ? { scope: grant.scopes.join(' ') } : {}
    const json = { access_token: this.#newAccess(grant), token_type: 'Bearer', ...refresh, ...scope }
    return { status: 200, json, headers: { 'cache-control': 'no-store' } }
  }

  #newAccess(grant: Grant): string {
    const token = newSecret()
    const lifeMs = (this.#options.expiresIn ?? Number.POSITIVE_INFINITY) * 1_000
    this.#access.set(token, { grant, until: Date.now() + lifeMs })
    return token
  }

  #revoke(call: FakeCall): FakeAnswer {
    const form = readForm(call)
    const clientId = this.#authenticate(call, form)
    const token = form.get('token')
    if (token === null) throw refusal(400, 'invalid_request')
    const grant = (this.#access.get(token) ?? this.#refresh.get(token))?.grant
    if (grant && grant.clientId !== clientId) throw refusal(403, 'unauthorized_client')
    if (grant) grant.isOver = true
    if (this.#options.isMixingUp) this.clients.delete(clientId)
    return { status: 200, json: {} }
  }

  /** One proof of the client, never two (RFC 6749, §2.3). */
  #authenticate({ headers }: FakeCall, form: URLSearchParams): string {
    const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1]
    if (basic !== undefined && form.has('client_secret')) throw refusal(400, 'invalid_request')
    const pair = basic === undefined ? null : Buffer.from(basic, 'base64').toString().split(':')
    const [id, secret] = pair
      ? pair.map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      : [form.get('client_id'), form.get('client_secret')]
    const client = this.clients.get(id ?? '')
    if (!client || id == null || client.secret !== (secret ?? null))
      throw refusal(401, 'invalid_client', 'Client authentication failed.')
    return id
  }
}

/** A request that the consent page may show. */
export interface Asked {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string | null
  /** The address to go back to, still without a code. */
  readonly answer: URL
}

function errorOf(
  query: URLSearchParams,
  scopes: readonly string[],
  client: Client,
  pkce: Required<FakeOAuthOptions>['pkce'],
): string | null {
  const names = [...query.keys()]
  if (new Set(names).size < names.length) return 'invalid_request'
  if (query.get('response_type') !== 'code') return 'unsupported_response_type'
  const isHeld = (scope: string) =>
    client.scopes.some((each) => each === scope || scope.startsWith(`${each}:`))
  if (!scopes.every(isHeld)) return 'invalid_scope'
  const challenge = query.get('code_challenge')
  const isSha = query.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(challenge ?? '')
  if (challenge === null ? pkce === 'required' : pkce !== 'ignored' && !isSha) return 'invalid_request'
  return null
}

function isVerifierOf(challenge: string, verifier: string | null): boolean {
  if (verifier === null || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

function readForm({ headers, body }: FakeCall): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? ''))
    throw refusal(400, 'invalid_request', 'The body must be a form.')
  const form = new URLSearchParams(body.toString())
  const names = [...form.keys()]
  if (new Set(names).size < names.length) throw refusal(400, 'invalid_request')
  return form
}

function refusal(status: number, error: string, description?: string): FakeRefusal {
  const words = description === undefined ? {} : { error_description: description }
  return new FakeRefusal(error, { status, json: { error, ...words } })
}

function sendBack(url: URL): FakeAnswer {
  return { status: 302, json: null, headers: { location: url.href } }
}

function page(html: string): FakeAnswer {
  const bytes = { bytes: Buffer.from(html), mimeType: 'text/html; charset=utf-8' }
  return { status: 200, json: null, bytes }
}

/** A text that is for the client alone. */
function newSecret(): string {
  const secret = randomText()
  fakeSecrets.note(secret)
  return secret
}

function randomText(): string {
  return randomBytes(24).toString('base64url')
}
