import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { type Database, sql } from '../../src/db/database.ts'
import { withSnapshot } from '../../src/db/dump.ts'
import { migrateWithin } from '../../src/db/migrate.ts'
import { isEmpty, listTables } from '../../src/db/tables.ts'
import { openTar } from '../../src/lib/files/tar-file.ts'
import { newId } from '../../src/lib/id.ts'
import { checkOf } from '../../src/lib/secrecy/secret-keys.ts'
import { writeBackup } from '../../src/operator/backup/backup-file.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts'
import { programFile } from '../program-file.ts'
import { bootstrap, type Owner } from '../stories/guarded-server.ts'
import { until } from '../stories/until.ts'
import { repeats } from '../thoroughness.ts'
import {
  crier,
  databaseUrlOf,
  type Ended,
  freshSettings,
  run,
  type Settings,
  startServer,
} from './crier-process.ts'
import { captions, contents, fillEveryTable } from './every-table.ts'
import { peakOf } from './peak-memory.ts'
import { tampered, withTable } from './tampered-backup.ts'

let database: TestDatabase
let folder = ''
let settings: Settings
let owner: Owner
const secret = { SECRET_KEY: 'cd'.repeat(32) }
const bigTableMb = repeats(60, 300)
// Streams and the garbage of their chunks; a process that kept the smaller table would grow by 200 MB.
const mostGrowthMb = 110

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'crier-backup-'))
  settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrlOf(database.connection), ...secret }
  owner = await bootstrap(settings)
  await fillEveryTable(database.db)
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The sentence that tells of a table whose rows cannot be restored, and nothing else: no stack. */
const refusedRows = (table: string) =>
  expect.stringMatching(
    new RegExp(
      `^The backup cannot be restored, because its content of ${table} is not what Crier stores there \\(.*\\)\\. Nothing was restored\\. Use another backup\\.\\n$`,
    ),
  )

async function backUp(name: string): Promise<string> {
  const file = join(folder, name)
  expect(await crier(settings, ['backup', '--to', file])).toMatchObject({ code: 0, stderr: '' })
  return file
}

interface Target {
  database: TestDatabase
  settings: Settings
  restore(file: string, ...more: string[]): Promise<Ended>
}

async function emptyTarget(): Promise<Target> {
  const empty = await createEmptyDatabase()
  const { DATA_DIR } = await freshSettings()
  onTestFinished(empty.drop)
  const own = { DATA_DIR, DATABASE_URL: databaseUrlOf(empty.connection), ...secret }
  return {
    database: empty,
    settings: own,
    restore: (file, ...more) => crier(own, ['restore', '--from', file, ...more]),
  }
}

describe('a backup', () => {
  it('brings back every row of every table, to the letter, and numbers go on where they were', async () => {
    const file = await backUp('whole.tar')
    const target = await emptyTarget()
    const before = await contents(database.db)
    expect(await target.restore(file, '--json')).toMatchObject({ code: 0, stderr: '' })
    expect(await contents(target.database.db)).toEqual(before)
    expect(before.targets).toMatch(`${captions.length} `)
    const next = (db: Database) =>
      db.row<{ next: number }>(sql`select nextval(pg_get_serial_sequence('targets', 'seq')) as next`)
    expect(await next(target.database.db)).toEqual(await next(database.db))
    const keys = (db: Database) =>
      db.rows(sql`
      select conrelid::regclass::text as on, conname, convalidated, pg_get_constraintdef(oid) as is from pg_constraint order by 1, 2`)
    expect(await keys(target.database.db)).toEqual(await keys(database.db))
    expect((await crier(target.settings, ['keys', 'list', '--json'])).code).toBe(0)
  })

  it('is for its owner alone, holds no rate limits, and lists each part with its sum as tar and sha256sum see it', async () => {
    const file = await backUp('read.tar')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const tar = await openTar(file)
    const names = [...(tar?.parts.keys() ?? [])]
    expect(names.slice(-2)).toEqual(['manifest.json', 'manifest.json.sha256'])
    const tables = (await listTables(database.db)).map(({ name }) => `tables/${name}.copy.gz`)
    expect(names.slice(0, -2)).toEqual(tables)
    expect(tables).not.toContain('tables/rate_limits.copy.gz')
    expect(readFileSync(file, 'latin1')).not.toContain(secret.SECRET_KEY)
  })

  it('goes into a folder under the time, and never over a file that is there', async () => {
    const into = mkdtempSync(join(folder, 'into-'))
    const { stdout } = await crier(settings, ['backup', '--to', into, '--json'])
    expect(readdirSync(into)).toEqual([expect.stringMatching(/^crier-\d{8}T\d{6}Z\.tar$/)])
    const { file, rows, not_in_it: apart } = JSON.parse(stdout)
    expect([existsSync(file), rows > 0, apart]).toEqual([
      true,
      true,
      { media: join(settings.DATA_DIR ?? '', 'media'), secret: null },
    ])
    const again = await crier(settings, ['backup', '--to', file])
    expect(again).toMatchObject({ code: 1, stderr: `${file} already exists. Choose another file.\n` })
    const nowhere = await crier(settings, ['backup', '--to', join(folder, 'no/such/file.tar')])
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      expect.stringMatching(/cannot be written: it, or a part of its path, is missing \(ENOENT\)\.\n$/),
    ])
    expect(readdirSync(into)).toHaveLength(1)
  })

  it('that cannot be finished leaves nothing', async () => {
    const into = mkdtempSync(join(folder, 'full-'))
    const main = programFile(join(import.meta.dirname, '../../src/main.ts'))
    // No file may be larger than 4 kB: a disk that is full after that.
    const limited = ['sh', '-c', 'trap "" XFSZ; ulimit -f 8; exec "$@"', 'sh', process.execPath, main]
    const { code, stderr } = await run(settings, [...limited, 'backup', '--to', join(into, 'a.tar')])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The backup .* cannot be written: the disk is full \(EFBIG\)\.\n$/),
    ])
    expect(readdirSync(into)).toEqual([])
  })

  it('is of one moment, while posts come in with their targets', async () => {
    const server = await startServer({ ...settings, PORT: (await freshSettings()).PORT })
    const headers = { authorization: `Bearer ${owner.test_key}`, 'content-type': 'application/json' }
    // The clock of the test data is a month ahead.
    let isOver = false
    let posted = 0
    const answers: number[] = []
    const posting = (async () => {
      while (!isOver) {
        const later = {
          caption: `Stream ${posted}`,
          social_accounts: [owner.test_account_id],
          scheduled_at: new Date(Date.now() + 60 * 86_400_000).toISOString(),
        }
        const { status } = await fetch(`${server.url}/v1/posts`, {
          method: 'POST',
          headers,
          body: JSON.stringify(later),
        })
        answers.push(status)
        posted += 1
      }
    })()
    await until(
      async () => posted,
      (count) => count > 20,
    )
    const file = await backUp('moment.tar')
    const atLeast = posted
    isOver = true
    await posting
    expect(new Set(answers)).toEqual(new Set([200]))
    const target = await emptyTarget()
    expect((await target.restore(file)).code).toBe(0)
    const counts = await target.database.db.row<{ posts: number; whole: number; events: number }>(sql`
      select count(*) as posts, count(t.id) as whole, count(e.id) as events from posts p
        left join targets t on t.post_id = p.id left join events e on e.subject_id = p.id and e.type = 'post.created'
      where p.caption like 'Stream %'`)
    expect(counts?.posts).toBeGreaterThan(20)
    expect(counts?.posts).toBeLessThanOrEqual(atLeast + 1)
    expect([counts?.whole, counts?.events]).toEqual([counts?.posts, counts?.posts])
  })

  it(`streams: its memory does not grow with a table of ${bigTableMb} MB`, async () => {
    const big = await createTestDatabase()
    onTestFinished(big.drop)
    const own = {
      ...settings,
      DATABASE_URL: databaseUrlOf(big.connection),
      DATA_DIR: (await freshSettings()).DATA_DIR,
    }
    await bootstrap(own)
    const withLittle = await peakOf(own, ['backup', '--to', join(folder, 'little.tar')])
    await big.db.run(sql`set statement_timeout = 0`)
    const rows = (bigTableMb / 30) * 3_000
    for (let from = 1; from <= rows; from += 3_000) {
      await big.db.run(sql`insert into idempotency_keys (workspace_id, key, fingerprint, status, body)
        select w.id, n, '\\x00', 200, repeat(md5(n::text), 312)
        from workspaces w, generate_series(${from}::int, ${from + 2_999}::int) n`)
    }
    const file = join(folder, 'big.tar')
    const withMuch = await peakOf(own, ['backup', '--to', file])
    expect(withMuch - withLittle).toBeLessThan(mostGrowthMb)
    const target = await emptyTarget()
    const restoring = await peakOf(target.settings, ['restore', '--from', file])
    expect(restoring - withLittle).toBeLessThan(mostGrowthMb)
    const kept = await target.database.db.row(
      sql`select count(*) as count, sum(length(body)) as bytes from idempotency_keys`,
    )
    expect(kept).toEqual({ count: rows, bytes: rows * 9_984 })
  }, 180_000)

  it('of the embedded database, taken while the server runs, is a whole Crier in another folder', async () => {
    const first = await freshSettings()
    const { test_key: key, test_account_id: account } = await bootstrap(first)
    const server = await startServer(first)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const post = { caption: 'Kept', social_accounts: [account] }
    const made = await fetch(`${server.url}/v1/posts`, {
      method: 'POST',
      headers,
      body: JSON.stringify(post),
    })
    const { id } = (await made.json()) as { id: string }
    const file = join(folder, 'embedded.tar')
    expect(await crier(first, ['backup', '--to', file])).toMatchObject({ code: 0 })

    const second = await freshSettings()
    const without = await crier(second, ['restore', '--from', file])
    expect([without.code, without.stderr]).toEqual([
      1,
      expect.stringMatching(/^The encrypted data in this backup cannot be read without its secret/),
    ])
    expect(readdirSync(second.DATA_DIR)).toEqual([])
    writeFileSync(join(second.DATA_DIR, 'secret.key'), readFileSync(join(first.DATA_DIR, 'secret.key')), {
      mode: 0o600,
    })
    expect(await crier(second, ['restore', '--from', file])).toMatchObject({ code: 0, stderr: '' })
    const twice = await crier(second, ['restore', '--from', file])
    expect([twice.code, twice.stderr]).toEqual([
      1,
      expect.stringMatching(/^A backup can only be restored into an empty database/),
    ])
    const restored = await startServer(second)
    const read = await fetch(`${restored.url}/v1/posts/${id}`, { headers })
    expect(await read.json()).toMatchObject({ caption: 'Kept' })
  })
})

/** Connections to this database of others than this test. */
async function strangersIn(db: Database): Promise<number> {
  const row = await db.row<{ strangers: number }>(sql`
    select count(*)::int as strangers from pg_stat_activity
    where datname = current_database() and application_name <> 'test' and backend_type = 'client backend'`)
  return row?.strangers ?? 0
}

describe('a restore', () => {
  it('refuses a file that is damaged anywhere, cut, or none of ours, and touches nothing', async () => {
    const file = await backUp('sound.tar')
    const sound = readFileSync(file)
    const target = await emptyTarget()
    const path = join(folder, 'unsound.tar')
    const tar = await openTar(file)
    const inside = [...(tar?.parts.values() ?? [])].map(({ at, bytes }) => at + Math.floor(bytes / 2))
    const places = [inside[0], inside[Math.floor(inside.length / 2)], inside.at(-2), inside.at(-1)]
    for (const at of places) {
      const damaged = Buffer.from(sound)
      damaged[at ?? 0] = (damaged[at ?? 0] ?? 0) ^ 1
      writeFileSync(path, damaged)
      const { code, stderr } = await target.restore(path)
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/is damaged: the content of .+ has changed\. Use another backup\.\n$/),
      ])
    }
    for (const length of [0, 300, Math.floor(sound.length / 2), sound.length - 1_024]) {
      writeFileSync(path, sound)
      truncateSync(path, length)
      expect(await target.restore(path)).toMatchObject({
        code: 1,
        stderr: 'unsound.tar is not a complete backup of Crier.\n',
      })
    }
    const none = await target.restore(join(folder, 'none.tar'))
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/cannot be read \(ENOENT\)\.\n$/)])
    expect(await isEmpty(target.database.db)).toBe(true)
  })

  it('refuses another secret, a newer Crier, and a database in which something is', async () => {
    const file = await backUp('refused.tar')
    const target = await emptyTarget()
    const other = { ...target.settings, SECRET_KEY: 'ef'.repeat(32) }
    const wrong = await crier(other, ['restore', '--from', file])
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringMatching(/^The secret is not the one this backup/),
    ])
    const newer = await tampered(file, (manifest) =>
      manifest.migrations.push({ name: '9999-later.sql', sha256: '0'.repeat(64) }),
    )
    expect(await target.restore(newer)).toMatchObject({
      code: 1,
      stderr: 'A newer version of Crier made this backup (it has 9999-later.sql). Install that version.\n',
    })
    expect(await isEmpty(target.database.db)).toBe(true)
    const full = await crier(settings, ['restore', '--from', file])
    expect([full.code, full.stderr]).toEqual([
      1,
      expect.stringMatching(/^A backup can only be restored into an empty database, .*\n$/),
    ])
    await target.database.db.run(sql`create table theirs (value int)`)
    expect((await target.restore(file)).stderr).toMatch(
      /^A backup can only be restored into an empty database/,
    )
  })

  it('that fails in the middle, or is killed, leaves the database empty, and can be done again', async () => {
    const file = await backUp('middle.tar')
    const target = await emptyTarget()
    const fewer = await tampered(file, (manifest) => {
      for (const table of manifest.tables) if (table.name === 'workspaces') table.rows += 1
    })
    expect(await target.restore(fewer)).toMatchObject({
      code: 1,
      stderr: '1 rows of workspaces were restored, and it had 2.\n',
    })
    expect(await isEmpty(target.database.db)).toBe(true)
    const missing = await tampered(file, (manifest) => {
      manifest.tables = manifest.tables.filter(({ name }) => name !== 'posts')
    })
    expect((await target.restore(missing)).stderr).toBe(
      'The backup and its migrations disagree about the table posts.\n',
    )
    const orphans = await tampered(
      file,
      (manifest) => {
        // A table without a row.
        const [one, other] = ['posts', 'webhook_endpoints'].map((name) =>
          manifest.tables.find((table) => table.name === name),
        )
        if (one && other) Object.assign(one, { rows: 0, sha256: other.sha256 })
      },
      (name) => (name === 'tables/posts.copy.gz' ? 'tables/webhook_endpoints.copy.gz' : name),
    )
    expect(await target.restore(orphans)).toMatchObject({ code: 1, stderr: refusedRows('post_notes') })
    expect(await isEmpty(target.database.db)).toBe(true)

    const unpacked = await withTable(file, 'posts', Buffer.from('No gzip at all.'))
    expect(await target.restore(unpacked)).toMatchObject({ code: 1, stderr: refusedRows('posts') })
    const nonsense = await withTable(file, 'workspaces', gzipSync('one\ttwo\n'))
    expect(await target.restore(nonsense)).toMatchObject({ code: 1, stderr: refusedRows('workspaces') })
    expect(await isEmpty(target.database.db)).toBe(true)

    for (const inMs of [400, 700, 1_000]) {
      const main = programFile(join(import.meta.dirname, '../../src/main.ts'))
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...target.settings }
      const child = spawn(process.execPath, [main, 'restore', '--from', file], { env, stdio: 'ignore' })
      const timer = setTimeout(() => child.kill('SIGKILL'), inMs)
      const [code] = await once(child, 'exit')
      clearTimeout(timer)
      if (code === 0) break
      await until(
        () => strangersIn(target.database.db),
        (strangers) => strangers === 0,
      )
      // Killed after its COMMIT it left everything, which is looked at below.
      if (!(await isEmpty(target.database.db))) break
    }
    if (await isEmpty(target.database.db)) expect((await target.restore(file)).code).toBe(0)
    expect((await contents(target.database.db)).posts).toBe((await contents(database.db)).posts)
  })

  it('of an older version runs the migrations that came since', async () => {
    const last = '0009-guards.sql'
    const old = await createEmptyDatabase()
    onTestFinished(old.drop)
    await old.db.transaction((tx) => migrateWithin(tx, { only: (name) => name < last }))
    await old.db.run(sql`insert into workspaces (id, name) values (${newId()}, 'Harbour')`)
    const file = join(folder, 'older.tar')
    const check = checkOf(Buffer.from(secret.SECRET_KEY, 'hex'))
    await withSnapshot(old.db, (snapshot) => writeBackup(file, snapshot, check))
    const target = await emptyTarget()
    const { stdout, stderr } = await target.restore(file, '--json')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout).migrations_run[0]).toBe(last)
    expect((await crier(target.settings, ['migrate', '--json'])).stdout).toBe('{"ran":[]}\n')
  })
})

test('what makes no sense is said in one sentence', async () => {
  expect(await crier(settings, ['backup'])).toMatchObject({ code: 2, stderr: 'backup needs --to FILE.\n' })
  expect(await crier(settings, ['restore'])).toMatchObject({
    code: 2,
    stderr: 'restore needs --from FILE.\n',
  })
})
