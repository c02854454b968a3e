import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type Profile,
  type RedirectConnect,
  type RedirectIo,
  type Refreshed,
} from '../connector.ts'
import { refreshTokens, revokeToken } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import { neededScopes, readFlow, underOurName } from './app.ts'
import { type OwnProfile, readProfile } from './profile.ts'
import { readCredentials, writeCredentials } from './settings.ts'

/** Connects on Reddit's own page, with the operator's app. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https_or_loopback'],
  begin: async (_input, io) => beginByState(await readFlow(io), io),
  finish,
  refresh,
  revoke,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const tokens = await finishByState(await readFlow(io), callback, keep, await underOurName(io))
  const refreshToken = requireAccess(tokens)
  const { id, isSuspended, ...profile } = await readSignedIn(tokens.accessToken, io)
  const credentials = writeCredentials({ accessToken: tokens.accessToken, refreshToken })
  const identified = { ...profile, externalId: id, credentials, expiresAt: tokens.expiresAt }
  const reason = isSuspended ? 'Reddit has suspended this account.' : null
  return [{ profile: identified, suggested: !isSuspended, reason }]
}

/** The refresh token of an access that is enough. @throws Failure `forbidden` */
function requireAccess({ granted, refreshToken }: Tokens): string {
  const missing = neededScopes.filter((scope) => !granted.includes(scope) && !granted.includes('*'))
  if (missing.length > 0) {
    const text = 'These permissions are needed too: {missing}. Sign in again and allow them.'
    throw new Failure('forbidden', sentence(text, { missing: missing.join(', ') }))
  }
  if (refreshToken !== null) return refreshToken
  throw new Failure('forbidden', 'Reddit gave access that cannot be renewed. Sign in again.')
}

/** A token that is refused at once is a fault of the sign-in. */
async function readSignedIn(accessToken: string, io: RedirectIo): Promise<OwnProfile> {
  try {
    return await readProfile(accessToken, io)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    const text = 'Reddit gave access, and then refused it. Sign in again.'
    throw new Failure('forbidden', text, { cause: error })
  }
}

/** Reddit keeps a refresh token the same, and names it or not. */
async function refresh(account: Account, given: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { refreshToken: known } = readCredentials(given)
  const { accessToken, refreshToken, expiresAt } = await refreshTokens(
    await readFlow(io),
    known,
    await underOurName(io),
  )
  return {
    credentials: writeCredentials({ accessToken, refreshToken: refreshToken ?? known }),
    expiresAt,
    profile: await readCurrent(account, accessToken, io),
  }
}

/** The person as they are now; null where Reddit does not say, which takes nothing from the new access. */
async function readCurrent(account: Account, token: string, io: ConnectIo): Promise<Profile | null> {
  try {
    const { id, isSuspended: _, ...profile } = await readProfile(token, io)
    return id === account.externalId ? profile : null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Ending the refresh token ends every access that came of it, and no other sign-in of the person. */
async function revoke(_account: Account, given: JsonObject, io: ConnectIo): Promise<void> {
  const { refreshToken } = readCredentials(given)
  await revokeToken(await readFlow(io), refreshToken, 'refresh_token', await underOurName(io))
}
