/** The operator's identity provider, by whom people may sign in (OpenID Connect). */
export interface OidcSettings {
  /** As the provider itself writes it, to the letter. */
  readonly issuer: string
  readonly clientId: string
  /** Null for a client that has none. */
  readonly clientSecret: string | null
  /** The name on the button. */
  readonly name: string
}

type Name = 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME'

/** Null where none is set. Faults are added to `wrong`. */
export function parseOidc(read: (name: Name) => string, wrong: string[]): OidcSettings | null {
  const [issuer, clientId, clientSecret] = [
    read('OIDC_ISSUER'),
    read('OIDC_CLIENT_ID'),
    read('OIDC_CLIENT_SECRET'),
  ]
  if (issuer === '' && clientId === '' && clientSecret === '') return null
  if (issuer === '' || clientId === '')
    wrong.push('OIDC_ISSUER and OIDC_CLIENT_ID are set together, or neither is.')
  if (issuer !== '' && !isIssuer(issuer))
    wrong.push(
      `OIDC_ISSUER is "${issuer}"; it must be the address of the provider, such as https://login.example.org.`,
    )
  return {
    issuer,
    clientId,
    clientSecret: clientSecret === '' ? null : clientSecret,
    name: read('OIDC_NAME'),
  }
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && search === '' && hash === '' && username === ''
}
