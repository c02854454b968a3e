import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { crier, databaseUrlOf, type Settings } from './crier-process.ts'

let database: TestDatabase
let folder = ''
let settings: Settings
let accountId = ''

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'crier-behave-'))
  settings = { DATA_DIR: folder, DATABASE_URL: databaseUrlOf(database.connection) }
  const made = await crier(
    settings,
    ['bootstrap', '--email', 'a@example.org', '--password', '-', '--json'],
    'a long password\n',
  )
  accountId = JSON.parse(made.stdout).test_account_id
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const behave = (...args: string[]) => crier(settings, ['accounts', 'behave', ...args])

test('sets the behaviour of the network of an account', async () => {
  const asked = ['--behavior', 'drop_answer', '--times', '2', '--slow-ms', '40', '--network-class', 'list']
  const { code, stdout, stderr } = await behave(accountId, ...asked, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    id: accountId,
    mode: 'test',
    behavior: { behavior: 'drop_answer', times: 2, slow_ms: 40, network_class: 'list' },
  })
  expect(
    await database.db.row(sql`select behavior, behavior_left, network_class from sandbox_profiles`),
  ).toEqual({ behavior: 'drop_answer', behavior_left: 2, network_class: 'list' })
  const calm = await behave('1')
  expect(calm).toMatchObject({ code: 0, stdout: expect.stringContaining('behavior succeed') })
})

test.each([
  ['with an account that is not there', [newId()], 1, 'There is no social account with this id.'],
  [
    'with a behaviour that is none',
    ['x', '--behavior', 'explode'],
    2,
    '--behavior takes one of succeed, refuse',
  ],
  ['with times that are no number', ['x', '--times', 'many'], 2, '--times is "many"; it must be a number.'],
])('is refused in a sentence %s', async (_what, args, code, sentence) => {
  const ended = await behave(...args, '--json')
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) })
})

test('needs no id while there is one simulated account, and lists them if there are several', async () => {
  expect(await behave('--behavior', 'refuse')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${accountId}  1  test  sandbox`),
  })
  await crier(settings, ['accounts', 'connect', 'sandbox', '--name', 'Another'])
  const unclear = await behave('--behavior', 'succeed')
  expect(unclear).toMatchObject({ code: 2, stdout: '' })
  expect(unclear.stderr).toMatch(/^There are several simulated accounts\. Choose one by its id:\n/)
  expect(unclear.stderr).toContain(accountId)
})

test('is refused with times that mean nothing', async () => {
  const ended = await behave(accountId, '--times', '0')
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/must be|fewer|>= 1/) })
})
