import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts'
import { crier, databaseUrlOf, type Settings } from '../../../../../test/operator/crier-process.ts'
import { type FakeMastodon, startFakeMastodon } from '../fake.ts'

let database: TestDatabase
let folder = ''
let settings: Settings
let fake: FakeMastodon

beforeAll(async () => {
  database = await createTestDatabase()
  fake = await startFakeMastodon({ variant: 'mastodon-fixed' })
  folder = mkdtempSync(join(tmpdir(), 'crier-mastodon-'))
  const outbound = { OUTBOUND_ALLOW: '127.0.0.1/32' }
  settings = { DATA_DIR: folder, DATABASE_URL: databaseUrlOf(database.connection), ...outbound }
  await crier(settings, ['bootstrap', '--email', 'ada@example.org', '--password', '-'], 'a long word\n')
})

afterAll(async () => {
  await fake?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const connect = (token: string, stdin = '') =>
  crier(
    settings,
    ['accounts', 'connect', 'mastodon', '--instance', fake.url, '--access-token', token, '--json'],
    stdin,
  )

test('an operator connects an account by its token, given or read from stdin, and it is one account', async () => {
  const given = await connect(fake.token)
  expect(given).toMatchObject({ code: 0, stderr: '' })
  const account: Record<string, string> = JSON.parse(given.stdout)
  expect(account).toMatchObject({
    mode: 'live',
    platform: 'mastodon',
    username: `alice@${new URL(fake.url).host}`,
    profile_url: `${fake.url}/@alice`,
    status: 'active',
  })
  const read = await connect('-', `${fake.token}\n`)
  expect(read.code).toBe(0)
  expect(JSON.parse(read.stdout)).toMatchObject({ id: account.id })
  expect(given.stdout + read.stdout).not.toContain(fake.token)
})

test('a token that is not good is refused, and nowhere repeated', async () => {
  const { code, stdout, stderr } = await connect('a-wrong-token-of-some-length')
  expect(code).toBe(1)
  expect(stderr).toContain('refused the credentials')
  expect(stdout + stderr).not.toContain('a-wrong-token-of-some-length')
})
