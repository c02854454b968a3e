import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { openDatabase, sql } from '../../src/db/database.ts'
import { runningConnection } from '../../src/db/embedded.ts'
import { newId } from '../../src/lib/id.ts'
import { freePort } from '../free-port.ts'
import { crier, type RunningServer, startServer } from '../operator/crier-process.ts'
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
    // As large as metadata may be, so that the log of the database needs room soon.
    const metadata = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`k${index}`, 'x'.repeat(400)]),
    )
    const create = async (post: Made): Promise<Answer> => {
      const sent = await fetch(`${server.url}/v1/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...post, social_accounts: [account], metadata }),
      })
      const { code } = (await sent.json()) as { code?: string }
      return { status: sent.status, code, retryAfter: sent.headers.get('retry-after') }
    }

    const giveBack = fill()
    const posts: Made[] = []
    const heard = new Set<string | undefined>()
    // First single writes fail; then PostgreSQL ends and cannot start again.
    for (let refusals = 0; !hasFailed(server) || refusals < 20; ) {
      expect(posts.length).toBeLessThan(6_000)
      const post = { id: newId(), caption: `Post ${posts.length}` }
      posts.push(post)
      const { status, code, retryAfter } = await create(post)
      if (status === 200) continue
      expect([status, Number(retryAfter)]).toEqual([503, expect.toSatisfy((seconds) => seconds > 0)])
      heard.add(code)
      refusals += 1
      await pause(10)
    }
    await until(
      () => create({ id: newId(), caption: 'Never' }),
      ({ code }) => code === 'database_full',
    )
    expect([...heard].filter((code) => code !== 'database_full' && code !== 'database_unavailable')).toEqual(
      [],
    )
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
    const connection = runningConnection(settings.DATA_DIR)
    if (!connection) throw new Error('The database does not run.')
    const db = openDatabase(connection, { max: 1, statementTimeoutMs: 5_000, name: 'test' }, () => undefined)
    const onTheFeed = () => db.rows<{ text: string }>(sql`select text from sandbox_posts`)
    const captions = posts.map(({ caption }) => caption).sort()
    const found = await until(onTheFeed, (rows) => rows.length >= captions.length, 60_000)
    await db.close()
    expect(found.map(({ text }) => text).sort()).toEqual(captions)
  },
)

function hasFailed({ said }: RunningServer): boolean {
  return said.stderr.includes('It is tried again until there is room')
}

interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
}
