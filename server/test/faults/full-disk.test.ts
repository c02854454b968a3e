import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Database, openDatabase, sql } from '../../src/db/database.ts'
import { runningConnection } from '../../src/db/embedded.ts'
import { newId } from '../../src/lib/id.ts'
import { freePort } from '../free-port.ts'
import { crier, startServer } from '../operator/crier-process.ts'
import { until } from '../stories/until.ts'
import { mountSmallDisk } from './small-disk.ts'

/** Enough for a new cluster and its log, and little more. */
const disk = mountSmallDisk('256m')
if (disk.missing) process.stdout.write(`Skipped: a disk that is really full, for ${disk.missing}.\n`)
afterAll(() => disk.remove())

/** Takes all the room there is; answers how to give it back. */
function fill(): () => void {
  const path = join(disk.folder, 'filler')
  const file = openSync(path, 'w')
  for (const size of [1_000_000, 4_096, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
  return () => rmSync(path)
}

interface Made {
  readonly id: string
  readonly caption: string
}

it.skipIf(disk.missing !== null)(
  'on a disk that is really full a server answers 503, keeps every post it took, and makes one of each when there is room',
  { timeout: 240_000 },
  async () => {
    const settings = { DATA_DIR: join(disk.folder, 'data'), PORT: String(await freePort()) }
    const bootstrap = ['bootstrap', '--email', 'ada@example.org', '--password', '-', '--json']
    const { stdout } = await crier(settings, bootstrap, 'a long password\n')
    const { test_key: key, test_account_id: account } = JSON.parse(stdout) as Record<string, string>
    const server = await startServer(settings)
    const statusOf = async (id: string) => {
      const sent = await fetch(`${server.url}/v1/posts/${id}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return ((await sent.json()) as { status?: string }).status
    }
    const create = async (post: Made): Promise<Answer> => {
      const sent = await fetch(`${server.url}/v1/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...post, social_accounts: [account] }),
      })
      const { code } = (await sent.json()) as { code?: string }
      return { status: sent.status, code, retryAfter: sent.headers.get('retry-after') }
    }

    const posts = Array.from({ length: 20 }, (_, index): Made => ({ id: newId(), caption: `Post ${index}` }))
    for (const post of posts.slice(0, 10)) expect((await create(post)).status).toBe(200)
    // A post that is being sent when the disk is full is looked for first, which takes minutes.
    for (const { id } of posts.slice(0, 10)) {
      await until(
        () => statusOf(id),
        (status) => status === 'posted',
        60_000,
      )
    }
    const giveBack = fill()
    await exhaustLog(settings.DATA_DIR)
    // PostgreSQL has ended, and cannot start again without room.
    await until(
      async () => server.output.stderr,
      (text) => text.includes('It is tried again until there is room'),
      120_000,
    )
    for (const post of posts) {
      const { status, code, retryAfter } = await create(post)
      expect([status, code]).toEqual([503, 'database_full'])
      expect(Number(retryAfter)).toBeGreaterThan(0)
    }
    expect(server.process.exitCode).toBeNull()
    giveBack()

    // Each post has an id of its own, so a repetition finds the post or creates it.
    for (const post of posts) {
      const { status } = await until(
        () => create(post),
        (answer) => answer.status !== 503,
        60_000,
      )
      expect(status).toBe(200)
    }
    const db = openRunning(settings.DATA_DIR)
    const onTheFeed = () => db.rows<{ text: string }>(sql`select text from sandbox_posts`)
    const captions = posts.map(({ caption }) => caption).sort()
    const found = await until(onTheFeed, (rows) => rows.length >= captions.length, 60_000)
    await db.close()
    expect(found.map(({ text }) => text).sort()).toEqual(captions)
  },
)

/** Writes into the log of the database, and nowhere else, until it has no room for more and PostgreSQL ends. */
async function exhaustLog(dataDir: string): Promise<void> {
  const db = openRunning(dataDir)
  for (let megabytes = 0; ; megabytes += 1) {
    expect(megabytes).toBeLessThan(300)
    const message = sql`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`
    if ((await db.run(message).catch(() => null)) === null) break
  }
  await db.close()
}

function openRunning(dataDir: string): Database {
  const connection = runningConnection(dataDir)
  if (!connection) throw new Error('The database does not run.')
  return openDatabase(connection, { max: 1, statementTimeoutMs: 5_000, name: 'test' }, () => undefined)
}

interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
}
