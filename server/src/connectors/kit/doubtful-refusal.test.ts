import { expect, test } from 'vitest'
import { Failure } from '../connector.ts'
import { isDoubtful, settleDoubtful } from './doubtful-refusal.ts'

const sentAt = new Date('2026-11-23T12:00:00Z')
const after = (seconds: number) => new Date(sentAt.getTime() + seconds * 1_000)
const post = { remoteId: '1', url: 'https://example.org/1', reference: null }

test('a container that was published is, whatever was said', () => {
  const found = { outcome: 'published', ...post } as const
  expect(settleDoubtful(found, 'Restricted.', sentAt, after(90))).toEqual(found)
  expect(settleDoubtful({ outcome: 'not_found' }, 'Restricted.', sentAt, after(90)).outcome).toBe('not_found')
})

test('one that is not published is waited for, then the refusal is believed and nothing is sent again', () => {
  expect(settleDoubtful({ outcome: 'repeat' }, 'Restricted.', sentAt, after(59)).outcome).toBe('pending')
  const believed = settleDoubtful({ outcome: 'repeat' }, 'Restricted.', sentAt, after(60))
  expect(believed).toMatchObject({ outcome: 'rejected', failure: { kind: 'account_blocked' } })
  expect(settleDoubtful({ outcome: 'absent' }, 'Restricted.', sentAt, after(1)).outcome).toBe('rejected')
})

test('one restriction alone is doubtful, and only as such', () => {
  const failure = (kind: Failure['kind'], platformCode: string | null) =>
    new Failure(kind, 'Restricted.', { platformCode })
  expect(isDoubtful(failure('account_blocked', '4/2207051'))).toBe(true)
  expect(isDoubtful(failure('account_blocked', '25/2207050'))).toBe(false)
  expect(isDoubtful(failure('invalid', '4/2207051'))).toBe(false)
  expect(isDoubtful(failure('account_blocked', null))).toBe(false)
})
