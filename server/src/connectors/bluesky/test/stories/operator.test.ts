import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../../../test/database.ts'
import { crier, databaseUrlOf } from '../../../../../test/operator/crier-process.ts'

const connect = ['accounts', 'connect', 'bluesky']
const asAda = [...connect, '--handle', 'not a handle', '--app-password', 'x']

test('an operator is told how to connect an account, and in a sentence why it was refused', async () => {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'crier-bluesky-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const settings = { DATA_DIR: folder, DATABASE_URL: databaseUrlOf(database.connection) }
  await crier(settings, ['bootstrap', '--email', 'ada@example.org', '--password', '-'], 'a long word\n')
  const { stdout: help } = await crier(settings, [...connect, '--help'])
  expect(help).toMatch(/--service SERVICE .*\n.*--handle HANDLE .*\n.*--app-password APP_PASSWORD\|-/)
  const refused = await crier(settings, [...asAda, '--json'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/Bluesky refused the credentials/)
  // Test data is for the sandbox.
  const untried = await crier(settings, [...asAda, '--test'])
  expect(untried).toMatchObject({ code: 2, stdout: '' })
  expect(untried.stderr).toMatch(/has no option --test/)
}, 120_000)
