import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { isId, newId } from '../../src/lib/id.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { crier, databaseUrlOf, type Ended, freshSettings, type Settings } from './crier-process.ts'

let database: TestDatabase
let folder = ''
let settings: Settings
let first: Record<string, string>
/** The words of the doctor before there was an owner. */
let newcomersDoctor = ''
let refusedBootstrap: Ended

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'crier-commands-'))
  settings = { DATA_DIR: folder, DATABASE_URL: databaseUrlOf(database.connection) }
  expect(await crier(settings, ['migrate'])).toMatchObject({ code: 0 })
  expect(await crier(settings, ['keys', 'list'])).toMatchObject({
    code: 1,
    stderr: 'There is no workspace yet. Create the first one with bootstrap.\n',
  })
  await crier(settings, ['migrate'])
  refusedBootstrap = await crier(settings, ['bootstrap', '--email', 'ada', '--password', 'short'])
  newcomersDoctor = (await crier(settings, ['doctor'])).stdout
  const made = await crier(
    settings,
    ['bootstrap', '--email', 'ada@example.org', '--password', '-', '--json'],
    'a long word\n',
  )
  expect(made).toMatchObject({ code: 0, stderr: '' })
  first = JSON.parse(made.stdout)
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function json(...args: string[]) {
  const { code, stdout, stderr } = await crier(settings, [...args, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('bootstrap makes an owner, a workspace, two keys and one test account, and nothing else', async () => {
  expect(Object.keys(first)).toEqual([
    'user_id',
    'workspace_id',
    'live_key',
    'test_key',
    'test_account_id',
    'test_feed_url',
  ])
  expect(isId(first.user_id ?? '') && isId(first.workspace_id ?? '')).toBe(true)
  expect(first.live_key).toMatch(/^crier_live_[0-9A-Za-z]{38}$/)
  expect(first.test_key).toMatch(/^crier_test_[0-9A-Za-z]{38}$/)
  const accounts = await json('accounts', 'list')
  expect(accounts.data).toEqual([
    expect.objectContaining({
      id: first.test_account_id,
      mode: 'test',
      platform: 'sandbox',
      status: 'active',
    }),
  ])
  const stored = await database.db.row<{ all: string }>(sql`
    select string_agg(u::text, '') || (select string_agg(k::text, '') from api_keys k) as all from users u`)
  for (const secret of ['a long word', first.live_key ?? '', first.test_key ?? '']) {
    expect(stored?.all).not.toContain(secret)
  }
})

test('everything that is wrong with a command is one sentence each, in words of the command', () => {
  expect(refusedBootstrap).toEqual({
    code: 1,
    stdout: '',
    stderr: '"ada" is not an email address.\nA password must have 8 to 1024 characters; this one has 5.\n',
  })
})

test('keys that are shown once are also written to stderr, when a program takes stdout', async () => {
  const settings = await freshSettings()
  const args = ['bootstrap', '--email', 'ada@example.org', '--password', '-']
  const { code, stdout, stderr } = await crier(settings, args, 'a long password\n')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ {2}live key {3}crier_live_/m)
  expect(stdout).toContain('The live key has no account to publish to yet.')
  expect(stderr).toContain(stdout)
})

test('a second bootstrap is refused politely and changes nothing', async () => {
  const again = await crier(settings, [
    'bootstrap',
    '--email',
    'eve@example.org',
    '--password',
    'another word',
    '--json',
  ])
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toMatch(/^Crier already has an owner\. .*\n$/)
  expect(await database.db.row(sql`select count(*) as n from users`)).toEqual({ n: 1 })
})

test('keys are made with what was asked for, listed without themselves, and revoked', async () => {
  const wanted = ['--name', 'Website', '--scopes', 'read,publish', '--expires-at', '2099-01-31T00:00:00Z']
  const made = await json('keys', 'create', ...wanted, '--ip-allow', '10.0.0.0/8,::1')
  expect(made.key).toMatch(/^crier_live_/)
  const shown = (await json('keys', 'list')).data.find((key: { id: string }) => key.id === made.id)
  expect(shown).toMatchObject({
    name: 'Website',
    mode: 'live',
    state: 'active',
    scopes: ['read', 'publish'],
    expires_at: '2099-01-31T00:00:00.000Z',
    ip_allow: ['10.0.0.0/8', '::1/128'],
    last_used_at: null,
    last_used_ip: null,
  })
  const listed = await crier(settings, ['keys', 'list'])
  expect(listed.stdout).not.toContain(made.key)
  expect(await json('keys', 'revoke', made.id)).toEqual({ id: made.id, revoked: true })
  const after = (await json('keys', 'list')).data.find((key: { id: string }) => key.id === made.id)
  expect(after.state).toBe('revoked')
})

test.each([
  [['keys', 'revoke', newId()], 'There is no API key with this id.\n'],
  [['keys', 'revoke', 'mine'], 'There is no API key with this id.\n'],
  [['keys', 'list', '--workspace', newId()], /^There is no workspace with the id .*\n$/],
  [['keys', 'list', '--workspace', 'mine'], /^There is no workspace with the id mine\.\n$/],
])('%j is refused in a sentence, and stdout stays empty', async (args, sentence) => {
  const { code, stdout, stderr } = await crier(settings, [...args, '--json'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
})

test('publishing is paused and resumed, and a range that is none is refused', async () => {
  const everything = { platform: null, workspace_id: null }
  expect(await json('pause', '--reason', 'a test')).toEqual({ ...everything, paused: true })
  const { stdout } = await crier(settings, ['doctor'])
  expect(stdout).toMatch(/WRONG {2}pauses: A pause stops all publishing\. To end it, run: .* resume\n/)
  const other = await crier(settings, ['resume', '--platform', 'sandbox'])
  expect(other).toMatchObject({ code: 0, stderr: '' })
  expect(other.stdout).toMatch(
    /^There was no pause of publishing to sandbox alone\.\nA pause stops all publishing\. .* resume\n$/,
  )
  expect(await json('resume')).toEqual({ ...everything, paused: false, freed_post_results: 0 })
  expect(await crier(settings, ['resume'])).toMatchObject({
    code: 0,
    stdout: 'Publishing was not paused.\n',
  })
  expect((await crier(settings, ['pause', '--platform', 'carrier-pigeon'])).stderr).toMatch(
    /There is no network/,
  )
})

test('a sandbox account is live unless --test is given, and the same name is the same account', async () => {
  const live = await json(
    'accounts',
    'connect',
    'sandbox',
    '--name',
    'Band',
    '--behavior',
    'refuse',
    '--times',
    '2',
  )
  expect(live).toMatchObject({ mode: 'live', platform: 'sandbox', display_name: 'Band', status: 'active' })
  const trial = await json('accounts', 'connect', 'sandbox', '--name', 'Band', '--test')
  expect(trial).toMatchObject({ mode: 'test', display_name: 'Band' })
  expect(trial.id).not.toBe(live.id)
  const again = await json('accounts', 'connect', 'sandbox', '--name', 'Band', '--test')
  expect(again.id).toBe(trial.id)
})

test('a name that was stored before names were cleaned does not steer the terminal', async () => {
  await database.db.run(sql`
    update social_accounts set username = username || ${'\u001b[31m\r\nmore\u009b2J'}, display_name = ${'\u202eeve'}
    where id = ${first.test_account_id ?? ''}`)
  const { stdout } = await crier(settings, ['accounts', 'list'])
  expect(stdout).toMatch(/^[ -~\n]+ more {2}active\n/m)
  const account = (await json('accounts', 'list')).data.find(
    ({ id }: { id: string }) => id === first.test_account_id,
  )
  expect([account.username.endsWith(' more'), account.display_name]).toEqual([true, 'eve'])
})

test('a subscription is turned off and on, and turning it off twice does not begin its grace anew', async () => {
  const workspace = first.workspace_id ?? ''
  const since = () =>
    database.db.row(sql`select subscription_ended_at as at from workspaces where id = ${workspace}`)
  expect(await json('subscription', 'set', 'inactive', '--workspace', workspace)).toMatchObject({
    workspace_id: workspace,
    subscription: 'inactive',
  })
  const ended = await since()
  expect(ended).toEqual({ at: expect.any(Date) })
  await json('subscription', 'set', 'inactive', '--workspace', workspace)
  expect(await since()).toEqual(ended)
  await json('subscription', 'set', 'active', '--workspace', workspace)
  expect(await since()).toEqual({ at: null })
})

test('the doctor calls nothing well that is still missing, and says what is next', async () => {
  expect(newcomersDoctor).toMatch(/^WRONG {2}owner: There is no owner yet\.\n.* bootstrap --help$/m)
  expect(newcomersDoctor).toMatch(
    /^note {3}accounts: No account is connected yet\.\n.* accounts connect --help$/m,
  )
  expect(newcomersDoctor).toMatch(/^note {3}worker: No worker is running, .*\n.*npm start$/m)
  expect(newcomersDoctor).toMatch(
    /^ok {5}sessions: No worker is running, so there is no session to check\.$/m,
  )
  const { code, stdout } = await crier(settings, ['doctor'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ok {5}accounts: \d accounts? (is|are) connected\.$/m)
})

test('the doctor finds nothing, then each thing that is wrong, and says what to do', async () => {
  const well = await json('doctor')
  expect(well.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
  expect(well.checks.map(({ check }: { check: string }) => check)).toEqual(
    expect.arrayContaining([
      'database',
      'migrations',
      'fsync',
      'synchronous_commit',
      'secret',
      'disk',
      'pictures',
      'videos',
      'HEIC',
      'clock',
    ]),
  )

  const workspace = first.workspace_id ?? ''
  await plantTroubles(workspace, first.test_account_id ?? '')
  chmodSync(join(folder, 'secret.key'), 0o644)
  chmodSync(folder, 0o777)
  const { code, stdout } = await crier(settings, ['doctor', '--json'])
  expect(code).toBe(1)
  const wrong = JSON.parse(stdout).checks.filter(({ ok }: { ok: boolean }) => !ok)
  expect(wrong.map(({ check }: { check: string }) => check)).toEqual([
    'accounts',
    'reviews',
    'held',
    'lost answers',
    'overdue',
    'pauses',
    'worker',
    'data directory',
    'secret',
  ])
  for (const { advice } of wrong) expect(advice).toMatch(/\w/)
  const page = await crier(settings, ['doctor'])
  expect(page.code).toBe(1)
  expect(page.stdout).toContain('WRONG  reviews: 1 post result needs a review: 1 answer_lost.\n')
  expect(page.stdout).toContain('WRONG  held: 1 post result is held: 1 reconnect.\n')
  expect(page.stdout).toMatch(
    /WRONG {2}lost answers: 1 publish call has no answer, the oldest for 36\d\d s\./,
  )
  expect(page.stdout).toContain('WRONG  worker: No worker is running, so nothing is published.\n')
  expect(page.stdout).toContain(`Run: chmod 600 ${folder}/secret.key`)
  expect(page.stdout).toContain(`WRONG  data directory: The data directory ${folder} has the mode 0777.\n`)
  expect(page.stdout).toContain(`Run: chmod go-w ${folder}\n`)
})

/** One of each: an account that lost its token, a review, an answer lost for an hour, something overdue, a pause. */
async function plantTroubles(workspaceId: string, accountId: string): Promise<void> {
  const { db } = database
  const postId = newId()
  await db.run(sql`
    insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, late_policy)
    values (${workspaceId}, ${postId}, 'test', ${workspaceId}, '', '{}', false, 'publish_24h')`)
  const plant = (
    position: number,
    state: string,
    more: { review?: string; due?: string; age?: string; hold?: string },
  ) => {
    const id = newId()
    return db.run(sql`
      insert into targets (workspace_id, id, mode, post_id, account_id, platform, position, root_id, scheduled_at,
        late_policy, state, review, hold_reason, content, next_action_at, updated_at)
      values (${workspaceId}, ${id}, 'test', ${postId}, ${accountId}, 'sandbox', ${position}, ${id},
        clock_timestamp(), 'publish_24h', ${state}, ${more.review ?? null}::jsonb, ${more.hold ?? null}, '{}',
        clock_timestamp() + ${more.due ?? null}::interval, clock_timestamp() - ${more.age ?? '0 s'}::interval)`)
  }
  await plant(0, 'needs_review', { review: '{"reason": "answer_lost"}' })
  await plant(1, 'unknown', { due: '1 hour', age: '1 hour' })
  await plant(2, 'scheduled', { due: '-10 minutes' })
  await plant(3, 'held', { hold: 'reconnect' })
  await db.run(sql`update social_accounts set status = 'needs_reconnect' where id = ${accountId}`)
  await db.run(sql`insert into pauses (id) values (${newId()})`)
}

test('a doctor without a database says so, and still looks at the machine', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/none'
  const { code, stdout } = await crier({ ...settings, DATABASE_URL: url }, ['doctor', '--json'])
  expect(code).toBe(1)
  const { checks } = JSON.parse(stdout)
  expect(checks[0]).toMatchObject({ check: 'database', ok: false })
  expect(checks.map(({ check }: { check: string }) => check)).toEqual([
    'database',
    'data directory',
    'secret',
    'disk',
    'pictures',
    'videos',
    'HEIC',
  ])

  const nowhere = await crier({ DATA_DIR: '/dev/null/data', DATABASE_URL: url }, ['doctor', '--json'])
  expect(nowhere.code).toBe(1)
  const wrong = JSON.parse(nowhere.stdout).checks.filter(({ ok }: { ok: boolean }) => !ok)
  expect(wrong.map(({ check }: { check: string }) => check)).toEqual([
    'database',
    'data directory',
    'secret',
    'disk',
  ])
})
