import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { sealCredentials } from '../../src/accounts/open-credentials.ts'
import { raw, sql } from '../../src/db/database.ts'
import { listTables } from '../../src/db/tables.ts'
import { newId } from '../../src/lib/id.ts'
import { createSealer } from '../../src/lib/secrecy/seal.ts'
import { createSecretKeys, keyIdOf } from '../../src/lib/secrecy/secret-keys.ts'
import { sealedColumns } from '../../src/secrets/sealed-columns.ts'
import { startBrowser } from '../browser.ts'
import { image } from '../media-files.ts'
import { crier, type Settings, startServer } from '../operator/crier-process.ts'
import { programFile } from '../program-file.ts'
import { bootstrap, newPlace, open, type Place } from './guarded-server.ts'
import { until } from './until.ts'

const [hexA, hexB] = ['ab'.repeat(32), 'cd'.repeat(32)]
const [idA, idB] = [hexA, hexB].map((hex) => keyIdOf(Buffer.from(hex, 'hex')))
const seeded = 8_000
const address = { PUBLIC_URL: 'https://crier.example.org' }
const main = programFile(join(import.meta.dirname, '../../src/main.ts'))

it('replaces SECRET_KEY while posts go out and tokens are refreshed, and then works with the new one alone', {
  timeout: 180_000,
}, async () => {
  const place = await newPlace()
  const before = { ...place.settings, ...address }
  const both = { ...before, SECRET_KEY: hexB, SECRET_KEY_BEFORE: hexA }
  const after = { ...before, SECRET_KEY: hexB }
  const owner = await bootstrap(before)
  const never = await createKey(before, 'never used')
  const picture = new Uint8Array(await image('jpeg'))

  // Everything of the old key that clients and people hold.
  const first = await open(before, owner.test_key)
  const accounts = [
    owner.test_account_id,
    await connect(first, 'Harbour'),
    await connect(first, 'Lighthouse'),
  ]
  for (const caption of ['One', 'Two', 'Three']) await first.post({ caption, social_accounts: [accounts[0]] })
  const list = (await first.ask('GET', '/v1/posts?limit=1&cursor=')).json.meta.next
  const upload = await first.ask('POST', '/v1/media/create-upload-url', {
    name: 'a picture',
    mime_type: 'image/jpeg',
    size_bytes: picture.length,
  })
  const attempt = await first.ask('POST', '/v1/social-accounts/connect', {
    platform: 'sandbox',
    way: 'oauth',
  })
  expect([upload.status, attempt.json.status]).toEqual([200, 'waiting'])
  await seedConnections(place)
  await first.stop()

  // Rolling: a worker with the old key alone works beside an API with both, and nothing changes hands yet.
  const worker = await startServer(before, 'work')
  const second = await open(both, owner.test_key)
  await connect(second, 'Buoy')
  expect(await countSealedWith(place, idB)).toBe(0)
  const tooEarly = await crier(both, ['secrets', 'rotate'])
  expect(tooEarly).toMatchObject({ code: 1, stdout: '' })
  expect(tooEarly.stderr).toMatch(/^These processes do not have the new key yet: .+:\d+\. Restart them/)
  worker.process.kill('SIGTERM')
  await worker.ended

  const busy = keepBusy(place, second, accounts)
  await killInTheMiddle(place, both)
  expect(await countSealedWith(place, idA)).toBeGreaterThan(0)
  const unfinished = await crier(after, ['doctor'])
  expect(unfinished.stdout).toContain('Set it as SECRET_KEY_BEFORE, then run')
  const rotated = await crier(both, ['secrets', 'rotate', '--json'])
  expect(rotated).toMatchObject({ code: 0 })
  const report = JSON.parse(rotated.stdout)
  expect(report).toMatchObject({ finished: true, remaining: 0, unreadable: [] })
  expect(report.api_keys_not_used_since.map(({ name }: { name: string }) => name)).toContain('never used')
  // A full machine keeps this too; a quiet one is many times as quick.
  expect(report.per_second).toBeGreaterThan(300)

  // Everything from the old key still works.
  const page = await second.ask('GET', new URL(list).pathname + new URL(list).search)
  expect([page.status, page.json.data.length]).toEqual([200, 1])
  expect((await put(second.url, upload.json.upload_url, picture)).status).toBe(200)
  const browser = startBrowser((url) => url.replace(new URL(url).origin, second.url))
  expect((await browser.open(attempt.json.url)).status).toBe(200)
  const { statuses, refreshed } = await busy.stop()
  expect(statuses.length).toBeGreaterThan(20)
  expect(new Set(statuses)).toEqual(new Set(['published']))
  expect(refreshed).toBeGreaterThan(20)
  expect(await countSealedWith(place, idA)).toBe(0)
  expect(await findUnlisted(place)).toEqual([])
  const doctor = await crier(both, ['doctor'])
  expect(doctor.stdout).toMatch(/ok {5}rotation: Everything is sealed with SECRET_KEY\./)
  expect(doctor.stdout).toMatch(/ok {5}API keys: .*refused once SECRET_KEY_BEFORE is removed: .*never used/)
  await second.stop()

  // With the new key alone: no guard, and everything but the API key that nobody used.
  const third = await open(after, owner.test_key)
  expect(third.page).not.toContain('NOTHING IS PUBLISHED')
  for (const account of accounts) {
    const post = await third.post({ caption: `Again, ${account}`, social_accounts: [account] })
    await until(
      async () => (await third.ask('GET', `/v1/posts/${post}`)).json.status,
      (status) => status === 'posted',
    )
  }
  const headers = { authorization: `Bearer ${never}` }
  expect((await fetch(`${third.url}/v1/me`, { headers })).status).toBe(401)
  const refused = await crier(after, ['doctor'])
  expect(refused.stdout).toMatch(/WRONG {2}API keys: .*are refused: .*never used/)
  await third.stop()
  const old = await crier(before, ['start'])
  expect(old).toMatchObject({ code: 1, stdout: '' })
  expect(old.stderr).toMatch(/^SECRET_KEY is not the one that this database was sealed with\./)
  // A copy at another address is still known for one.
  const copy = await open({ ...after, PUBLIC_URL: 'https://copy.example.org' }, owner.test_key)
  expect(copy.page).toContain('NOTHING IS PUBLISHED')
})

type Server = Awaited<ReturnType<typeof open>>

function put(url: string, uploadUrl: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const { pathname, search } = new URL(uploadUrl)
  const headers = { 'content-type': 'image/jpeg' }
  return fetch(`${url}${pathname}${search}`, { method: 'PUT', body, headers })
}

async function createKey(settings: Settings, name: string): Promise<string> {
  return JSON.parse((await crier(settings, ['keys', 'create', '--test', '--name', name, '--json'])).stdout)
    .key
}

async function connect(server: Server, name: string): Promise<string> {
  const body = { platform: 'sandbox', way: 'name', fields: { name } }
  const { status, json } = await server.ask('POST', '/v1/social-accounts/connect', body)
  expect([status, json.status]).toEqual([200, 'connected'])
  return json.social_accounts[0]
}

/** Accounts whose network nobody asks, so that there is much to be sealed anew. */
async function seedConnections({ database: { db } }: Place): Promise<void> {
  const sealer = createSealer(createSecretKeys(Buffer.from(hexA, 'hex')))
  const workspace = await db.row<{ id: string }>(sql`select id from workspaces`)
  const workspaceId = workspace?.id ?? ''
  const ids = Array.from({ length: seeded }, () => newId())
  const sealed = ids.map((id) => sealCredentials(sealer, workspaceId, id, { token: id }))
  await db.run(sql`
    insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url)
    select ${workspaceId}, id, 'test', 'sandbox', id, 'seeded', 'Seeded', 'http://127.0.0.1/' from unnest(${ids}::uuid[]) id`)
  await db.run(sql`
    insert into connections (workspace_id, account_id, credentials, refresh_after)
    select ${workspaceId}, id, sealed, clock_timestamp() + interval '1 day'
    from unnest(${ids}::uuid[], ${sealed}::text[]) c(id, sealed)`)
}

async function countSealedWith({ database: { db } }: Place, id = ''): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*) as count from connections where credentials like ${`%.${id}`}`,
  )
  return row?.count ?? 0
}

/** Publishes, and lets tokens expire so that each post needs a new one, until it is told to stop. */
function keepBusy({ database: { db } }: Place, server: Server, accounts: readonly string[]) {
  let isEnough = false
  const posts: string[] = []
  const run = async () => {
    while (!isEnough) {
      await db.run(sql`
        update connections set expires_at = clock_timestamp() where account_id = any(${[...accounts]}::uuid[])`)
      posts.push(await server.post({ caption: `Busy ${posts.length}`, social_accounts: accounts }))
      await pause(100)
    }
  }
  const running = run()
  onTestFinished(() => {
    isEnough = true
  })
  return {
    stop: async () => {
      isEnough = true
      await running
      const ends = await Promise.all(posts.map((post) => endsOf(server, post)))
      const row = await db.row<{ versions: number }>(sql`
        select sum(version - 1) as versions from connections where account_id = any(${[...accounts]}::uuid[])`)
      return { statuses: ends.flat(), refreshed: Number(row?.versions ?? 0) }
    },
  }
}

async function endsOf(server: Server, post: string): Promise<string[]> {
  const results = await until(
    async () =>
      (await server.ask('GET', `/v1/post-results?status=any&post_id=${post}`)).json.data as {
        status: string
      }[],
    (found) => found.every(({ status }) => ['published', 'failed', 'needs_review'].includes(status)),
    30_000,
  )
  return results.map(({ status }) => status)
}

/** Starts the command and kills it when it has sealed some of the values. */
async function killInTheMiddle(place: Place, settings: Settings): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [main, 'secrets', 'rotate'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  await until(
    () => countSealedWith(place, idB),
    (count) => count > 100,
  )
  child.kill('SIGKILL')
  await ended
}

/** Columns that hold sealed values and that nobody would seal anew. */
async function findUnlisted({ database: { db } }: Place): Promise<string[]> {
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  const found: string[] = []
  for (const { name, columns } of await listTables(db)) {
    for (const column of columns) {
      const row = await db.row(
        sql`select from ${raw(name)} where ${raw(column)}::text ~ '^v1\\.[\\w-]{70,}\\.[\\w-]+' limit 1`,
      )
      if (row && !listed.some((each) => each === `${name}.${column}`)) found.push(`${name}.${column}`)
    }
  }
  return found
}
