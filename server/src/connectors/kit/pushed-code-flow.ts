import * as oauth from 'oauth4webapi'
import type { JsonObject } from '../../lib/json/json.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { askOauth, oauthOptions } from './ask-oauth.ts'
import { type DpopHandle, openPrivateKey } from './dpop.ts'

/** The part of the world that a sign-in needs. */
type FlowIo = Pick<ConnectIo, 'fetch' | 'now'>

/** An authorization server, by the metadata that it gives of itself. */
export type AuthorizationServer = oauth.AuthorizationServer

/** Who we are at an authorization server. */
export interface OauthClient {
  readonly id: string
  /** The key that its documents name; null for a client that cannot keep a secret. */
  readonly key: JsonObject | null
}

/** Everything that a call to an authorization server is made with. */
export interface Flow {
  readonly server: AuthorizationServer
  readonly client: OauthClient
  readonly dpop: DpopHandle
}

/** The tokens of an answer. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly expiresAt: Date | null
  readonly scopes: readonly string[]
  /** The account that the tokens are for, if the server says it with them. */
  readonly subject: string | null
}

/** The metadata of the authorization server at an origin (RFC 8414); null if there is none. @throws Failure */
export function findServer(issuer: string, io: FlowIo): Promise<AuthorizationServer | null> {
  const url = new URL(issuer)
  return askOauth(io, [], async () => {
    const options = { ...oauthOptions(issuer, io), algorithm: 'oauth2' } as const
    const answer = await oauth.discoveryRequest(url, options)
    return answer.status === 404 ? null : oauth.processDiscoveryResponse(url, answer)
  })
}

/** The issuers that a server names for what it holds (RFC 9728); null if it names none. @throws Failure */
export function findIssuers(resource: string, io: FlowIo): Promise<readonly string[] | null> {
  const url = new URL(resource)
  return askOauth(io, [], async () => {
    const answer = await oauth.resourceDiscoveryRequest(url, oauthOptions(resource, io))
    if (answer.status === 404) return null
    const { authorization_servers: named } = await oauth.processResourceDiscoveryResponse(url, answer)
    return named?.filter((each) => typeof each === 'string') ?? null
  })
}

/** A verifier for PKCE. */
export function makeVerifier(): string {
  return oauth.generateRandomCodeVerifier()
}

/** What a person is asked for. */
export interface Asked {
  readonly redirectUri: string
  readonly state: string
  readonly verifier: string
  readonly scope: string
  /** The account to sign in as, if that is known. */
  readonly loginHint: string | null
}

/** Pushes a request ahead (RFC 9126) and answers the page on which a person decides on it. @throws Failure */
export async function pushRequest(flow: Flow, asked: Asked, io: FlowIo): Promise<string> {
  const { server, client, dpop } = flow
  const parameters = {
    response_type: 'code',
    redirect_uri: asked.redirectUri,
    state: asked.state,
    scope: asked.scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: 'S256',
    ...(asked.loginHint === null ? {} : { login_hint: asked.loginHint }),
  }
  const by = await authenticate(client)
  const options = { ...oauthOptions(server.issuer, io), DPoP: dpop }
  const pushed = await askOauth(io, [], async () =>
    oauth.processPushedAuthorizationResponse(
      server,
      by.client,
      await oauth.pushedAuthorizationRequest(server, by.client, by.authentication, parameters, options),
    ),
  )
  const page = URL.parse(server.authorization_endpoint ?? '')
  if (!page || (page.protocol !== 'https:' && !server.issuer.startsWith('http:')))
    throw new Failure('unavailable', 'The server names no page to sign in at.')
  page.searchParams.set('client_id', client.id)
  page.searchParams.set('request_uri', pushed.request_uri)
  return page.href
}

/** Trades the code of a callback, whose `iss` and `state` are compared with what was asked. @throws Failure */
export async function tradeCode(
  { server, client, dpop }: Flow,
  callback: URLSearchParams,
  asked: Pick<Asked, 'redirectUri' | 'state' | 'verifier'>,
  io: FlowIo,
): Promise<Tokens> {
  const by = await authenticate(client)
  const options = { ...oauthOptions(server.issuer, io), DPoP: dpop }
  const secrets = [asked.verifier, callback.get('code') ?? '']
  const checked = await askOauth(io, secrets, async () => validateCallback(by, server, callback, asked.state))
  return askOauth(io, secrets, async () => {
    const { redirectUri, verifier } = asked
    const { authentication } = by
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      by.client,
      authentication,
      checked,
      redirectUri,
      verifier,
      options,
    )
    return readTokens(await oauth.processAuthorizationCodeResponse(server, by.client, answer), io.now())
  })
}

function validateCallback(
  { client }: Authenticated,
  server: AuthorizationServer,
  callback: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    // The name of the issuer must be there, whatever the server says of itself (RFC 9207).
    const strict = { ...server, authorization_response_iss_parameter_supported: true }
    const checked = oauth.validateAuthResponse(strict, client, callback, state)
    if (callback.get('code')) return checked
  } catch (error) {
    if (!(error instanceof oauth.OperationProcessingError)) throw error
    const text = 'The answer came from another server than the one that was asked, or to another question.'
    throw new Failure('invalid', text, { cause: error })
  }
  throw new Failure('invalid', 'The sign-in came back without a code. Sign in again.')
}

/** New tokens for a refresh token, which is worth nothing afterwards. @throws Failure */
export async function renewTokens(
  { server, client, dpop }: Flow,
  refreshToken: string,
  io: FlowIo,
): Promise<Tokens> {
  const by = await authenticate(client)
  const options = { ...oauthOptions(server.issuer, io), DPoP: dpop }
  return askOauth(io, [refreshToken], async () => {
    const answer = await oauth.refreshTokenGrantRequest(
      server,
      by.client,
      by.authentication,
      refreshToken,
      options,
    )
    return readTokens(await oauth.processRefreshTokenResponse(server, by.client, answer), io.now())
  })
}

/**
 * Ends the access that a token gives (RFC 7009). The request carries a proof, as servers for bound tokens want it, though
 * the standard does not say so: that is why it is sent as the library sends a pushed request, which has one. @throws Failure
 */
export async function revokeToken({ server, client, dpop }: Flow, token: string, io: FlowIo): Promise<void> {
  const { revocation_endpoint: endpoint } = server
  if (endpoint === undefined) return
  const by = await authenticate(client)
  const options = { ...oauthOptions(server.issuer, io), DPoP: dpop }
  const there = { ...server, pushed_authorization_request_endpoint: endpoint }
  await askOauth(io, [token], async () =>
    oauth.processRevocationResponse(
      await oauth.pushedAuthorizationRequest(there, by.client, by.authentication, { token }, options),
    ),
  )
}

interface Authenticated {
  readonly client: oauth.Client
  readonly authentication: oauth.ClientAuth
}

async function authenticate({ id, key }: OauthClient): Promise<Authenticated> {
  const client = { client_id: id }
  if (key === null) return { client, authentication: oauth.None() }
  const kid = typeof key.kid === 'string' ? key.kid : ''
  return { client, authentication: oauth.PrivateKeyJwt({ key: await openPrivateKey(key), kid }) }
}

/** Tokens that nobody can use without our key. @throws Failure for tokens of another kind */
function readTokens(answer: oauth.TokenEndpointResponse, now: Date): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer
  if (answer.token_type !== 'dpop')
    throw new Failure('unavailable', 'The server gave a token that it did not bind to our key.')
  return {
    accessToken,
    refreshToken: refreshToken ?? null,
    expiresAt: seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000),
    scopes: scope?.split(' ') ?? [],
    subject: typeof answer.sub === 'string' ? answer.sub : null,
  }
}
