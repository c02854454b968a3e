import { Type } from 'typebox'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type Profile,
  type RedirectConnect,
  type Refreshed,
} from '../connector.ts'
import { beginCode, finishCode, refreshTokens, revokeToken } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { type CodeFlow, clientWith, oauthDialect, plainOAuth } from '../kit/oauth/oauth-server.ts'
import { callX, idOf, origin, site } from './api.ts'
import { readApp, readCredentials, readSettings, writeCredentials, writeSettings } from './settings.ts'

/** Everything that publishing needs; `offline.access` gives the refresh token. Source: docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code. */
export const scopes = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']

/** Connects on the page of X: OAuth 2 with PKCE, as a confidential client. One profile comes of each sign-in. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https_or_loopback'],
  begin: async (_input, io) => {
    const { url, verifier } = await beginCode(await flowOf(io), io)
    return { url, keep: { verifier } }
  },
  finish: async (callback, keep, io) => {
    const tokens = await finishCode(await flowOf(io), callback, textOf(keep.verifier), io)
    return [await toCandidate(tokens, io)]
  },
  refresh,
  revoke: async (_account, credentials, io) =>
    revokeToken(await flowOf(io), readCredentials(credentials).refreshToken, 'refresh_token', io),
}

const standard = oauthDialect('X')

async function flowOf(io: ConnectIo): Promise<CodeFlow> {
  const { clientId, clientSecret } = readApp(await io.app())
  return { server, client: clientWith(clientId, clientSecret, 'basic'), scopes }
}

const server = {
  ...plainOAuth,
  dialect: {
    ...standard,
    // For a used or expired token X says that the whole request is invalid. Only the message distinguishes that from a
    // fault of ours, which must not disconnect an account.
    code: (answer) =>
      /\btoken was invalid\b/i.test(standard.words(answer) ?? '') ? 'invalid_grant' : standard.code(answer),
  },
  authorizeUrl: `${site}/i/oauth2/authorize`,
  tokenUrl: `${origin}/2/oauth2/token`,
  revokeUrl: `${origin}/2/oauth2/revoke`,
} satisfies CodeFlow['server']

async function toCandidate(tokens: Tokens, io: ConnectIo): Promise<Candidate> {
  const missing = scopes.filter((scope) => !tokens.granted.includes(scope))
  if (missing.length > 0 || tokens.refreshToken === null) {
    const [first = 'offline.access'] = missing
    throw new Failure(
      'forbidden',
      sentence('X did not allow {first}. Sign in again and allow everything.', { first }),
    )
  }
  const { externalId, ...profile } = await readProfile(tokens.accessToken, tokens.granted, io)
  const credentials = writeCredentials({
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
  })
  return {
    profile: { ...profile, externalId, credentials, expiresAt: tokens.expiresAt },
    suggested: true,
    reason: null,
  }
}

// A refresh has a hundred seconds in all, most of which may be spent on the tokens.
const within = { timeoutMs: 8_000, maxBytes: 200_000 }

type FoundProfile = Profile & { externalId: string; displayName: string }

/** The profile of a token, and all that is kept of it. @throws Failure */
async function readProfile(token: string, granted: readonly string[], io: ConnectIo): Promise<FoundProfile> {
  const query = { 'user.fields': 'name,username,profile_image_url,subscription_type' }
  const user = asObject((await callX({ path: '/2/users/me', query }, token, io, within)).data)
  const [id, username] = [idOf(user?.id), textOf(user?.username)]
  if (id === null || username === null || !/^\w{1,50}$/.test(username))
    throw new Failure('unavailable', 'X does not say whose access this is.')
  return {
    externalId: id,
    username,
    displayName: textOf(user?.name) ?? username,
    // The address that X names is that of a picture of 48 pixels.
    avatarUrl: readWebAddress(
      textOf(user?.profile_image_url)?.replace(/_normal(?=\.\w+$)/, '_400x400') ?? null,
    ),
    profileUrl: `${site}/${username}`,
    settings: writeSettings({
      subscription: textOf(user?.subscription_type),
      scopes: [...granted],
      readAt: io.now().toISOString(),
    }),
  }
}

const profileForMs = 24 * 3_600_000

/**
 * New tokens; the refresh token may be used once. X spends the old one before it answers, so nothing after that may fail:
 * the new ones are handed over even where the profile cannot be read.
 */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const tokens = await refreshTokens(await flowOf(io), readCredentials(credentials).refreshToken, io)
  const { accessToken, expiresAt } = tokens
  const refreshToken = tokens.refreshToken ?? readCredentials(credentials).refreshToken
  return {
    credentials: writeCredentials({ accessToken, refreshToken }),
    expiresAt,
    profile: await readProfileAgain(account, accessToken, io),
  }
}

/** The profile at most once a day, because X charges for it; null where it was read lately or cannot be read now. */
async function readProfileAgain(account: Account, token: string, io: ConnectIo): Promise<Profile | null> {
  const { readAt, scopes: granted } = readSettings(account)
  if (io.now().getTime() - Date.parse(readAt) < profileForMs) return null
  try {
    const { externalId, ...profile } = await readProfile(token, granted, io)
    return externalId === account.externalId ? profile : null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
