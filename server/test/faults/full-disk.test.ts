import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { type Connection, isDatabaseError, openDatabase, raw, sql } from '../../src/db/database.ts'
import { withAdmin } from '../global-setup.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { until } from '../stories/until.ts'

/** A disk of 64 MB that PostgreSQL may use under this name. */
interface SmallDisk {
  readonly tablespace: string
  remove(): Promise<void>
}

const server = inject('postgres').connection
const disk = await makeSmallDisk()
if (typeof disk === 'string') process.stdout.write(`Skipped: a disk that is really full, for ${disk}.\n`)
afterAll(async () => {
  if (typeof disk !== 'string') await disk.remove()
})

/** Answers why not, where it cannot be had. */
async function makeSmallDisk(): Promise<SmallDisk | string> {
  if (process.getuid?.() !== 0) return 'this user may not mount one'
  const db = openDatabase(server, { max: 1, statementTimeoutMs: 5_000, name: 'test' }, () => undefined)
  const asked = await db.row<{ is_super: boolean; folder: string | null }>(sql`
    select rolsuper as is_super, (select setting from pg_settings where name = 'data_directory') as folder
    from pg_roles where rolname = current_user`)
  await db.close()
  if (!asked?.is_super) return 'the tests may not make tablespaces on this PostgreSQL'
  if (!asked.folder || !existsSync(asked.folder)) return 'this PostgreSQL runs on another machine'
  const folder = mkdtempSync(join(tmpdir(), 'crier-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return 'nothing may be mounted here'
  }
  const { uid, gid } = statSync(asked.folder)
  chownSync(folder, uid, gid)
  const tablespace = `crier_small_${randomBytes(4).toString('hex')}`
  await admin(`create tablespace ${tablespace} location '${folder}'`)
  return {
    tablespace,
    remove: async () => {
      await admin(`drop tablespace ${tablespace}`)
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

function admin(statement: string): Promise<void> {
  return withAdmin(server, async (run) => void (await run(statement)))
}

/** Writes until there is no room for another page. */
async function fill({ db }: Newsroom): Promise<void> {
  await db.run(sql`create table filler (bytes bytea)`)
  await db.run(sql`alter table filler alter column bytes set storage external`)
  for (const size of [1_000_000, 100_000, 6_000]) {
    try {
      for (;;) await db.run(sql`insert into filler values (${randomBytes(size)})`)
    } catch (error) {
      if (!isDatabaseError(error, '53100')) throw error
    }
  }
}

it.skipIf(typeof disk === 'string')(
  'answers 503 on a disk that is really full, sends nothing it could not write down, and makes one post of each when there is room',
  { timeout: 180_000 },
  async () => {
    if (typeof disk === 'string') return
    const room = await openNewsroom({
      connection: async (direct: Connection) => {
        const name = direct.connectionString
          ? new URL(direct.connectionString).pathname.slice(1)
          : direct.database
        await admin(`alter database ${name} set tablespace ${disk.tablespace}`)
        return direct
      },
    })
    try {
      const account = await room.account('Harbour', { network_class: 'key' })
      await fill(room)
      const made: string[] = []
      const refused: string[] = []
      // What is left in pages that are there already is used up first; every answer on the way is true.
      for (let number = 0; refused.length < 5 && number < 2_000; number += 1) {
        const answer = await create(room, account, `Post ${number}`)
        if (answer.status === 200) made.push(`Post ${number}`)
        else {
          expect([answer.status, answer.json.code]).toEqual([503, 'database_unavailable'])
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
          refused.push(`Post ${number}`)
        }
      }
      expect(refused.length).toBe(5)
      const { arrivals } = await room.truth(account)
      const sends = await room.db.row<{ sends: number }>(
        sql`select coalesce(sum(sends), 0)::int as sends from commits`,
      )
      expect(arrivals.length).toBeLessThanOrEqual(sends?.sends ?? 0)
      await room.db.run(sql`${raw('drop table filler')}`)
      for (const caption of refused) expect((await create(room, account, caption)).status).toBe(200)
      const all = [...made, ...refused].sort()
      await until(
        async () => (await room.truth(account)).posts.toSorted(),
        (posts) => posts.length >= all.length,
        120_000,
      )
      expect((await room.truth(account)).posts.toSorted()).toEqual(all)
    } finally {
      await room.stop()
    }
  },
)

function create(room: Newsroom, account: string, caption: string) {
  return room.request('POST', '/v1/posts', {
    body: { caption, social_accounts: [account] },
    headers: { 'idempotency-key': caption.replace(' ', '-') },
  })
}
