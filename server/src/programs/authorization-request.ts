import type { KeyScope } from '../context.ts'
import { Problem } from '../lib/problem.ts'
import type { OauthCode } from './oauth-fault.ts'
import type { Program } from './read-program.ts'
import { isNamedAddress } from './redirect-address.ts'

/** The request of a program to a person, as it stands in the address of the page. */
export interface AuthorizationRequest {
  readonly client_id: string
  readonly redirect_uri: string
  readonly response_type?: string
  readonly code_challenge?: string
  readonly code_challenge_method?: string
  readonly scope?: string
  readonly state?: string
  readonly resource?: string
}

/** The scopes that a program may have. No tool needs another one. */
export const programScopes = ['read', 'write', 'publish'] as const satisfies readonly KeyScope[]
export type ProgramScope = (typeof programScopes)[number]

/**
 * Refuses a request whose browser must not be sent back, for the address is none that the program named.
 * @throws Problem 422 `redirect_refused`
 */
export function requireNamedAddress(program: Program, { redirect_uri }: AuthorizationRequest): void {
  if (isNamedAddress(program.redirectUris, redirect_uri)) return
  throw new Problem(
    422,
    'redirect_refused',
    'Somebody wants you sent on to an address that the program did not name. Do not go on.',
  )
}

/** The fault of a request, so that its program can be told; null for one that a person may agree to. */
export function faultOf(request: AuthorizationRequest, publicUrl: string): OauthCode | null {
  if (request.response_type !== 'code') return 'unsupported_response_type'
  if (request.code_challenge_method !== 'S256') return 'invalid_request'
  if (!/^[\w-]{43}$/.test(request.code_challenge ?? '')) return 'invalid_request'
  if (request.resource !== undefined && !isOwnResource(request.resource, publicUrl)) return 'invalid_target'
  return null
}

/** The scopes that a program asks for. Unknown ones, such as `offline_access`, are passed over; without any it asks for all. */
export function scopesAskedFor({ scope = '' }: AuthorizationRequest): readonly ProgramScope[] {
  const words = scope.split(' ')
  const asked = programScopes.filter((each) => words.includes(each))
  return asked.length === 0 ? programScopes : programScopes.filter((s) => s === 'read' || asked.includes(s))
}

/** The place for which tokens are made (RFC 8707). */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}/mcp`
}

/** Whether a program means the place where agents ask; it may write a slash at the end. */
export function isOwnResource(resource: string, publicUrl: string): boolean {
  const asked = URL.parse(resource)
  return asked !== null && asked.href.replace(/\/$/, '') === new URL(resourceOf(publicUrl)).href
}

/** The address to which a browser is sent with an answer. It names who answers (RFC 9207). */
export function answerUrl(
  { redirect_uri, state }: AuthorizationRequest,
  publicUrl: string,
  answer: { readonly code: string } | { readonly error: OauthCode },
): string {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  url.searchParams.set('iss', issuerOf(publicUrl))
  return url.href
}

/** The name by which Crier is known as the giver of tokens. */
export function issuerOf(publicUrl: string): string {
  return publicUrl.replace(/\/$/, '')
}
