import type { Words } from '../../../lib/text/sentence.ts'
import { type ConnectIo, Failure } from '../../connector.ts'
import { refreshTokens } from '../oauth/oauth.ts'
import type { Tokens } from '../oauth/oauth-answers.ts'
import { type OAuthServer, oauthDialect, plainOAuth } from '../oauth/oauth-server.ts'

/** Scopes of Google are addresses, which begin so. */
export const googleScopePrefix = 'https://www.googleapis.com/auth/'

/**
 * Google's code flow. `access_type` and `prompt` make it give a refresh token each time.
 * Source: developers.google.com/identity/protocols/oauth2/web-server.
 */
export const googleLogin: OAuthServer = {
  ...plainOAuth,
  dialect: oauthDialect('Google'),
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  authorizeWith: { access_type: 'offline', prompt: 'consent' },
  refusals: {
    deleted_client: 'app',
    disabled_client: 'app',
    org_internal: 'app',
    admin_policy_enforced: 'denied',
  },
}

/**
 * New tokens for a refresh token, which Google keeps the same.
 * @param ended the sentence for an access that has ended
 * @throws Failure `unauthorized` when the access has ended
 */
export async function renewAtGoogle(
  flow: Parameters<typeof refreshTokens>[0],
  refreshToken: string,
  ended: Words,
  io: ConnectIo,
): Promise<Tokens> {
  try {
    return await refreshTokens(flow, refreshToken, io)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    throw new Failure('unauthorized', ended, { platformCode: error.platformCode, cause: error })
  }
}
