import { type ClientAuth, ClientSecretBasic, ClientSecretPost, None } from 'oauth4webapi'
import { asObject, textOf } from '../../../lib/json/json.ts'
import type { Words } from '../../../lib/text/sentence.ts'
import type { Dialect } from '../json-api.ts'
import type { DpopHandle } from './dpop.ts'

/**
 * A server that signs people in by the code flow of OAuth 2 (RFC 6749), as data: vendors depart from the standard in small
 * things. `plainOAuth` has the values of the standard.
 */
export interface OAuthServer {
  /** The network at the beginning of a sentence, and the places where it says why it refuses. See `oauthDialect`. */
  readonly dialect: Dialect
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** Null where access cannot be ended (RFC 7009). */
  readonly revokeUrl: string | null
  /** The only `iss` that a callback may have (RFC 9207); null where it is not known, and none is looked at. */
  readonly issuer: string | null
  /** Whether every callback must have an `iss`, as the server’s metadata says. */
  readonly sendsIssuer: boolean
  readonly usesPkce: boolean
  readonly tokenRequest: 'form' | 'json' | 'query'
  readonly scopeSeparator: ' ' | ','
  /** Its own names of parameters, by those of the standard: `{ client_id: 'client_key' }`. */
  readonly names: Readonly<Record<string, string>>
  /** Further parameters of the authorization request, such as `access_type`. */
  readonly authorizeWith: Readonly<Record<string, string>>
  /** The type its tokens must have; null where the server does not name one. */
  readonly tokenType: string | null
  /** The way to the object with the token within the answer, such as `['authed_user']`. */
  readonly tokenAt: readonly string[]
  /** Its own codes of errors, beside those of the standard. */
  readonly refusals: Readonly<Record<string, OAuthRefusal>>
}

/** RFC 6749 with PKCE, as far as it does not depend on the server. */
export const plainOAuth = {
  revokeUrl: null,
  issuer: null,
  sendsIssuer: false,
  usesPkce: true,
  tokenRequest: 'form',
  scopeSeparator: ' ',
  names: {},
  authorizeWith: {},
  tokenType: 'bearer',
  tokenAt: [],
  refusals: {},
} as const satisfies Partial<OAuthServer>

/** We as the server knows us. */
export interface OAuthClient {
  readonly id: string
  /** Proves that it is us: one of oauth4webapi’s functions, such as `PrivateKeyJwt(key)`. */
  readonly authenticate: ClientAuth
  /** Values that stand in no sentence. */
  readonly secrets: readonly string[]
}

/** A client with an id and a secret, sent by HTTP Basic or in the body; without a secret a public one. */
export function clientWith(id: string, secret: string | null, how: 'basic' | 'post'): OAuthClient {
  if (secret === null) return { id, authenticate: None(), secrets: [] }
  const authenticate = how === 'basic' ? ClientSecretBasic(secret) : ClientSecretPost(secret)
  return { id, authenticate, secrets: [secret] }
}

/** Everything that both ends of a sign-in must agree on. */
export interface CodeFlow {
  readonly server: OAuthServer
  readonly client: OAuthClient
  readonly scopes: readonly string[]
  /** The key to which the server binds its tokens (RFC 9449), where it does. */
  readonly dpop?: DpopHandle
}

/** The meaning of an error’s code. */
export type OAuthRefusal =
  /** The person said no. */
  | 'denied'
  /** The code or the refresh token is not good any more. */
  | 'ended'
  /** The server does not accept our app. */
  | 'app'
  /** Our app may not ask for these scopes. */
  | 'scope'
  /** Later. */
  | 'busy'

/** Errors as the standard writes them. */
export function oauthDialect(name: Words): Dialect {
  return {
    name,
    code: ({ json }) => textOf(asObject(json)?.error),
    words: ({ json }) => textOf(asObject(json)?.error_description),
    limitedUntil: () => null,
  }
}
