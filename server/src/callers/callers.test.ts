import { expect, test } from 'vitest'
import type { Caller, RemoteCaller, Scopes } from '../context.ts'
import { actorOf } from './actor-of.ts'
import { authorize, requireScope } from './authorize.ts'

const remote = {
  userId: 'ada',
  workspaceId: 'harbour',
  mode: 'live',
  subscription: 'active',
  needsApproval: false,
  limitKey: 'some',
} as const
const keyWith = (scopes: Scopes): RemoteCaller => ({ kind: 'key', keyId: 'website', ...remote, scopes })
const sessionWith = (scopes: Scopes): RemoteCaller => ({
  kind: 'session',
  sessionId: 'laptop',
  hasFreshProof: false,
  ...remote,
  scopes,
})
const operator: Caller = { kind: 'operator', userId: 'ada', scopes: 'all' }
const system: Caller = { kind: 'system', userId: 'ada', scopes: 'all', needsApproval: false }

test('lets a caller do what its rights list, and everything where they say all', () => {
  for (const caller of [keyWith(['read', 'write']), sessionWith(['write']), keyWith('all'), operator, system])
    expect(() => authorize(caller, 'write')).not.toThrow()
})

test('refuses what the rights do not list, whatever kind of caller it is, in words that fit it', () => {
  const refusals: [Caller, string][] = [
    [keyWith(['read']), 'This API key may not do that: it lacks the scope "write".'],
    [keyWith([]), 'This API key may not do that: it lacks the scope "write".'],
    [sessionWith(['read', 'publish']), 'This session may not do that: it lacks the scope "write".'],
    [{ ...operator, scopes: ['read'] }, 'The operator may not do that: it lacks the scope "write".'],
    [{ ...system, scopes: [] }, 'Crier itself may not do that: it lacks the scope "write".'],
  ]
  for (const [caller, message] of refusals) {
    const refusal = { status: 403, code: 'scope_missing', extra: { scope: 'write' }, message }
    expect(() => authorize(caller, 'write')).toThrow(expect.objectContaining(refusal))
  }
})

test('asks a key for a subscription before anything else, operators and Crier itself for none', () => {
  for (const scope of ['read', 'publish'] as const) {
    expect(() => authorize({ ...keyWith([]), subscription: 'inactive' }, scope)).toThrow(
      expect.objectContaining({ status: 402, code: 'subscription_required' }),
    )
    expect(() => authorize(operator, scope)).not.toThrow()
    expect(() => authorize(system, scope)).not.toThrow()
  }
})

test('asks people for a subscription only where something of theirs would go out to a network', () => {
  const lapsed = { ...sessionWith('all'), subscription: 'inactive' } as const
  for (const scope of ['read', 'write', 'accounts', 'admin'] as const)
    expect(() => authorize(lapsed, scope)).not.toThrow()
  expect(() => authorize({ ...lapsed, mode: 'test' }, 'publish')).not.toThrow()
  expect(() => authorize(lapsed, 'publish')).toThrow(expect.objectContaining({ status: 402 }))
})

test('says what a caller may not do that lacks a scope', () => {
  expect(() => requireScope(keyWith(['write']), 'publish', 'may save drafts but not publish')).toThrow(
    'This API key may save drafts but not publish: it lacks the scope "publish".',
  )
})

test('keeps a key as itself and a session as its person', () => {
  expect([keyWith('all'), sessionWith('all'), operator, system].map(actorOf)).toEqual([
    { kind: 'key', id: 'website' },
    { kind: 'user', id: 'ada' },
    { kind: 'operator', id: 'ada' },
    { kind: 'system', id: 'ada' },
  ])
})
