import {
  AuthorizationResponseError,
  type AuthorizationServer,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  validateAuthResponse,
} from 'oauth4webapi'
import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../../lib/text/sentence.ts'
import { type ConnectIo, Failure, type FetchLimits, type RedirectIo } from '../../connector.ts'
import { makeUnavailable, refusalTable } from '../json-api.ts'
import { fetchWithProof } from './dpop.ts'
import { oauthFailure, readTokens, type Tokens } from './oauth-answers.ts'
import type { CodeFlow, OAuthServer } from './oauth-server.ts'

/** The network’s page to which a person goes, and the PKCE verifier to keep; null without PKCE. */
export async function beginCode(
  flow: CodeFlow,
  io: RedirectIo,
): Promise<{ url: string; verifier: string | null }> {
  const { parameters, verifier } = await codeParameters(flow, io)
  const url = new URL(flow.server.authorizeUrl)
  for (const [name, value] of parameters) url.searchParams.set(name, value)
  return { url: url.href, verifier }
}

/** The parameters of the authorization request alone, for a server to which they are pushed ahead (RFC 9126). */
export async function codeParameters(
  { server, client, scopes }: CodeFlow,
  { redirectUri, state }: RedirectIo,
): Promise<{ parameters: URLSearchParams; verifier: string | null }> {
  const verifier = server.usesPkce ? generateRandomCodeVerifier() : null
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    state,
    ...(scopes.length > 0 ? { scope: scopes.join(server.scopeSeparator) } : {}),
    ...server.authorizeWith,
  })
  if (verifier !== null) {
    parameters.set('code_challenge', await calculatePKCECodeChallenge(verifier))
    parameters.set('code_challenge_method', 'S256')
  }
  return { parameters: rename(parameters, server.names), verifier }
}

/** Pushes the request ahead to `pushUrl` (RFC 9126): the page that is answered shows it. @throws Failure */
export async function pushCode(
  flow: CodeFlow,
  pushUrl: string,
  io: RedirectIo,
): Promise<{ url: string; verifier: string | null }> {
  const { server, client } = flow
  const { parameters, verifier } = await codeParameters(flow, io)
  const answer = await ask(flow, pushUrl, Object.fromEntries(parameters), io)
  const requestUri = readPushed(flow, answer, verifier, io.now())
  const url = new URL(server.authorizeUrl)
  url.searchParams.set('client_id', client.id)
  url.searchParams.set('request_uri', requestUri)
  return { url: url.href, verifier }
}

function readPushed(
  { server: { dialect, refusals }, client }: CodeFlow,
  answer: OutboundAnswer,
  verifier: string | null,
  now: Date,
): string {
  const limited = refusalTable(dialect, [])(answer, now, [])
  if (limited) throw limited
  const requestUri = textOf(asObject(answer.json)?.request_uri)
  if (answer.status === 201 && requestUri !== null) return requestUri
  const code = answer.status < 500 && asObject(answer.json) ? dialect.code(answer) : null
  if (code === null) throw makeUnavailable(dialect, answer)
  const secrets = [...client.secrets, ...(verifier === null ? [] : [verifier])]
  throw oauthFailure({ dialect, refusals }, 'callback', { code, words: dialect.words(answer) }, secrets)
}

/** Trades the query of a callback for tokens, once. @throws Failure `forbidden` when the person said no */
export async function finishCode(
  flow: CodeFlow,
  callback: URLSearchParams,
  verifier: string | null,
  io: RedirectIo,
): Promise<Tokens> {
  return tradeCode(flow, readCode(flow, callback, io.state), verifier, io)
}

/** The code of a callback that answers our request, by the server that got the request. @throws Failure */
export function readCode({ server, client }: CodeFlow, callback: URLSearchParams, state: string): string {
  const read = new URLSearchParams(callback)
  if (server.issuer === null) read.delete('iss')
  try {
    const code = validateAuthResponse(authorizationServer(server), { client_id: client.id }, read, state)
    const [given = '', ...more] = code.getAll('code')
    if (given !== '' && more.length === 0) return given
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const refusal = { code: error.error, words: error.error_description ?? null }
      throw oauthFailure(server, 'callback', refusal, client.secrets)
    }
    throw new Failure('invalid', foreignAnswer, { cause: error })
  }
  throw new Failure('invalid', 'The sign-in came back without a code. Sign in again.')
}

const foreignAnswer =
  'The sign-in came back with an answer that is not for us, or not from the server that was asked. Sign in again.'

/** Sends a code, which may be sent once. @throws Failure; whatever it is, the sign-in has to begin again */
export async function tradeCode(
  flow: CodeFlow,
  code: string,
  verifier: string | null,
  io: RedirectIo,
): Promise<Tokens> {
  const parameters = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: io.redirectUri,
    ...(verifier === null ? {} : { code_verifier: verifier }),
  }
  const secrets = [code, ...(verifier === null ? [] : [verifier])]
  const answer = await askWithCode(() => ask(flow, flow.server.tokenUrl, parameters, io))
  return readTokens(flow, 'code', answer, secrets, io.now())
}

/** The code may have been used up by a call whose answer is lost, so nothing is sent again. */
async function askWithCode(send: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const text = 'The network did not answer the last step of the sign-in in time. Sign in again.'
    throw new Failure('unavailable', text, { cause: error })
  }
}

/**
 * New tokens for a refresh token; they include the old one unless the server gave another.
 * @throws Failure `unauthorized` only when the access has ended
 */
export async function refreshTokens(flow: CodeFlow, refreshToken: string, io: ConnectIo): Promise<Tokens> {
  const parameters = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const answer = await ask(flow, flow.server.tokenUrl, parameters, io, { ...within, timeoutMs: refreshMs })
  const tokens = readTokens(flow, 'refresh', answer, [refreshToken], io.now())
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken }
}

/**
 * Ends the access of a token (RFC 7009). A token that has ended already is ended.
 * @throws Failure `forbidden` when the server does not let us
 */
export async function revokeToken(
  flow: CodeFlow,
  token: string,
  kind: 'access_token' | 'refresh_token',
  io: ConnectIo,
): Promise<void> {
  const { server } = flow
  if (server.revokeUrl === null) return
  const answer = await ask(flow, server.revokeUrl, { token, token_type_hint: kind }, io)
  if (answer.status >= 200 && answer.status < 300) return
  const limited = refusalTable(server.dialect, [])(answer, io.now(), [])
  if (limited) throw limited
  if (answer.status < 400 || answer.status >= 500) throw makeUnavailable(server.dialect, answer)
  const platformCode = server.dialect.code(answer)
  if (platformCode === 'invalid_token') return
  throw new Failure(
    'forbidden',
    sentence('{network} does not let us end this access.', { network: server.dialect.name }),
    { platformCode },
  )
}

/** Revokes a token that is not kept. If that fails, the token expires by itself. */
export async function dropToken(flow: CodeFlow, token: string, io: ConnectIo): Promise<void> {
  try {
    await revokeToken(flow, token, 'access_token', io)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

const within = { timeoutMs: 20_000, maxBytes: 200_000 }
// A server that rotates has spent the old token before it answers, so giving up on the answer would lose the account.
const refreshMs = 90_000

async function ask(
  { server, client, dpop }: CodeFlow,
  url: string,
  parameters: Readonly<Record<string, string>>,
  io: ConnectIo,
  limits: FetchLimits = within,
): Promise<OutboundAnswer> {
  const body = new URLSearchParams(parameters)
  const headers = new Headers({ accept: 'application/json', 'accept-language': 'en' })
  await client.authenticate(authorizationServer(server), { client_id: client.id }, body, headers)
  const request = requestOf(server, url, rename(body, server.names), headers)
  return dpop ? fetchWithProof({ dpop, token: null }, io, request, limits) : io.fetch(request, limits)
}

function requestOf(
  { tokenRequest }: OAuthServer,
  url: string,
  parameters: URLSearchParams,
  headers: Headers,
): OutboundRequest {
  const named = Object.fromEntries(headers)
  if (tokenRequest === 'query') {
    const address = new URL(url)
    for (const [name, value] of parameters) address.searchParams.set(name, value)
    return { method: 'GET', url: address.href, headers: named, body: null }
  }
  const isForm = tokenRequest === 'form'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const content: JsonObject = Object.fromEntries(parameters)
  const body = isForm ? parameters.toString() : JSON.stringify(content)
  return { method: 'POST', url, headers: { ...named, 'content-type': type }, body }
}

function authorizationServer({ issuer, tokenUrl, sendsIssuer }: OAuthServer): AuthorizationServer {
  return {
    issuer: issuer ?? new URL(tokenUrl).origin,
    authorization_response_iss_parameter_supported: sendsIssuer,
  }
}

function rename(parameters: URLSearchParams, names: OAuthServer['names']): URLSearchParams {
  const renamed = new URLSearchParams()
  for (const [name, value] of parameters) renamed.append(names[name] ?? name, value)
  return renamed
}
