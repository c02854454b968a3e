import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { type FakeAnswer, FakeRefusal, type FakeCall as ServerCall } from '../../kit/fakes/fake-server.ts'
import { hashOf, readJwt, thumbprintOf } from './fake-proofs.ts'
import { itemsOf, objectOf } from './record-rules.ts'

/** The decision of a person on the page of the server. */
export interface FakeDecision {
  readonly did: string
  /** A part of what was asked; all of it unless given. */
  readonly scope?: string
  readonly isRefused?: boolean
}

/** The lies of a server that does not do as it should. */
export interface Lies {
  metadata?: JsonObject
  /** Laid over the next answer with tokens. */
  tokens?: JsonObject
  /** It asks for another nonce each time. */
  isNeverContent?: boolean
  /** It is of the older kind, which knows only broad scopes. */
  isBroad?: boolean
}

interface Pushed {
  readonly clientId: string
  readonly jkt: string
  readonly query: URLSearchParams
}

interface Grant {
  readonly did: string
  readonly clientId: string
  readonly jkt: string
  readonly scopes: readonly string[]
  access: string
  refresh: string
  isOver: boolean
}

/** Reads a document of a client by its address. */
export type ReadDocument = (url: string) => Promise<JsonObject>

/** The authorization server of the fake: as strict as the protocol and the real one are (atproto.com/specs/oauth). */
export class FakeAuthorization {
  /** Its own origin, once it listens. */
  origin = ''
  readonly lies: Lies = {}
  readDocument: ReadDocument = () => Promise.reject(new Error('This fake reads no documents.'))
  #nonce = newSecret()
  readonly #pushed = new Map<string, Pushed>()
  readonly #codes = new Map<string, { pushed: Pushed; grant: Grant; isUsed: boolean }>()
  readonly #grants = new Set<Grant>()
  readonly #proofs = new Set<string>()
  readonly #assertions = new Set<string>()

  readonly routes: Readonly<Record<string, (call: ServerCall) => FakeAnswer | Promise<FakeAnswer>>> = {
    '/.well-known/oauth-protected-resource': () =>
      ok({ resource: this.origin, authorization_servers: [this.origin] }),
    '/.well-known/oauth-authorization-server': () => ok({ ...this.#describe(), ...this.lies.metadata }),
    '/oauth/par': (call) => this.#push(call),
    '/oauth/token': (call) => this.#token(call),
    '/oauth/revoke': (call) => this.#revoke(call),
  }

  rotateNonce(): void {
    this.#nonce = newSecret()
  }

  endGrants(did: string): void {
    for (const grant of this.#grants) if (grant.did === did) grant.isOver = true
  }

  endAccess(did: string): void {
    for (const grant of this.#grants) if (grant.did === did) grant.access = newSecret()
  }

  /** Decides on the page at an address, and answers the address to which the person is sent back. */
  decide(page: string, { did, scope, isRefused = false }: FakeDecision): URL {
    const { searchParams } = new URL(page)
    const uri = searchParams.get('request_uri') ?? ''
    const pushed = this.#pushed.get(uri)
    this.#pushed.delete(uri)
    if (pushed?.clientId !== searchParams.get('client_id')) throw new Error('The page knows no such request.')
    const back = new URL(pushed.query.get('redirect_uri') ?? '')
    back.searchParams.set('iss', this.origin)
    back.searchParams.set('state', pushed.query.get('state') ?? '')
    if (isRefused) back.searchParams.set('error', 'access_denied')
    else back.searchParams.set('code', this.#makeCode(pushed, did, scope))
    return back
  }

  #makeCode(pushed: Pushed, did: string, scope: string | undefined): string {
    const code = newSecret()
    const scopes = (scope ?? pushed.query.get('scope') ?? '').split(' ')
    const { clientId, jkt } = pushed
    const grant = { did, clientId, jkt, scopes, access: newSecret(), refresh: newSecret(), isOver: false }
    this.#codes.set(code, { pushed, grant, isUsed: false })
    return code
  }

  /** The grant that a request with a bound token speaks for. */
  readAccess(authorization: string, call: Pick<ServerCall, 'method' | 'url' | 'headers'>): Grant {
    const token = authorization.replace(/^DPoP /, '')
    const refuse = (error: string) =>
      new FakeRefusal(error, {
        status: 401,
        json: { error, message: error },
        headers: { 'www-authenticate': `DPoP error="${error}"`, 'dpop-nonce': this.#nonce },
      })
    const jkt = this.#readProof(call, token, refuse)
    const grant = [...this.#grants].find(({ access }) => access === token)
    if (!grant || grant.isOver || grant.jkt !== jkt) throw refuse('invalid_token')
    return grant
  }

  #describe(): JsonObject {
    return {
      issuer: this.origin,
      authorization_endpoint: `${this.origin}/oauth/authorize`,
      token_endpoint: `${this.origin}/oauth/token`,
      revocation_endpoint: `${this.origin}/oauth/revoke`,
      pushed_authorization_request_endpoint: `${this.origin}/oauth/par`,
      require_pushed_authorization_requests: true,
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
    }
  }

  async #push(call: ServerCall): Promise<FakeAnswer> {
    const { query, client, jkt } = await this.#readRequest(call)
    const asked = (query.get('scope') ?? '').split(' ')
    const declared = String(client.scope).split(' ')
    const isNarrow = asked.some((scope) => /^(?:repo|blob):/.test(scope))
    if (!asked.every((scope) => declared.includes(scope)) || (this.lies.isBroad && isNarrow))
      throw this.#refusal('invalid_scope')
    if (!asked.includes('atproto') || query.get('response_type') !== 'code')
      throw this.#refusal('invalid_request')
    if (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge'))
      throw this.#refusal('invalid_request')
    if (!itemsOf(client.redirect_uris).includes(query.get('redirect_uri') ?? ''))
      throw this.#refusal('invalid_redirect_uri')
    const uri = `urn:ietf:params:oauth:request_uri:${newSecret()}`
    this.#pushed.set(uri, { clientId: String(client.client_id), jkt, query })
    return { ...ok({ request_uri: uri, expires_in: 300 }), status: 201 }
  }

  async #token(call: ServerCall): Promise<FakeAnswer> {
    const { query, client, jkt } = await this.#readRequest(call)
    const isCode = query.get('grant_type') === 'authorization_code'
    const grant = isCode ? this.#tradeCode(query) : this.#tradeRefresh(query)
    if (grant.clientId !== client.client_id || grant.jkt !== jkt) throw this.#refusal('invalid_grant')
    this.#grants.add(grant)
    grant.access = newSecret()
    grant.refresh = newSecret()
    const lie = this.lies.tokens ?? {}
    delete this.lies.tokens
    return ok({
      access_token: grant.access,
      refresh_token: grant.refresh,
      token_type: 'DPoP',
      expires_in: 3600,
      scope: grant.scopes.join(' '),
      sub: grant.did,
      ...lie,
    })
  }

  #tradeCode(query: URLSearchParams): Grant {
    const found = this.#codes.get(query.get('code') ?? '')
    if (!found) throw this.#refusal('invalid_grant')
    const { pushed, grant } = found
    if (found.isUsed) grant.isOver = true
    const isAsked =
      hashOf(query.get('code_verifier') ?? '') === pushed.query.get('code_challenge') &&
      query.get('redirect_uri') === pushed.query.get('redirect_uri')
    if (found.isUsed || !isAsked) throw this.#refusal('invalid_grant')
    found.isUsed = true
    return grant
  }

  /** A refresh token that comes twice ends everything that came of it. */
  #tradeRefresh(query: URLSearchParams): Grant {
    const token = query.get('refresh_token') ?? ''
    const grant = [...this.#grants].find(({ refresh }) => refresh === token)
    if (grant && !grant.isOver) {
      this.#spent.set(token, grant)
      return grant
    }
    const replayed = this.#spent.get(token)
    if (replayed) replayed.isOver = true
    throw this.#refusal('invalid_grant', `Refresh token replayed: ${token}`)
  }

  readonly #spent = new Map<string, Grant>()

  async #revoke(call: ServerCall): Promise<FakeAnswer> {
    const { query, jkt } = await this.#readRequest(call)
    const token = query.get('token')
    for (const grant of this.#grants)
      if (grant.jkt === jkt && [grant.access, grant.refresh].includes(token ?? '')) grant.isOver = true
    return ok({})
  }

  /** Everything that each request of a client must have: who it is, that it is it, and a proof of its key. */
  async #readRequest(call: ServerCall): Promise<{ query: URLSearchParams; client: JsonObject; jkt: string }> {
    if (call.method !== 'POST') throw this.#refusal('invalid_request')
    const query = new URLSearchParams(call.body.toString())
    const client = await this.readDocument(query.get('client_id') ?? '')
    if (client.client_id !== query.get('client_id') || client.dpop_bound_access_tokens !== true)
      throw this.#refusal('invalid_client_metadata')
    // Bluesky's server reads the proof before it looks who sends it.
    const jkt = this.#readProof(call, null, (error) => this.#refusal(error))
    await this.#authenticate(query, client)
    return { query, client, jkt }
  }

  async #authenticate(query: URLSearchParams, client: JsonObject): Promise<void> {
    const assertion = query.get('client_assertion') ?? ''
    const { keys } = await this.readDocument(String(client.jwks_uri))
    const read = itemsOf(keys)
      .map((key) => readJwt(assertion, objectOf(key) ?? {}))
      .find((each) => each !== null)
    const id = String(client.client_id)
    const { iss, sub, aud, jti, exp } = read?.claims ?? {}
    const isOurs = iss === id && sub === id && aud === this.origin && Number(exp) * 1_000 > Date.now()
    if (!isOurs || this.#assertions.has(String(jti))) throw this.#refusal('invalid_client')
    this.#assertions.add(String(jti))
  }

  #readProof(
    { method, url, headers }: Pick<ServerCall, 'method' | 'url' | 'headers'>,
    token: string | null,
    refuse: (error: string) => FakeRefusal,
  ): string {
    const given = headers.dpop
    const read = typeof given === 'string' ? readJwt(given) : null
    const key = objectOf(read?.header.jwk)
    if (!read || !key || read.header.typ !== 'dpop+jwt') throw refuse('invalid_dpop_proof')
    const { htm, htu, ath, nonce, jti } = read.claims
    const isFitting =
      htm === method &&
      htu === `${url.origin}${url.pathname}` &&
      (token === null ? ath === undefined : ath === hashOf(token))
    if (!isFitting || this.#proofs.has(String(jti))) throw refuse('invalid_dpop_proof')
    this.#proofs.add(String(jti))
    if (this.lies.isNeverContent) this.rotateNonce()
    if (nonce !== this.#nonce) throw refuse('use_dpop_nonce')
    return thumbprintOf(key)
  }

  #refusal(error: string, words = `Refused: ${error}`): FakeRefusal {
    return new FakeRefusal(error, {
      status: error === 'invalid_client' ? 401 : 400,
      json: { error, error_description: words },
      headers: { 'dpop-nonce': this.#nonce },
    })
  }
}

/** Whether scopes allow to write a kind of record, or to upload a kind of file. */
export function isAllowed(
  scopes: readonly string[],
  needed: { repo: string; action: string } | string,
): boolean {
  if (scopes.includes('transition:generic')) return true
  return scopes.some((scope) => {
    const [kind = '', actions] = scope.split('?')
    if (typeof needed === 'string') {
      const pattern = kind.replace(/^blob:/, '').replace('*', '')
      return kind.startsWith('blob:') && needed.startsWith(pattern)
    }
    const allowed = new URLSearchParams(actions ?? '').getAll('action')
    return kind === `repo:${needed.repo}` && (allowed.length === 0 || allowed.includes(needed.action))
  })
}

function ok(json: JsonObject): FakeAnswer {
  return { status: 200, json }
}

function newSecret(): string {
  return randomBytes(24).toString('base64url')
}
