import { asObject, type JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Account, type ConnectIo, Failure, type Refreshed } from '../connector.ts'
import { openDpop } from '../kit/oauth/dpop.ts'
import { refreshTokens, revokeToken } from '../kit/oauth/oauth.ts'
import type { CodeFlow } from '../kit/oauth/oauth-server.ts'
import { type Access, openCredentials } from './access.ts'
import { failureOf, toRequest, unavailable } from './api.ts'
import { findIssuer, findKnownServer } from './authorization.ts'
import { tryFindHome } from './identity.ts'
import { openClient, scopes } from './oauth-client.ts'
import { readProfileNow } from './profile-now.ts'
import { notActive, readHandle } from './session.ts'
import { type Grant, readGrant, readSettings, type Settings, writeGrant } from './settings.ts'

/**
 * New tokens for old. The refresh token is worth one use: if its answer gets lost, the server ends the sign-in at the next
 * try. Where the account lives is looked up before, because tokens of its old server are worth nothing at a new one.
 * @throws Failure
 */
export async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const grant = readGrant(credentials)
  const settings = await followMove(readSettings(account), io)
  const tokens = await refreshTokens(await openFlow(settings, grant, io), grant.refreshToken, io)
  if (tokens.answer.sub !== settings.did)
    throw new Failure('unauthorized', 'The server renewed the access of another account. Connect it again.')
  const { accessToken, refreshToken } = tokens
  const renewed = writeGrant({ ...grant, accessToken, refreshToken: refreshToken ?? grant.refreshToken })
  const session = await tryAskSession(settings, await openCredentials(renewed, io), io)
  if (session.active === false) throw new Failure('unauthorized', notActive)
  return {
    credentials: renewed,
    expiresAt: tokens.expiresAt,
    profile: await readProfileNow(account, settings, session, io),
  }
}

/** Ends the sign-in at its server. @throws Failure */
export async function revoke(account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const grant = readGrant(credentials)
  const flow = await openFlow(readSettings(account), grant, io)
  await revokeToken(flow, grant.refreshToken, 'refresh_token', io)
}

async function openFlow(
  { issuer, service }: Settings,
  { clientId, dpopKey }: Grant,
  io: ConnectIo,
): Promise<CodeFlow> {
  const [server, client, dpop] = await Promise.all([
    findKnownServer(issuer ?? service, io),
    openClient(clientId, io),
    openDpop(dpopKey),
  ])
  return { server, client, dpop, scopes }
}

/**
 * The settings with the server that the account lives on now. It may have moved between servers that trust the same
 * issuer; anywhere else its tokens are worth nothing. @throws Failure
 */
async function followMove(settings: Settings, io: ConnectIo): Promise<Settings> {
  const { did, directory, service, issuer } = settings
  const home = await tryFindHome(did, directory, io)
  if (home === null || home === service) return settings
  if ((await findIssuer(home, io)) === issuer) return { ...settings, service: home, home }
  throw new Failure('unauthorized', sentence('This account has moved to {home}. Connect it again.', { home }))
}

/** Asks a server whose session this is. @throws Failure `forbidden` when the account is not active */
export async function askSession(
  service: string,
  did: string,
  access: Access,
  io: ConnectIo,
): Promise<{ handle: string | null }> {
  const session = await readSessionAt(service, access, io)
  if (session.did !== did)
    throw new Failure('unavailable', sentence('{service} answered for another account.', { service }))
  if (session.active === false) {
    const text = 'This Bluesky account is not active. Activate it in the Bluesky app first.'
    throw new Failure('forbidden', text)
  }
  return { handle: readHandle(session) }
}

async function tryAskSession({ service }: Settings, access: Access, io: ConnectIo): Promise<JsonObject> {
  try {
    return await readSessionAt(service, access, io)
  } catch (error) {
    // The tokens are renewed already, and must not get lost.
    if (error instanceof Failure) return {}
    throw error
  }
}

async function readSessionAt(service: string, access: Access, io: ConnectIo): Promise<JsonObject> {
  const answer = await access.fetch(toRequest({ service, method: 'com.atproto.server.getSession' }))
  if (answer.status === 200) return asObject(answer.json) ?? {}
  throw failureOf(answer, io.now(), [access.secret]) ?? unavailable(answer)
}
