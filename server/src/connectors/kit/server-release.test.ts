import { expect, test } from 'vitest'
import { isReleaseFrom } from './server-release.ts'

test.each([
  ['4.6.0', true],
  ['4.6.1', true],
  ['4.10.0', true],
  ['10.0.0', true],
  ['4.5.99', false],
  ['3.9.9', false],
  ['4.6.0-nightly.2026-05-01', false],
  ['4.6.2+glitch', false],
  ['4.6', false],
  ['', false],
  [null, false],
])('%j is a release from 4.6.0: %s', (version, isLater) => {
  expect(isReleaseFrom('4.6.0', version)).toBe(isLater)
})
