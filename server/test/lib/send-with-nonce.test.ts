import { expect, test } from 'vitest'
import type { OutboundAnswer } from '../../src/lib/safe-fetch/outbound.ts'
import { sendWithNonce } from '../../src/lib/safe-fetch/send-with-nonce.ts'

const asks = { error: 'use_dpop_nonce' }
const nonce = { 'dpop-nonce': 'n1' }
const answer = (
  status: number,
  headers: Record<string, string> = {},
  json: OutboundAnswer['json'] = null,
) => ({
  status,
  headers,
  bytes: Buffer.alloc(0),
  text: '',
  json,
})

/** Sends with these answers; answers the statuses, and the nonces with which it was sent. */
async function send(answers: readonly OutboundAnswer[], status?: 400 | 401) {
  const left = [...answers]
  const sent: string[] = []
  const found = await sendWithNonce(
    async (given) => ({ dpop: String(given) }),
    async ({ dpop = '' }) => {
      sent.push(dpop)
      return left.shift() ?? answer(500)
    },
    status,
  )
  return [found.status, sent]
}

test('a refusal that asks for a nonce is followed by one request with it', async () => {
  const challenge = (text: string) => ({ ...nonce, 'www-authenticate': text })
  for (const refusal of [
    answer(401, nonce, asks),
    answer(401, challenge('DPoP error="use_dpop_nonce"')),
    answer(401, challenge('Bearer realm="x", dpop algs="ES256", error="USE_DPOP_NONCE"')),
    answer(401, challenge('Bearer realm="x",  DPoP error="use_dpop_nonce"')),
  ])
    expect(await send([refusal, answer(200)])).toEqual([200, ['null', 'n1']])
  expect(await send([answer(400, nonce, asks), answer(200)], 400)).toEqual([200, ['null', 'n1']])
})

test('a second refusal is the answer', async () => {
  const refusal = answer(401, nonce, asks)
  expect(await send([refusal, refusal, answer(200)])).toEqual([401, ['null', 'n1']])
})

test.each<[string, OutboundAnswer]>([
  ['another status', answer(400, nonce, asks)],
  ['an acceptance', answer(200, nonce, asks)],
  ['another fault', answer(401, nonce, { error: 'invalid_token' })],
  ['no fault', answer(401, nonce)],
  ['a list', answer(401, nonce, ['use_dpop_nonce'])],
  ['no nonce', answer(401, {}, asks)],
  [
    'a challenge for something else',
    answer(401, { ...nonce, 'www-authenticate': 'Bearer error="use_dpop_nonce"' }),
  ],
  [
    'a challenge that names proofs within',
    answer(401, { ...nonce, 'www-authenticate': 'Bearer dpop , error="use_dpop_nonce"' }),
  ],
  [
    'a challenge without the fault',
    answer(401, { ...nonce, 'www-authenticate': 'DPoP error="invalid_token"' }),
  ],
])('a refusal with %s is the answer, and nothing is sent again', async (_what, refusal) => {
  expect(await send([refusal, answer(200)])).toEqual([refusal.status, ['null']])
})

test('at an authorization server, a refusal as of data is the answer', async () => {
  expect(await send([answer(401, nonce, asks), answer(200)], 400)).toEqual([401, ['null']])
})

test('access without proofs is sent once, whatever the answer asks for', async () => {
  const sent: object[] = []
  const found = await sendWithNonce({ authorization: 'Bearer x' }, async (headers) => {
    sent.push(headers)
    return answer(401, nonce, asks)
  })
  expect([found.status, sent]).toEqual([401, [{ authorization: 'Bearer x' }]])
})
