import { isValidDid } from '@atproto/syntax'
import { readServerOrigin } from '../../lib/server-origin.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { type AuthorizationServer, findIssuers, findServer } from '../kit/pushed-code-flow.ts'
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
  if (did === null) throw new Failure('invalid', `There is no account with the handle ${loginHint}.`)
  const home = await findHome(did, directory, io)
  if (home === null)
    throw new Failure('invalid', `The account ${loginHint} has no server that could be found.`)
  return { server: await findServerFor(home, io), did, loginHint }
}

/** The authorization server of a data server; one that names no other may be its own. */
async function findServerFor(service: string, io: ConnectIo): Promise<AuthorizationServer> {
  const issuer = (await findIssuer(service, io)) ?? service
  const server = await findServer(issuer, io)
  const isUsable =
    server?.pushed_authorization_request_endpoint && server.client_id_metadata_document_supported
  if (server && isUsable) return server
  const text = `There is no sign-in by OAuth at ${issuer}. Connect the account with an app password instead.`
  throw new Failure('invalid', text)
}

/** The origin of the authorization server that a data server trusts; null if it names none. @throws Failure */
export async function findIssuer(service: string, io: ConnectIo): Promise<string | null> {
  const named = (await findIssuers(service, io))?.[0]
  if (named === undefined) return null
  const read = readServerOrigin(named, defaultService)
  if ('origin' in read && read.origin === named) return named
  throw new Failure('unavailable', `${service} names no authorization server that could be reached.`)
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
  const text = `${issuer} signed in an account that lives elsewhere. Sign in at the server of the account.`
  throw new Failure('invalid', text)
}
