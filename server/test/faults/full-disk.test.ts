import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase, sql } from '../../src/db/database.ts'
import { runningConnection } from '../../src/db/embedded.ts'
import { newId } from '../../src/lib/id.ts'
import { freePort } from '../free-port.ts'
import { crier, startServer } from '../operator/crier-process.ts'
import { until } from '../stories/until.ts'

/** Enough for a new cluster and its log, and little more. */
const diskSize = '256m'

const disk = makeDisk()
if (disk.missing) process.stdout.write(`Skipped: a disk that is really full, for ${disk.missing}.\n`)
afterAll(() => disk.remove())

/** A disk of its own; or why there is none. */
function makeDisk(): { folder: string; missing: string | null; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'crier-small-disk-'))
  if (process.getuid?.() !== 0)
    return { folder, missing: 'this user may not mount one', remove: () => rmdirSync(folder) }
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    return { folder, missing: 'nothing may be mounted here', remove: () => rmdirSync(folder) }
  }
  const remove = () => {
    execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  }
  return { folder, missing: null, remove }
}

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
    for (let refusals = 0; refusals < 20; ) {
      expect(posts.length).toBeLessThan(3_000)
      const post = { id: newId(), caption: `Post ${posts.length}` }
      posts.push(post)
      const { status, code, retryAfter } = await create(post)
      if (status === 200) continue
      expect([status, code]).toEqual([503, 'database_unavailable'])
      expect(Number(retryAfter)).toBeGreaterThan(0)
      refusals += 1
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

interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
}
