import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { quoteForShell } from './quote-for-shell.ts'

test('a shell reads every word back unchanged', () => {
  const words = ['/var/lib/crier', '', "it's", 'a b', '$HOME `id`', '"\\', '*', 'ü\n~', '-']
  const script = `printf '%s\\0' ${words.map(quoteForShell).join(' ')}`
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(stdout).toBe(words.map((word) => `${word}\0`).join(''))
  expect(quoteForShell('/var/lib/crier')).toBe('/var/lib/crier')
})
