import { isValidDid } from '@atproto/syntax'
import { asObject, isArray, textOf } from '../../lib/json/json.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { makeRequest, makeUnavailable } from '../kit/json-api.ts'
import { readOAuthMetadata } from '../kit/oauth/oauth-metadata.ts'
import { type OAuthServer, oauthDialect, plainOAuth } from '../kit/oauth/oauth-server.ts'
import { readIdentifier, readOrigin } from './form.ts'
import { findHome, resolveHandle } from './identity.ts'
import { defaultService } from './settings.ts'

/** Where somebody signs in. */
export interface SignInPlace {
  readonly server: AuthorizationServer
  /** The account that signs in; null where a person named only a server. */
  readonly did: string | null
  /** The handle or DID as it was given, which the server shows; null where there is none. */
  readonly loginHint: string | null
}

/**
 * Finds where to sign in as an account, which is given by handle, by DID, or by the `https` address of its server.
 * `resolver` looks handles up. @throws Failure
 */
export async function findSignInPlace(
  account: string,
  { resolver, directory }: { resolver: string; directory: string },
  io: ConnectIo,
): Promise<SignInPlace> {
  if (/^\s*https?:/i.test(account)) {
    const server = await findServerFor(readOrigin(account, defaultService), io)
    return { server, did: null, loginHint: null }
  }
  const loginHint = readIdentifier(account)
  const did = isValidDid(loginHint) ? loginHint : await resolveHandle(resolver, loginHint, io)
  if (did === null)
    throw new Failure('invalid', sentence('There is no account with the handle {loginHint}.', { loginHint }))
  const home = await findHome(did, directory, io)
  if (home === null)
    throw new Failure(
      'invalid',
      sentence('The account {loginHint} has no server that could be found.', { loginHint }),
    )
  return { server: await findServerFor(home, io), did, loginHint }
}

/** The authorization server of a data server; one that names no other may be its own. */
async function findServerFor(service: string, io: ConnectIo): Promise<AuthorizationServer> {
  return findServer((await findIssuer(service, io)) ?? service, io)
}

/** A server that signs people in, and where requests are pushed to it. */
export interface AuthorizationServer extends OAuthServer {
  readonly issuer: string
  readonly pushUrl: string
}

/** The authorization server of an origin, by what it says of itself. @throws Failure */
async function findServer(issuer: string, io: ConnectIo): Promise<AuthorizationServer> {
  const metadata = await readOAuthMetadata(issuer, dialect, io)
  const pushUrl = URL.parse(textOf(metadata?.document.pushed_authorization_request_endpoint) ?? '')
  const isForAnybody = metadata?.document.client_id_metadata_document_supported === true
  if (metadata && pushUrl?.origin === issuer && isForAnybody) {
    const { authorizeUrl, tokenUrl, revokeUrl } = metadata
    return { ...standard, issuer, authorizeUrl, tokenUrl, revokeUrl, pushUrl: pushUrl.href }
  }
  const text = sentence(
    'There is no sign-in by OAuth at {issuer}. Connect the account with an app password instead.',
    { issuer },
  )
  throw new Failure('invalid', text)
}

/** Finds a server at which somebody signed in before: its silence says nothing about the account. @throws Failure */
export async function findKnownServer(issuer: string, io: ConnectIo): Promise<AuthorizationServer> {
  try {
    return await findServer(issuer, io)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'invalid') throw error
    throw new Failure('unavailable', sentence('There is no sign-in at {issuer} at the moment.', { issuer }), {
      cause: error,
    })
  }
}

const dialect = oauthDialect('The Bluesky server')

/**
 * OAuth as the protocol demands it of each server (atproto.com/specs/oauth). One server that does not accept us as a client
 * says nothing about the others, so no such refusal is the app's.
 */
const standard = {
  ...plainOAuth,
  dialect,
  sendsIssuer: true,
  tokenType: 'dpop',
  refusals: {
    invalid_client: 'busy',
    invalid_client_metadata: 'busy',
    unauthorized_client: 'busy',
    invalid_scope: 'busy',
    use_dpop_nonce: 'busy',
  },
} as const

/** The origin of the authorization server that a data server trusts (RFC 9728); null if it names none. @throws Failure */
export async function findIssuer(service: string, io: ConnectIo): Promise<string | null> {
  const path = '/.well-known/oauth-protected-resource'
  const answer = await io.fetch(makeRequest(service, { path }), { timeoutMs: 15_000, maxBytes: 200_000 })
  if (answer.status === 429 || answer.status >= 500) throw makeUnavailable(dialect, answer)
  const body = answer.status === 200 ? asObject(answer.json) : null
  if (!body) return null
  const issuer = isArray(body.authorization_servers) ? textOf(body.authorization_servers[0]) : null
  const read = readServerOrigin(issuer ?? '', defaultService)
  if (body.resource === service && 'origin' in read && read.origin === issuer) return issuer
  throw new Failure(
    'unavailable',
    sentence('{service} names no authorization server that could be reached.', { service }),
  )
}

/**
 * The server that an account lives on, if that trusts the issuer that vouches for it. An authorization server may say
 * anything of accounts that live elsewhere. @throws Failure
 */
export async function requireHome(
  did: string,
  issuer: string,
  directory: string,
  io: ConnectIo,
): Promise<string> {
  const home = await findHome(did, directory, io)
  if (home !== null && (await findIssuer(home, io)) === issuer) return home
  const text = sentence(
    '{issuer} signed in an account that lives elsewhere. Sign in at the server of the account.',
    { issuer },
  )
  throw new Failure('invalid', text)
}
