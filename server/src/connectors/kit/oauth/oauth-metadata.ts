import { processDiscoveryResponse } from 'oauth4webapi'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { OutboundAnswer } from '../../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../../lib/text/sentence.ts'
import { type ConnectIo, Failure } from '../../connector.ts'
import { type Dialect, makeRequest, makeUnavailable, refusalTable } from '../json-api.ts'

/** The description that a server gives of how it signs people in (RFC 8414). */
export interface OAuthMetadata {
  readonly issuer: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly revokeUrl: string | null
  /** Whether every callback has an `iss` (RFC 9207). */
  readonly sendsIssuer: boolean
  readonly hasPkce: boolean
  /** Null where it does not list them. */
  readonly scopes: readonly string[] | null
  /** The whole description, as it was given. */
  readonly document: JsonObject
}

const path = '/.well-known/oauth-authorization-server'

/**
 * Asks the server at an origin that a person named. Its issuer must be that origin, and its addresses must be there too: a
 * description of another server would send people and secrets elsewhere. Null where the server gives none.
 * @throws Failure
 */
export async function readOAuthMetadata(
  origin: string,
  dialect: Dialect,
  io: ConnectIo,
): Promise<OAuthMetadata | null> {
  const answer = await io.fetch(makeRequest(origin, { path }), { timeoutMs: 15_000, maxBytes: 200_000 })
  const limited = refusalTable(dialect, [])(answer, io.now(), [])
  if (limited) throw limited
  if (answer.status >= 500) throw makeUnavailable(dialect, answer)
  // Some answer every unknown path with a page.
  const body = answer.status === 200 ? asObject(answer.json) : null
  if (!body) return null
  await requireIssuer(origin, answer)
  return {
    issuer: textOf(body.issuer) ?? origin,
    authorizeUrl: requireAddress(origin, body.authorization_endpoint),
    tokenUrl: requireAddress(origin, body.token_endpoint),
    revokeUrl: body.revocation_endpoint == null ? null : requireAddress(origin, body.revocation_endpoint),
    sendsIssuer: body.authorization_response_iss_parameter_supported === true,
    hasPkce: textsOf(body.code_challenge_methods_supported)?.includes('S256') ?? false,
    scopes: textsOf(body.scopes_supported),
    document: body,
  }
}

async function requireIssuer(origin: string, { text }: OutboundAnswer): Promise<void> {
  try {
    await processDiscoveryResponse(new URL(origin), new Response(text))
  } catch (error) {
    const text = sentence(
      'The server at {origin} describes itself as another server, so nobody can sign in there.',
      { origin },
    )
    throw new Failure('invalid', text, { cause: error })
  }
}

function requireAddress(origin: string, json: Json | undefined): string {
  const url = URL.parse(textOf(json) ?? '')
  if (url?.origin === origin && url.username === '' && url.password === '') return url.href
  throw new Failure(
    'invalid',
    sentence('The server at {origin} names an address of another server for signing in.', { origin }),
  )
}

function textsOf(json: Json | undefined): string[] | null {
  return isArray(json) ? json.filter((each) => typeof each === 'string') : null
}
