import { describe, expect, test } from 'vitest'
import {
  type AuthorizationRequest,
  answerUrl,
  faultOf,
  isOwnResource,
  issuerOf,
  programScopes,
  requireNamedAddress,
  resourceOf,
  scopesAskedFor,
} from './authorization-request.ts'

const publicUrl = 'https://crier.example'
const good: AuthorizationRequest = {
  client_id: 'a-program',
  redirect_uri: 'https://assistant.example/back',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

describe('a request', () => {
  test.each<[string, Partial<Record<keyof AuthorizationRequest, string | undefined>>, string | null]>([
    ['that is whole', {}, null],
    ['for our own place', { resource: 'https://crier.example/mcp' }, null],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for something besides', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['for nothing', { response_type: undefined }, 'unsupported_response_type'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['without a challenge', { code_challenge: undefined }, 'invalid_request'],
    ['with an empty challenge', { code_challenge: '' }, 'invalid_request'],
    ['with a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['with a long challenge', { code_challenge: 'x'.repeat(44) }, 'invalid_request'],
    ['with a challenge of other letters', { code_challenge: `${'x'.repeat(42)}=` }, 'invalid_request'],
    ['for another place', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for no place', { resource: '' }, 'invalid_target'],
  ])('%s', (_what, changed, fault) => {
    // A member that is undefined is one that was not sent.
    expect(faultOf({ ...good, ...changed } as AuthorizationRequest, publicUrl)).toBe(fault)
  })

  test('leads back to an address that the program named, or nowhere', () => {
    const program = { id: 'a-program', name: 'Assistant', redirectUris: [good.redirect_uri] }
    expect(() => requireNamedAddress(program, good)).not.toThrow()
    const other = { ...good, redirect_uri: 'https://evil.example/back' }
    expect(() => requireNamedAddress(program, other)).toThrow(
      expect.objectContaining({ status: 422, code: 'redirect_refused' }),
    )
  })

  test.each<[string | undefined, readonly string[]]>([
    [undefined, ['read', 'write', 'publish']],
    ['', ['read', 'write', 'publish']],
    ['offline_access openid', ['read', 'write', 'publish']],
    ['read', ['read']],
    ['write', ['read', 'write']],
    ['publish offline_access', ['read', 'publish']],
    ['publish write', ['read', 'write', 'publish']],
    ['reads', ['read', 'write', 'publish']],
  ])('for the scopes %j asks for %j', (scope, asked) => {
    expect(scopesAskedFor(scope === undefined ? good : { ...good, scope })).toEqual(asked)
  })

  test('is for no scope that an agent does not need', () => {
    expect(programScopes).toEqual(['read', 'write', 'publish'])
    expect(scopesAskedFor({ ...good, scope: 'read admin keys' })).toEqual(['read'])
  })
})

describe('our place', () => {
  test('has one name, with or without a slash in PUBLIC_URL', () => {
    for (const url of [publicUrl, `${publicUrl}/`]) {
      expect(resourceOf(url)).toBe('https://crier.example/mcp')
      expect(issuerOf(url)).toBe('https://crier.example')
    }
  })

  test.each([
    ['https://crier.example/mcp', true],
    ['https://crier.example/mcp/', true],
    ['HTTPS://CRIER.example/mcp', true],
    ['https://crier.example', false],
    ['https://crier.example/mcp2', false],
    ['https://crier.example/mcp?x', false],
    ['http://crier.example/mcp', false],
    ['https://crier.example:8443/mcp', false],
    ['mcp', false],
    ['', false],
  ])('is meant by %j: %j', (resource, isOurs) => {
    expect(isOwnResource(resource, publicUrl)).toBe(isOurs)
  })
})

describe('an answer', () => {
  test('keeps the query of the address, and says whose it is', () => {
    const request = { ...good, redirect_uri: 'https://assistant.example/back?via=a&code=old', state: 'a b&c' }
    const url = new URL(answerUrl(request, `${publicUrl}/`, { code: 'new' }))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      via: 'a',
      code: 'new',
      state: 'a b&c',
      iss: 'https://crier.example',
    })
    expect(url.origin + url.pathname).toBe('https://assistant.example/back')
  })

  test('has a state only where there was one', () => {
    expect(answerUrl(good, publicUrl, { error: 'access_denied' })).toBe(
      'https://assistant.example/back?error=access_denied&iss=https%3A%2F%2Fcrier.example',
    )
    expect(answerUrl({ ...good, state: '' }, publicUrl, { code: 'x' })).toContain('state=&')
  })
})
