import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrMakeSecret } from '../../src/lib/files/secret-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-secret-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

test('a secret is made once, for its owner’s eyes, and stays the same', () => {
  const path = join(folder, 'secret.key')
  const secret = readOrMakeSecret(path)
  expect(secret).toHaveLength(32)
  expect(readOrMakeSecret(path)).toEqual(secret)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secret.key'])
  expect(readOrMakeSecret(join(folder, 'other.key'))).not.toEqual(secret)
})

test('processes that start together get the same secret', async () => {
  const path = join(folder, 'secret.key')
  const module = join(import.meta.dirname, '../../src/lib/files/secret-file.ts')
  const script = `const { readOrMakeSecret } = await import(${JSON.stringify(module)})
    console.log(readOrMakeSecret(${JSON.stringify(path)}).toString('hex'))`
  const answers = Array.from({ length: 8 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [answer] = await Promise.all([text(child.stdout), once(child, 'close')])
    return answer
  })
  const made = new Set(await Promise.all(answers))
  expect([...made]).toEqual([`${readOrMakeSecret(path).toString('hex')}\n`])
  expect(readdirSync(folder)).toEqual(['secret.key'])
})

test.each([
  ['', 'is empty'],
  ['a1b2', 'is too short'],
  [`${'g'.repeat(64)}\n`, 'is no hex'],
  [`${'a'.repeat(66)}\n`, 'is too long'],
])('a secret file with %j, which %s, is not replaced but complained of', (content) => {
  const path = join(folder, 'secret.key')
  writeFileSync(path, content)
  expect(() => readOrMakeSecret(path)).toThrow(`The secret file ${path} does not hold 64 hex digits`)
})

test('a secret that cannot be made or read is one sentence', () => {
  const nowhere = join(folder, 'gone', 'secret.key')
  expect(() => readOrMakeSecret(nowhere)).toThrow(`The secret file ${nowhere} cannot be made (ENOENT).`)
  const directory = join(folder, 'secret.key')
  mkdirSync(directory)
  expect(() => readOrMakeSecret(directory)).toThrow(`The secret file ${directory} cannot be read (EISDIR).`)
})
