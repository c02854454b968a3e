import { calculatePKCECodeChallenge } from 'oauth4webapi'
import type { Context } from '../../context.ts'
import { countNetwork, forgetNetwork } from '../sign-in/sign-in-limit.ts'
import { beginAttempt, type OidcPurpose } from './oidc-attempt.ts'
import { openProvider } from './provider.ts'

export const callbackPath = '/app/oidc/callback'

/** The page of the provider to which the browser goes, and the cookie that identifies the browser when it comes back. */
export interface OidcBegun {
  readonly url: string
  readonly cookie: string
}

export interface OidcStart {
  readonly purpose: OidcPurpose
  /** The page of the app to which the person goes on; null for the first one. */
  readonly to?: string | null
  /** Whether the provider is to ask its person who they are, although it may know them from before. */
  readonly asksAnew: boolean
  readonly ip: string
}

/** Begins a trip to the identity provider. @throws Problem 404, 429, 503 `oidc_unavailable` */
export async function beginOidc(
  context: Pick<Context, 'db' | 'config' | 'outbound' | 'log' | 'secretKeys'>,
  { purpose, to = null, asksAnew, ip }: OidcStart,
): Promise<OidcBegun> {
  const { db, config, secretKeys } = context
  await countNetwork(db, ip)
  const { server, client } = await openProvider(context)
  await forgetNetwork(db, ip)
  const { cookie, attempt } = beginAttempt(secretKeys, purpose, to)
  const url = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: `${config.publicUrl}${callbackPath}`,
    scope: 'openid email',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    // Either is enough by the standard. Some providers know only one of them.
    ...(asksAnew ? { prompt: 'login', max_age: '0' } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href, cookie }
}
