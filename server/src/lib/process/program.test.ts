import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('commands have the name that the image gives them, and elsewhere the one of the clone', () => {
  const main = join(import.meta.dirname, '../../main.ts')
  const firstLines = (...options: string[]) =>
    execFileSync(process.execPath, [...options, main, '--help'], { encoding: 'utf8' })
  expect(firstLines('--title=crier')).toMatch(/^ {2}crier COMMAND/m)
  expect(firstLines()).toMatch(/^ {2}npm run --silent crier -- COMMAND/m)
})
