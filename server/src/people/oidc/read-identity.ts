import * as oauth from 'oauth4webapi'
import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { callbackPath } from './begin-oidc.ts'
import type { OidcAttempt } from './oidc-attempt.ts'
import { type AskingOptions, askProvider, openProvider, type Provider } from './provider.ts'

/** A person as the identity provider knows them. */
export interface ProvedIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** Whether the provider says that the address was shown to be theirs. */
  readonly isEmailVerified: boolean
  /** When the person showed the provider who they are, as it says; null where it does not. It may have been long ago. */
  readonly provedAt: Date | null
}

type ProviderParts = Pick<Context, 'config' | 'outbound' | 'log'>

/** Trades the code of a callback for the identity of the person. @throws Problem 403 `oidc_refused`, 503 */
export async function readIdentity(
  context: ProviderParts,
  attempt: OidcAttempt,
  query: URLSearchParams,
): Promise<ProvedIdentity> {
  const provider = await openProvider(context)
  const callback = readCallback(provider, attempt, query)
  return askProvider(context, provider.settings, async (options) => {
    const { claims, token } = await trade(context, provider, attempt, callback, options)
    const email = claims.email === undefined ? await askEmail(provider, claims.sub, token, options) : claims
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof email.email === 'string' && email.email !== '' ? email.email : null,
      // Some providers write it as a text.
      isEmailVerified: email.email_verified === true || email.email_verified === 'true',
      provedAt: claims.auth_time === undefined ? null : timeOf(claims.auth_time),
    }
  })
}

/** Not in the future, where a date could not even be one. */
function timeOf(seconds: number): Date {
  return new Date(Math.min(seconds * 1_000, Date.now()))
}

function readCallback(
  { server, client }: Provider,
  { state }: OidcAttempt,
  query: URLSearchParams,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, client, query, state)
  } catch (error) {
    throw refused('The identity provider sent you back without a sign-in, or another server did.', error)
  }
}

async function trade(
  { config }: ProviderParts,
  { server, client, authenticate }: Provider,
  { nonce, verifier }: OidcAttempt,
  callback: URLSearchParams,
  options: AskingOptions,
): Promise<{ claims: oauth.IDToken; token: string }> {
  const redirectUri = `${config.publicUrl}${callbackPath}`
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticate,
    callback,
    redirectUri,
    verifier,
    options,
  )
  try {
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
    })
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (claims === undefined) throw new Error('The answer has no ID token.')
    return { claims, token: tokens.access_token }
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
      throw refused('The sign-in at the identity provider was used already, or it took too long.', error)
    throw error
  }
}

async function askEmail(
  { server, client }: Provider,
  subject: string,
  token: string,
  options: AskingOptions,
): Promise<{ readonly email?: unknown; readonly email_verified?: unknown }> {
  if (!server.userinfo_endpoint) return {}
  const response = await oauth.userInfoRequest(server, client, token, options)
  return oauth.processUserInfoResponse(server, client, subject, response)
}

function refused(detail: string, cause: unknown): Problem {
  const problem = new Problem(403, 'oidc_refused', detail)
  problem.cause = cause
  return problem
}
