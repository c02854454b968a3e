import { isArray, type JsonObject } from '../lib/json/json.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { OauthFault } from './oauth-fault.ts'
import { isRedirectAddress } from './redirect-address.ts'

/** The words of a program about itself. All of it is its own claim. */
export interface ProgramMetadata {
  readonly name: string
  /** The addresses to which a browser may be sent back. */
  readonly redirectUris: readonly string[]
}

const mostAddresses = 20
const longestName = 80

/**
 * Reads what a program says of itself (RFC 7591). Members that nothing here depends on are passed over.
 * @throws OauthFault `invalid_redirect_uri`, `invalid_client_metadata`
 */
export function readMetadata(given: JsonObject): ProgramMetadata {
  const { redirect_uris: addresses, client_name: name, grant_types: grants, response_types: answers } = given
  if (!isArray(addresses) || addresses.length === 0 || addresses.length > mostAddresses)
    throw new OauthFault('invalid_redirect_uri', `Name one to ${mostAddresses} addresses in redirect_uris.`)
  const redirectUris = addresses.filter((each) => typeof each === 'string')
  const [first] = redirectUris
  if (first === undefined || redirectUris.length < addresses.length || !redirectUris.every(isRedirectAddress))
    throw new OauthFault(
      'invalid_redirect_uri',
      'Each address in redirect_uris must begin with https://, or with http:// and localhost, 127.0.0.1 or [::1].',
    )
  requireAmong('grant_types', grants, 'authorization_code')
  requireAmong('response_types', answers, 'code')
  const own = typeof name === 'string' ? cleanText(name, longestName).trim() : ''
  return { name: own === '' ? new URL(first).host : own, redirectUris }
}

/** A list that is left out has its usual value, which is what is needed. */
function requireAmong(member: string, list: JsonObject[string] | undefined, needed: string): void {
  if (list === undefined || (isArray(list) && list.includes(needed))) return
  throw new OauthFault('invalid_client_metadata', `${member} must include ${needed}.`)
}
