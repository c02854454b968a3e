import { type Static, Type } from 'typebox'
import type { RedirectIo } from '../connector.ts'
import { nullable, text } from '../kit/media/stored.ts'
import { readOAuthMetadata } from '../kit/oauth/oauth-metadata.ts'
import {
  type CodeFlow,
  clientWith,
  type OAuthServer,
  oauthDialect,
  plainOAuth,
} from '../kit/oauth/oauth-server.ts'
import { dialect } from './api.ts'
import type { Registration } from './registration.ts'
import type { Software } from './software.ts'

/** The part of a server that signs people in. */
export const signInServer = Type.Object({
  authorizeUrl: text,
  tokenUrl: text,
  revokeUrl: text,
  issuer: nullable(text),
  sendsIssuer: Type.Boolean(),
  usesPkce: Type.Boolean(),
})

export type SignInServer = Static<typeof signInServer>

/** The least that publishing needs, as docs.joinmastodon.org/api/oauth-scopes names it for each call that is made. */
const narrowScopes = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses']
const wideScopes = ['read', 'write']

/** The addresses that every server of the family has, as far as it describes no others. */
const usualPaths = { authorize: '/oauth/authorize', token: '/oauth/token', revoke: '/oauth/revoke' }

/** How people sign in at a server, and the scopes to ask it for. @throws Failure for a description of another server */
export async function findSignIn(
  origin: string,
  { hasNarrowScopes }: Software,
  io: RedirectIo,
): Promise<{ server: SignInServer; scopes: readonly string[] }> {
  const metadata = await readOAuthMetadata(origin, oauth, io)
  const at = (path: string) => new URL(path, origin).href
  const isNarrow = metadata?.scopes
    ? narrowScopes.every((scope) => metadata.scopes?.includes(scope))
    : hasNarrowScopes
  const server = {
    authorizeUrl: metadata?.authorizeUrl ?? at(usualPaths.authorize),
    tokenUrl: metadata?.tokenUrl ?? at(usualPaths.token),
    revokeUrl: metadata?.revokeUrl ?? at(usualPaths.revoke),
    issuer: metadata?.issuer ?? null,
    sendsIssuer: metadata?.sendsIssuer ?? false,
    usesPkce: metadata?.hasPkce ?? false,
  }
  return { server, scopes: isNarrow ? narrowScopes : wideScopes }
}

const oauth = { ...oauthDialect(dialect.name), limitedUntil: dialect.limitedUntil }

export function flowOf(
  server: SignInServer,
  { clientId, clientSecret, scopes }: Pick<Registration, 'clientId' | 'clientSecret' | 'scopes'>,
): CodeFlow {
  const described: OAuthServer = { ...plainOAuth, dialect: oauth, ...server }
  // In the body, where all of the family look for it.
  return { server: described, client: clientWith(clientId, clientSecret, 'post'), scopes: scopes.split(' ') }
}
