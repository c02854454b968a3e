import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Context } from '../../context.ts'
import { recallSources, rememberSources } from './remembered-accounts.ts'
import type { AccountSource, NamedSources, Sources } from './sources.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

// An empty context is enough: each context only stands for a memory of its own.
const newContext = () => ({}) as Context
const readAt = new Date('2026-11-22T12:00:00Z')

function account(id: string, status: AccountSource['status'] = 'active'): AccountSource {
  return {
    id,
    number: 7,
    platform: 'sandbox',
    external_id: id,
    username: id,
    settings: {},
    version: '1',
    status,
  }
}

function post(accountNames: readonly string[], named: Partial<NamedSources> = {}): NamedSources {
  return { workspaceId: 'home', mode: 'live', accountNames, references: [], ...named }
}

function sources(accounts: readonly AccountSource[]): Sources {
  const byId = new Map(accounts.map((one) => [one.id, one]))
  return { now: readAt, accounts: byId, mediaOf: () => undefined, mayBeStale: false }
}

test('what was read is remembered for five seconds, with a clock that goes on', () => {
  const context = newContext()
  rememberSources(context, post(['a', 'b']), sources([account('a'), account('b')]))
  vi.advanceTimersByTime(4_999)
  const found = recallSources(context, post(['b']))
  expect(found?.mayBeStale).toBe(true)
  expect(found?.accounts.get('b')).toEqual(account('b'))
  expect(found?.now).toEqual(new Date('2026-11-22T12:00:04.999Z'))
  vi.advanceTimersByTime(2)
  expect(recallSources(context, post(['b']))).toBeNull()
})

test('everything that a post names must be remembered, or nothing is', () => {
  const context = newContext()
  rememberSources(context, post(['a']), sources([account('a')]))
  expect(recallSources(context, post(['a']))).not.toBeNull()
  expect(recallSources(context, post(['a', 'b']))).toBeNull()
  expect(recallSources(context, post(['a'], { workspaceId: 'elsewhere' }))).toBeNull()
  expect(recallSources(newContext(), post(['a']))).toBeNull()
})

test.each(['needs_reconnect', 'disabled', 'disconnected'] as const)(
  'an account that is %s is looked at each time',
  (status) => {
    const context = newContext()
    rememberSources(context, post(['a']), sources([account('a', status)]))
    expect(recallSources(context, post(['a']))).toBeNull()
  },
)

test('test data are never remembered: their clock may be moved', () => {
  const context = newContext()
  rememberSources(context, post(['a'], { mode: 'test' }), sources([account('a')]))
  expect(recallSources(context, post(['a'], { mode: 'test' }))).toBeNull()
})

test('an account that turned out to be no longer active is looked at again, and no other', () => {
  const context = newContext()
  rememberSources(context, post(['a', 'b']), sources([account('a'), account('b')]))
  rememberSources(context, post(['a']), sources([account('a', 'disabled')]))
  expect(recallSources(context, post(['a']))).toBeNull()
  expect(recallSources(context, post(['b']))).not.toBeNull()
})
