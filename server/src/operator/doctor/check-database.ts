import { type Database, sql } from '../../db/database.ts'
import { type Finding, finding } from './finding.ts'

interface ServerFacts {
  version: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  now: Date
  migrations: number
  newest: string
}

/** Clocks further apart than this make schedules look wrong to people. */
const clockToleranceMs = 2_000

/** Checks the database server: its version, the durability of its commits, its clock. */
export async function checkDatabase(db: Database): Promise<Finding[]> {
  const askedAt = Date.now()
  const facts = await db.row<ServerFacts>(sql`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit, clock_timestamp() as now,
      (select count(*) from migrations) as migrations,
      coalesce((select max(name) from migrations), 'none') as newest`)
  const answeredAt = Date.now()
  if (!facts) throw new Error('The database answered nothing.')
  return [
    // Opening the database has already refused versions that are too old, and newer migrations.
    finding('database', true, `PostgreSQL ${facts.version}.`, ''),
    finding(
      'migrations',
      true,
      `${facts.migrations} migrations have run, the newest is ${facts.newest}.`,
      '',
    ),
    ...checkDurability(facts),
    checkClock(facts.now.getTime(), askedAt, answeredAt),
  ]
}

function checkDurability(facts: ServerFacts): Finding[] {
  const mustBeOn = (name: 'fsync' | 'full_page_writes') =>
    finding(
      name,
      facts[name] === 'on',
      `${name} is ${facts[name]}.`,
      'A power cut may lose acknowledged posts: set it to on in postgresql.conf.',
    )
  const commits = facts.synchronous_commit
  const keepsCommits = ['on', 'remote_apply', 'remote_write'].includes(commits)
  const advice =
    'A crash may lose a post, or have it sent twice: set synchronous_commit to on for this database.'
  return [
    mustBeOn('fsync'),
    mustBeOn('full_page_writes'),
    finding('synchronous_commit', keepsCommits, `synchronous_commit is ${commits}.`, advice),
  ]
}

function checkClock(databaseAt: number, askedAt: number, answeredAt: number): Finding {
  const apartMs = Math.max(0, askedAt - databaseAt, databaseAt - answeredAt)
  const found = `The clocks of this machine and the database differ by ${apartMs} ms.`
  const advice = 'Posts are published by the clock of the database: synchronize both clocks with NTP.'
  return finding('clock', apartMs <= clockToleranceMs, found, advice)
}
