import { issuerOf, programScopes, resourceOf } from '../../programs/authorization-request.ts'
import type { Discovery } from '../serving/authenticate.ts'

/** Where the giver of tokens has its addresses, below PUBLIC_URL. */
export const oauthPaths = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const

/** The way to a person, which a refusal at `/mcp` tells a program. */
export function discoveryOfAgents(publicUrl: string): Discovery {
  return { metadataUrl: `${issuerOf(publicUrl)}${oauthPaths.resource}/mcp`, scopes: programScopes }
}

/** Describes the place where agents ask (RFC 9728). */
export function describeResource(publicUrl: string): Record<string, unknown> {
  return {
    resource: resourceOf(publicUrl),
    resource_name: 'Crier',
    authorization_servers: [issuerOf(publicUrl)],
    scopes_supported: programScopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${issuerOf(publicUrl)}/docs`,
  }
}

/** Describes the giver of tokens (RFC 8414). */
export function describeIssuer(publicUrl: string): Record<string, unknown> {
  const issuer = issuerOf(publicUrl)
  return {
    issuer,
    authorization_endpoint: issuer + oauthPaths.authorize,
    token_endpoint: issuer + oauthPaths.token,
    revocation_endpoint: issuer + oauthPaths.revoke,
    registration_endpoint: issuer + oauthPaths.register,
    scopes_supported: programScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  }
}
