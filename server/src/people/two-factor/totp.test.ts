import { expect, it } from 'vitest'
import { createTotpSecret, stepOfCode, totpAddress } from './totp.ts'

// "12345678901234567890", the secret of the examples in RFC 6238.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1_000)

it('reads the examples of RFC 6238', () => {
  expect(stepOfCode(secret, '287082', at(59))).toBe(1)
  expect(stepOfCode(secret, '081804', at(1_111_111_109))).toBe(37_037_036)
  expect(stepOfCode(secret, '279037', at(2_000_000_000))).toBe(66_666_666)
})

it('takes the code of a step at any second of it and of its neighbours, and names its own step', () => {
  for (const seconds of [0, 30, 59, 60, 89]) expect(stepOfCode(secret, '287082', at(seconds))).toBe(1)
  for (const seconds of [90, 120, 10_000]) expect(stepOfCode(secret, '287082', at(seconds))).toBeNull()
})

it('makes secrets of 160 bits, and an address that apps read', () => {
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(createTotpSecret()).not.toBe(createTotpSecret())
  expect(totpAddress(secret, 'ada@example.org')).toBe(
    `otpauth://totp/Crier:ada%40example.org?issuer=Crier&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})
