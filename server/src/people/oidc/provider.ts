import * as oauth from 'oauth4webapi'
import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { type Outbound, OutboundError, type OutboundRequest } from '../../lib/safe-fetch/outbound.ts'
import type { OidcSettings } from '../../lib/settings/oidc-settings.ts'

/** The operator's identity provider, and Crier as it is known there. */
export interface Provider {
  readonly settings: OidcSettings
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly authenticate: oauth.ClientAuth
}

/** How the library reaches the provider. */
export interface AskingOptions {
  readonly [oauth.allowInsecureRequests]: boolean
  readonly [oauth.customFetch]: (
    url: string,
    request: oauth.CustomFetchOptions<string, unknown>,
  ) => Promise<Response>
}

type Ways = Pick<Context, 'config' | 'outbound' | 'log'>

const knownForMs = 10 * 60_000
const known = new WeakMap<Outbound, { until: number; server: oauth.AuthorizationServer }>()

/** Finds the provider's addresses; asked for again after ten minutes. @throws Problem 404 or 503 */
export async function openProvider({ config, outbound, log }: Ways): Promise<Provider> {
  const settings = config.oidc
  if (settings === null)
    throw new Problem(404, 'not_found', 'This server has no identity provider to sign in with.')
  const kept = known.get(outbound)
  const server = kept && kept.until > Date.now() ? kept.server : await discover({ outbound, log }, settings)
  known.set(outbound, { until: kept?.server === server ? kept.until : Date.now() + knownForMs, server })
  const client = { client_id: settings.clientId }
  return { settings, server, client, authenticate: authenticationOf(settings, server) }
}

async function discover(
  ways: Pick<Ways, 'outbound' | 'log'>,
  settings: OidcSettings,
): Promise<oauth.AuthorizationServer> {
  return askProvider(ways, settings, async (options) => {
    const issuer = new URL(settings.issuer)
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
    if (!server.authorization_endpoint || !server.token_endpoint)
      throw new Error('Its description lacks an address.')
    return server
  })
}

/**
 * Calls the provider through the one way out of this process. An answer that violates the protocol is the provider's
 * fault and not the person's.
 * @throws Problem 503 `oidc_unavailable`
 */
export async function askProvider<Result>(
  { outbound, log }: Pick<Ways, 'outbound' | 'log'>,
  { issuer }: OidcSettings,
  ask: (options: AskingOptions) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(longestMs)
  const options = {
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
    [oauth.customFetch]: (url: string, request: oauth.CustomFetchOptions<string, unknown>) =>
      sendOut(outbound, url, request, signal),
  }
  try {
    return await ask(options)
  } catch (error) {
    if (error instanceof Problem) throw error
    log.warn({ err: error }, 'the identity provider did not answer as OpenID Connect asks')
    throw new Problem(
      503,
      'oidc_unavailable',
      'The identity provider cannot be reached, or its answer cannot be read. Try again later.',
      { retryAfterSeconds: 30 },
    )
  }
}

const longestMs = 15_000
// A description, a token or a person: none of them has more.
const mostBytes = 256 * 1024

async function sendOut(
  outbound: Outbound,
  url: string,
  { method, headers, body }: oauth.CustomFetchOptions<string, unknown>,
  signal: AbortSignal,
): Promise<Response> {
  const request = { method, url, headers, body: body === undefined ? null : String(body) }
  const answer = await outbound.fetch(request as OutboundRequest, {
    signal,
    timeoutMs: longestMs,
    maxBytes: mostBytes,
  })
  if (answer.status < 200) throw new OutboundError('no_answer', 'The answer has no status of an end.')
  const isEmpty = [204, 205, 304].includes(answer.status)
  return new Response(isEmpty ? null : new Uint8Array(answer.bytes), {
    status: answer.status,
    headers: answer.headers,
  })
}

/** HTTP Basic, as a provider must take it, unless it says that it takes the secret in the body alone. */
function authenticationOf(
  { clientSecret }: OidcSettings,
  server: oauth.AuthorizationServer,
): oauth.ClientAuth {
  if (clientSecret === null) return oauth.None()
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const takesBasic = ways.includes('client_secret_basic') || !ways.includes('client_secret_post')
  return takesBasic ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret)
}
