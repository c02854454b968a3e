import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../database.ts'
import { bootstrap, newPlace } from '../stories/guarded-server.ts'
import { crier, freshSettings, type Settings, startServer } from './crier-process.ts'

const hexA = 'ab'.repeat(32)
const hexB = 'cd'.repeat(32)
const rotate = (settings: Settings, ...options: string[]) =>
  crier(settings, ['secrets', 'rotate', ...options, '--json'])

test('--new-key replaces the generated key of a stopped server in one command', {
  timeout: 120_000,
}, async () => {
  const settings = await freshSettings()
  const owner = await bootstrap(settings)
  const file = join(settings.DATA_DIR, 'secret.key')
  const before = join(settings.DATA_DIR, 'secret.key.before')
  const old = readFileSync(file, 'utf8')
  const rotated = await rotate(settings, '--new-key')
  expect(rotated.code).toBe(0)
  expect(JSON.parse(rotated.stdout)).toMatchObject({ finished: true, remaining: 0 })
  expect([readFileSync(before, 'utf8'), readFileSync(file, 'utf8') === old]).toEqual([old, false])
  for (const path of [file, before]) expect(statSync(path).mode & 0o777).toBe(0o600)
  expect((await rotate(settings, '--new-key')).stderr).toContain('was replaced before')

  const server = await startServer(settings)
  const me = () => fetch(`${server.url}/v1/me`, { headers: { authorization: `Bearer ${owner.test_key}` } })
  expect((await me()).status).toBe(200)
  // A running server has read its key already, so another one waits for its restart.
  rmSync(before)
  const early = await rotate(settings, '--new-key')
  expect(early.code).toBe(1)
  expect(early.stderr).toMatch(/do not have the new key yet: .*\. Restart them, then run this again without/)
  expect((await me()).status).toBe(200)
  server.process.kill('SIGTERM')
  await server.ended
  expect(await rotate(settings)).toMatchObject({ code: 0 })
  rmSync(before)
  const again = await startServer(settings)
  const headers = { authorization: `Bearer ${owner.test_key}` }
  // Nobody used the key between the second rotation and the removal of its old key.
  expect((await fetch(`${again.url}/v1/me`, { headers })).status).toBe(401)
  expect(existsSync(before)).toBe(false)
})

test('refuses where there is nothing to replace, and wrong settings, in a sentence', {
  timeout: 60_000,
}, async () => {
  const { settings } = await newPlace()
  const one = await rotate(settings)
  expect(one).toMatchObject({ code: 1, stdout: '' })
  expect(one.stderr).toContain('Set a new one as SECRET_KEY and the old one as SECRET_KEY_BEFORE')
  expect((await rotate(settings, '--new-key')).stderr).toContain('The environment sets SECRET_KEY')
  const own = await freshSettings()
  expect((await rotate(own, '--new-key')).stderr).toContain('so there is nothing to replace')
  const same = await rotate({ ...settings, SECRET_KEY_BEFORE: hexA })
  expect(same.stderr).toContain('SECRET_KEY_BEFORE is the same as SECRET_KEY')
  expect((await rotate({ ...settings, SECRET_KEY_BEFORE: 'short' })).stderr).toContain(
    'SECRET_KEY_BEFORE must be at least 32 bytes',
  )
})

test('a backup from before is restored with both keys, and sealed anew', { timeout: 120_000 }, async () => {
  const place = await newPlace()
  await bootstrap(place.settings)
  const both = { SECRET_KEY: hexB, SECRET_KEY_BEFORE: hexA }
  const file = join(mkdtempSync(join(tmpdir(), 'crier-rotate-')), 'before.tar')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  expect(await crier(place.settings, ['backup', '--to', file])).toMatchObject({ code: 0 })
  const restored = await newPlace(await createEmptyDatabase())
  const alone = await crier({ ...restored.settings, SECRET_KEY: hexB }, ['restore', '--from', file])
  expect(alone.stderr).toContain('The secret is not the one this backup was taken with')
  const settings = { ...restored.settings, ...both }
  expect(await crier(settings, ['restore', '--from', file, '--unchanged'])).toMatchObject({ code: 0 })
  expect(JSON.parse((await rotate(settings)).stdout)).toMatchObject({ finished: true, resealed: 1 })
})
