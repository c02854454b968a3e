import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { type Account, type ConnectIo, Failure, type Refreshed } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { refreshTokens, revokeToken } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { tokenEnded } from './api.ts'
import { flowOf, type SignInServer, signInServer } from './code-flow.ts'
import { refreshProfile } from './describe-account.ts'
import type { Registration } from './registration.ts'

/** The access that a sign-in gave. The token belongs to the registration that asked for it, so that is kept with it. */
const access = stored(
  Type.Object({
    accessToken: text,
    /** Null on Mastodon itself, whose tokens have no end. */
    refreshToken: nullable(text),
    expiresAt: nullable(text),
    clientId: text,
    clientSecret: text,
    scopes: text,
    server: signInServer,
  }),
  'This account was stored without its token.',
)

export function makeCredentials(
  { accessToken, refreshToken, expiresAt, asked }: Tokens,
  { clientId, clientSecret }: Pick<Registration, 'clientId' | 'clientSecret'>,
  server: SignInServer,
): JsonObject {
  const client = { clientId, clientSecret, scopes: asked.join(' '), server }
  return access.write({ accessToken, refreshToken, expiresAt: expiresAt?.toISOString() ?? null, ...client })
}

// Longer than the time until the next refresh of an account that is idle.
const renewedAheadMs = 2 * 24 * 3_600_000

/**
 * Finds out whether the token is still good and reads the profile and its server again. A token that is about to end, or
 * was refused, is renewed where the server gave the means; a rotated one is answered at once, so that it cannot be lost.
 */
export async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const known = access.read(credentials)
  const expiresAt = known.expiresAt === null ? null : new Date(known.expiresAt)
  const isEnding = expiresAt !== null && expiresAt.getTime() - io.now().getTime() < renewedAheadMs
  if (known.refreshToken === null || !isEnding) {
    try {
      return { credentials, expiresAt, profile: await refreshProfile(account, known.accessToken, io) }
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'unauthorized' || known.refreshToken === null)
        throw error
    }
  }
  const tokens = await renew(credentials, known.refreshToken, io)
  return {
    credentials: makeCredentials(tokens, known, known.server),
    expiresAt: tokens.expiresAt,
    profile: null,
  }
}

async function renew(credentials: JsonObject, refreshToken: string, io: ConnectIo): Promise<Tokens> {
  const { server, ...registration } = access.read(credentials)
  try {
    return await refreshTokens(flowOf(server, registration), refreshToken, io)
  } catch (error) {
    // One server alone refuses us: the network as a whole is not to be paused.
    if (error instanceof Failure && error.kind === 'app_unusable')
      throw new Failure('unauthorized', tokenEnded, { cause: error })
    throw error
  }
}

/** Ends the access, as the app that it was given to. @throws Failure `forbidden` when the server does not let us */
export async function revoke(_account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const { server, accessToken, ...registration } = access.read(credentials)
  await revokeToken(flowOf(server, registration), accessToken, 'access_token', io)
}
