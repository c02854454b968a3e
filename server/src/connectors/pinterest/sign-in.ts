import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
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
import { refreshTokens } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import { neededScopes, readFlow, type SignInFlow } from './app.ts'
import { type OwnProfile, readProfile } from './profile.ts'
import { readCredentials, readSettings, writeCredentials } from './settings.ts'

/** Connects on Pinterest's own page, with the operator's app. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https_or_loopback'],
  begin: async (_input, io) => beginByState(await readFlow(io), io),
  finish,
  refresh,
  // Pinterest has no call by which an app could end the access of a person.
  revoke: async () => undefined,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const flow = await readFlow(io)
  const tokens = await finishByState(flow, callback, keep, io)
  const refreshToken = requireAccess(tokens)
  const { id, ...profile } = await readSignedIn(tokens, flow, io)
  const credentials = writeCredentials({ accessToken: tokens.accessToken, refreshToken })
  const identified = { ...profile, externalId: id, credentials, expiresAt: tokens.expiresAt }
  return [{ profile: identified, suggested: true, reason: null }]
}

/** The refresh token of an access that is enough to publish. @throws Failure `forbidden` */
function requireAccess({ granted, refreshToken }: Tokens): string {
  const missing = neededScopes.filter((scope) => !granted.includes(scope))
  if (missing.length > 0) {
    const text = 'These permissions are needed too: {missing}. Sign in again and allow them.'
    throw new Failure('forbidden', sentence(text, { missing: missing.join(', ') }))
  }
  if (refreshToken !== null) return refreshToken
  throw new Failure('forbidden', 'Pinterest gave access that cannot be renewed. Sign in again.')
}

/** A token that is refused at once is a fault of the sign-in. */
async function readSignedIn(
  { accessToken, granted }: Tokens,
  { environment }: SignInFlow,
  io: ConnectIo,
): Promise<OwnProfile> {
  try {
    return await readProfile(accessToken, granted, environment, io)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    const text = 'Pinterest gave access, and then refused it. Sign in again.'
    throw new Failure('forbidden', text, { cause: error })
  }
}

/** The old refresh token ends with its use: the new one is kept. An account stays in the environment in which it was connected. */
async function refresh(account: Account, given: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const known = readCredentials(given)
  const flow = await readFlow(io, readSettings(account).environment)
  const tokens = await refreshTokens(flow, known.refreshToken, io)
  const { accessToken, expiresAt } = tokens
  const refreshToken = tokens.refreshToken ?? known.refreshToken
  return {
    credentials: writeCredentials({ accessToken, refreshToken }),
    expiresAt,
    profile: await readCurrent(account, tokens, flow, io),
  }
}

/** The account as it is now; null where Pinterest does not say, which takes nothing from the new access. */
async function readCurrent(
  account: Account,
  tokens: Tokens,
  { environment }: SignInFlow,
  io: ConnectIo,
): Promise<Profile | null> {
  const isNamed = textOf(tokens.answer.scope) !== null
  const granted = isNamed ? tokens.granted : readSettings(account).granted
  try {
    const { id, ...profile } = await readProfile(tokens.accessToken, granted, environment, io)
    return id === account.externalId ? profile : null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
