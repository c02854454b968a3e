import { expect, test } from 'vitest'
import type { Json } from '../../../lib/json/json.ts'
import { googleDetailOf, googleErrorOf, googleReasonIn } from './google-errors.ts'

const answer = (json: Json) => ({ status: 400, headers: {}, bytes: new Uint8Array(), text: '', json })
const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED' }
const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '5s' }

test('older APIs name a reason among the errors, newer ones in a detail', () => {
  const older = googleErrorOf(
    answer({ error: { errors: [{ domain: 'global' }, { reason: 'quotaExceeded' }] } }),
  )
  expect(googleReasonIn(older, 'errors')).toBe('quotaExceeded')
  expect(googleReasonIn(older, 'details')).toBeNull()
  const newer = googleErrorOf(answer({ error: { status: 'PERMISSION_DENIED', details: [retry, info] } }))
  expect(googleReasonIn(newer, 'details')).toBe('SERVICE_DISABLED')
})

test('a detail is found by its type', () => {
  const error = googleErrorOf(answer({ error: { details: ['a text', null, info, retry] } }))
  expect(googleDetailOf(error, 'RetryInfo')).toEqual(retry)
  expect(googleDetailOf(error, 'Info')).toBeNull()
})

test.each([null, 'a page', [], { error: 'invalid_grant' }, { error: { details: 'none' } }])(
  'nothing is read from %j',
  (json) => {
    const error = googleErrorOf(answer(json))
    expect(googleReasonIn(error, 'errors')).toBeNull()
    expect(googleDetailOf(error, 'RetryInfo')).toBeNull()
  },
)
