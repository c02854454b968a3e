/** A refusal in the words that programs know (RFC 6749, RFC 7591, RFC 8707). */
export type OauthCode =
  | 'access_denied'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** The reason why a request of a program fails. `http/` turns it into the answer that OAuth asks for. */
export class OauthFault extends Error {
  override name = 'OauthFault'
  readonly code: OauthCode

  constructor(code: OauthCode, description: string) {
    super(description)
    this.code = code
  }
}
