import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type RedirectConnect,
  type RedirectIo,
  type Refreshed,
} from '../connector.ts'
import { stored, text } from '../kit/media/stored.ts'
import { refreshTokens } from '../kit/oauth/oauth.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import {
  type CodeFlow,
  clientWith,
  type OAuthServer,
  oauthDialect,
  plainOAuth,
} from '../kit/oauth/oauth-server.ts'
import { website } from './api.ts'
import { type AppSettings, readApp } from './app.ts'
import { listProfiles } from './profiles.ts'
import { type Credentials, readCredentials, readGranted, writeCredentials } from './settings.ts'

/** Connects on LinkedIn's own page: the code flow without PKCE, as its documentation has it. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https_or_loopback'],
  begin,
  finish,
  refresh,
  // LinkedIn has no call that ends access; one token serves a person and all their pages anyway.
  revoke: async () => undefined,
}

const server: OAuthServer = {
  ...plainOAuth,
  dialect: oauthDialect('LinkedIn'),
  authorizeUrl: `${website}/oauth/v2/authorization`,
  tokenUrl: `${website}/oauth/v2/accessToken`,
  usesPkce: false,
  tokenType: null,
  refusals: {
    user_cancelled_login: 'denied',
    user_cancelled_authorize: 'denied',
    unauthorized_scope_error: 'scope',
    invalid_scope_error: 'scope',
    invalid_client_id: 'app',
    invalid_redirect_uri: 'app',
  },
}

/** The scopes that were asked for: the operator may change them until the person comes back. */
const asked = stored(Type.Object({ scopes: text }), 'This sign-in was kept without its scopes.')

async function begin(_input: JsonObject, io: RedirectIo): Promise<{ url: string; keep: JsonObject }> {
  const app = readApp(await io.app())
  const { url, keep } = await beginByState(flowOf(app), io)
  return { url, keep: { ...keep, ...asked.write({ scopes: app.scopes.join(' ') }) } }
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const app = { ...readApp(await io.app()), scopes: asked.read(keep).scopes.split(' ') }
  const tokens = await finishByState(flowOf(app), callback, keep, io)
  const found = await afterSignIn(() => listProfiles(tokens, io))
  if (found.length > 0) return found
  const text =
    'LinkedIn gave access to no profile. The scopes of the app must have w_member_social with openid and profile or with r_basicprofile, or w_organization_social with r_organization_admin; and a page needs a role that may publish.'
  throw new Failure('forbidden', text)
}

/** A token that is refused at once is a fault of the sign-in. */
async function afterSignIn<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthorized')
      throw new Failure('forbidden', 'LinkedIn gave access, and then refused it. Sign in again.', {
        cause: error,
      })
    throw error
  }
}

/**
 * Renews the access where LinkedIn gave a refresh token, which lives for a year and is not prolonged by its use. Otherwise
 * it finds out whether the access is still good, and reads the profile again; after sixty days the person signs in again.
 */
async function refresh(account: Account, given: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const credentials = readCredentials(given)
  const granted = readGranted(account)
  const { refreshToken } = credentials
  if (refreshToken === null) return learnAnew(account, credentials, granted, io)
  const app = readApp(await io.app())
  const tokens = await refreshTokens(flowOf({ ...app, scopes: granted }), refreshToken, io)
  const { accessToken, expiresAt } = tokens
  return {
    credentials: writeCredentials({
      ...credentials,
      accessToken,
      refreshToken: tokens.refreshToken,
      expiresAt: expiresAt?.getTime() ?? null,
    }),
    expiresAt,
    profile: null,
  }
}

async function learnAnew(
  { externalId }: Account,
  { accessToken, expiresAt, profileId }: Credentials,
  granted: readonly string[],
  io: ConnectIo,
): Promise<Refreshed> {
  const access = {
    accessToken,
    refreshToken: null,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    granted,
  }
  const found = await listProfiles(access, io)
  const profile = found.find(({ profile: one }) => one.externalId === externalId)?.profile ?? null
  const credentials = writeCredentials({ accessToken, refreshToken: null, expiresAt, profileId })
  return { credentials, expiresAt: access.expiresAt, profile }
}

function flowOf({ clientId, clientSecret, scopes }: AppSettings): CodeFlow {
  return { server, client: clientWith(clientId, clientSecret, 'post'), scopes }
}
