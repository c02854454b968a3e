import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createInstallation } from '../conformance/installation.ts'
import { identifyIo, localOutbound } from '../conformance/local-network.ts'
import { Failure, type FailureKind } from '../connector.ts'
import { readSignedRequest, signedRequests } from './signed-request.ts'

const secret = 'a-secret-of-the-app'
const now = new Date('2026-11-23T12:00:00Z')
const seconds = now.getTime() / 1_000

function sign(payload: string, key = secret): string {
  const encoded = Buffer.from(payload).toString('base64url')
  return `${createHmac('sha256', key).update(encoded).digest('base64url')}.${encoded}`
}

const usual = { user_id: '26000000000000001', algorithm: 'HMAC-SHA256', issued_at: seconds }
const signed = (more: object = {}) => sign(JSON.stringify({ ...usual, ...more }))
const read = (text: string) => readSignedRequest(text, secret, now)

test('a request that the app signed names its person, also by a number of more digits than a number holds', () => {
  expect(read(signed())).toEqual({ userId: '26000000000000001' })
  const bare = `{"user_id": 26000000000000001, "algorithm": "hmac-sha256", "issued_at": ${seconds}}`
  expect(read(sign(bare))).toEqual({ userId: '26000000000000001' })
})

test.each([
  ['another secret', sign(JSON.stringify(usual), 'another')],
  ['another payload', `${signed().split('.')[0]}.${signed({ user_id: '1' }).split('.')[1]}`],
  ['no signature', `.${signed().split('.')[1]}`],
  ['half a signature', signed().slice(10)],
  ['a third part', `${signed()}.x`],
  ['another algorithm', signed({ algorithm: 'none' })],
  ['no person', signed({ user_id: null })],
  ['a person that is no number', signed({ user_id: "1' or '1" })],
  ['no time', signed({ issued_at: 'now' })],
  ['a time of two days ago', signed({ issued_at: seconds - 2 * 86_400 })],
  ['a time of tomorrow', signed({ issued_at: seconds + 86_400 })],
  ['a list', sign('[1]')],
  ['no JSON', sign('{')],
  ['nothing', ''],
])('a request with %s is nobody’s', (_what, text) => {
  expect(read(text)).toBeNull()
})

test('each secret of the app is tried, and without an app nothing is believed', async () => {
  const outbound = localOutbound()
  const io = { ...identifyIo(outbound), now: () => now }
  const form = new URLSearchParams({ signed_request: signed() })
  const power = signedRequests(({ one, two }) => [String(one), String(two)])
  const { app } = createInstallation({ one: 'another', two: secret })
  expect(await power.read(form, { ...io, app })).toEqual({ userId: '26000000000000001' })
  expect(await signedRequests(() => []).read(form, io)).toBeNull()
  expect(await power.read(new URLSearchParams(), { ...io, app })).toBeNull()
  expect(power.power).toBe('callbacks')
  const failing = (kind: FailureKind) => async () => {
    throw new Failure(kind, 'an app that cannot be read')
  }
  expect(await power.read(form, { ...io, app: failing('app_unusable') })).toBeNull()
  await expect(power.read(form, { ...io, app: failing('unavailable') })).rejects.toThrow('cannot be read')
  const broken = async () => {
    throw Object.assign(new Error('broken'), { kind: 'app_unusable' })
  }
  await expect(power.read(form, { ...io, app: broken })).rejects.toThrow('broken')
  await outbound.close()
})

test('a request is believed for a day, and ten minutes ahead of our clock', () => {
  for (const [issuedAt, isBelieved] of [
    [seconds - 86_400, true],
    [seconds - 86_401, false],
    [seconds + 600, true],
    [seconds + 601, false],
    [String(seconds), false],
  ] as const)
    expect([issuedAt, read(signed({ issued_at: issuedAt })) !== null]).toEqual([issuedAt, isBelieved])
})

test('a number that names a person may stand after any space, and a payload may be no object', () => {
  for (const space of ['', ' ', '  ']) {
    const text = `{"user_id"${space}:${space}26000000000000001,"algorithm":"HMAC-SHA256","issued_at":${seconds}}`
    expect(read(sign(text))).toEqual({ userId: '26000000000000001' })
  }
  for (const payload of ['null', '7', '"text"']) expect(read(sign(payload))).toBeNull()
})
