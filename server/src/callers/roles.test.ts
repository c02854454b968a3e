import { expect, test } from 'vitest'
import { isAtLeast, needsApproval, roles, scopesOf, scopesWithin } from './roles.ts'

test('each role may do what those below it may, and more up to admin', () => {
  expect(roles.map((role) => [role, scopesOf(role)])).toEqual([
    ['viewer', ['read']],
    ['author', ['read', 'write']],
    ['editor', ['read', 'write', 'publish']],
    ['admin', 'all'],
    ['owner', 'all'],
  ])
  for (const [place, role] of roles.entries())
    expect(roles.map((least) => isAtLeast(role, least))).toEqual(roles.map((_, other) => other <= place))
})

test('a key has those of its scopes that the role of its maker has too', () => {
  const scopes = ['read', 'publish', 'admin'] as const
  expect(scopesWithin(scopes, 'owner')).toEqual(scopes)
  expect(scopesWithin(scopes, 'editor')).toEqual(['read', 'publish'])
  expect(scopesWithin(scopes, 'author')).toEqual(['read'])
  expect(scopesWithin(['admin'], 'viewer')).toEqual([])
})

test('posts of authors wait for approval, or those of everyone', () => {
  expect(roles.map((role) => needsApproval(role, 'authors'))).toEqual([true, true, false, false, false])
  expect(needsApproval(null, 'authors')).toBe(false)
  for (const role of [...roles, null]) expect(needsApproval(role, 'everyone')).toBe(true)
})
