import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('each of the 25 checks in a browser has a test that names it', () => {
  const names = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.ts') && name !== 'checks.test.ts',
  )
  const texts = names.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const named = texts.flatMap((text) => [...text.matchAll(/\(checks? (\d+)(?: and (\d+))?\)/g)])
  const found = new Set(
    named
      .flatMap(([, first, second]) => [first, second])
      .filter(Boolean)
      .map(Number),
  )
  expect([...found].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
})
