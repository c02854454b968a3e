import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { describeSameInstance } from '../../src/operator/same-instance.ts'
import { createEmptyDatabase } from '../database.ts'
import { bootstrap } from '../stories/guarded-server.ts'
import { crier, databaseUrlOf, freshSettings, startServer } from './crier-process.ts'

test('a command that finds no Crier says so, and makes none', async () => {
  const settings = await freshSettings()
  const commands = [
    ['doctor'],
    ['keys', 'list'],
    ['backup', '--to', join(settings.DATA_DIR, '../backup.tar')],
    ['guard', 'confirm'],
    ['secrets', 'rotate'],
  ]
  for (const words of commands) {
    expect(await crier(settings, words), words.join(' ')).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no Crier in ${settings.DATA_DIR}: set DATA_DIR as for the server.\n`,
    })
  }
  expect(existsSync(settings.DATA_DIR)).toBe(false)
}, 120_000)

test('a command that finds an empty database of DATABASE_URL, or no secret beside it, says so', async () => {
  const empty = await createEmptyDatabase()
  onTestFinished(empty.drop)
  const settings = { ...(await freshSettings()), DATABASE_URL: databaseUrlOf(empty.connection) }
  const withSecret = { ...settings, SECRET_KEY: 'ab'.repeat(32) }
  expect((await crier(withSecret, ['keys', 'list'])).stderr).toBe(
    'There is no Crier in the database of DATABASE_URL: set it as for the server.\n',
  )
  expect((await crier(settings, ['keys', 'list'])).stderr).toMatch(/^There is no secret\.key in .*\n$/)
  expect(existsSync(join(settings.DATA_DIR, 'secret.key'))).toBe(false)
})

test('a bootstrap with another DATA_DIR than the running server’s is refused', async () => {
  const settings = await freshSettings()
  await startServer(settings)
  const elsewhere = { ...settings, DATA_DIR: join(settings.DATA_DIR, '../elsewhere') }
  const words = ['bootstrap', '--email', 'ada@example.org', '--password', '-']
  const refused = await crier(elsewhere, words, 'a long password')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^There is no Crier in .*elsewhere, and port \d+ is in use: if a Crier listens there, set DATA_DIR or DATABASE_URL/,
  )
  expect(existsSync(elsewhere.DATA_DIR)).toBe(false)

  const early = await crier(settings, ['backup', '--to', join(settings.DATA_DIR, '../early.tar')])
  expect(early).toMatchObject({ code: 1, stdout: '' })
  expect(early.stderr).toMatch(/^The Crier in .*\/data has no owner yet, so there is nothing to back up\./)

  const made = await crier(settings, words, 'a long password')
  expect(made.stdout).toContain(`The Crier in ${settings.DATA_DIR} has its first owner.`)
}, 120_000)

test('another Crier is made beside a running server if it has another port', async () => {
  const settings = await freshSettings()
  await startServer(settings)
  const other = await freshSettings()
  expect((await bootstrap(other)).test_key).toMatch(/^crier_test_/)
  rmSync(other.DATA_DIR, { recursive: true })
}, 120_000)

test('printed commands name the instance, and never a password', () => {
  const of = (env: Record<string, string>) => describeSameInstance(readConfig(env))
  expect(of({})).toEqual({ crier: 'npm run --silent crier --', secrets: [] })
  expect(of({ DATA_DIR: '/srv/my crier' }).crier).toBe("DATA_DIR='/srv/my crier' npm run --silent crier --")
  expect(of({ DATABASE_URL: 'postgres://ada@db/crier' }).crier).toBe(
    'DATABASE_URL=postgres://ada@db/crier npm run --silent crier --',
  )
  for (const url of ['postgres://ada:hidden@db/crier', 'postgres://db/crier?user=ada&password=hidden']) {
    const reach = of({ DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32) })
    expect(reach).toEqual({ crier: 'npm run --silent crier --', secrets: ['DATABASE_URL', 'SECRET_KEY'] })
  }
})
