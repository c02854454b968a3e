import { isValidTid } from '@atproto/syntax'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { makeTid, readTidTime } from './tid.ts'

const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

test('every time and key give a valid TID that holds its time, and the same ones the same', () => {
  fc.assert(
    fc.property(times, fc.string(), (at, key) => {
      const tid = makeTid(at, key)
      expect(isValidTid(tid)).toBe(true)
      expect(readTidTime(tid)).toBe(at.getTime())
      expect(makeTid(at, key)).toBe(tid)
    }),
    { seed: inject('seed') },
  )
})

test('a later millisecond sorts later, whatever the keys', () => {
  fc.assert(
    fc.property(times, fc.string(), fc.string(), (at, one, other) => {
      expect(makeTid(at, one) < makeTid(new Date(at.getTime() + 1), other)).toBe(true)
    }),
    { seed: inject('seed') },
  )
})

test('ten thousand targets of one millisecond rarely share a TID', () => {
  const at = new Date('2026-11-20T10:00:00.000Z')
  const tids = new Set(Array.from({ length: 10_000 }, (_, index) => makeTid(at, `key ${index}`)))
  // 20 bits tell them apart: about 48 pairs are expected to meet.
  expect(tids.size).toBeGreaterThan(9_900)
})

test('agrees with a TID made elsewhere', () => {
  // A revision that the network's own server made in the second 1795167298.
  expect(Math.floor((readTidTime('3n2qbumissc2a') ?? 0) / 1000)).toBe(1795167298)
  expect(readTidTime('not-a-tid')).toBeNull()
  expect(readTidTime('3JZFCIJPJ2Z2A')).toBeNull()
})
