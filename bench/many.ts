import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../server/src/db/database.ts'
import type { Child } from './child.ts'
import type { Figure, Measuring } from './figure.ts'
import { load } from './load.ts'
import { type LockWatch, watchLocks } from './lock-watch.ts'
import { openPublishingPlace, type PublishingPlace, untilAllSettled } from './publishing-place.ts'
import { makeKey, seedTargets } from './seed.ts'
import { type Comparison, describeComparison } from './statistics.ts'

const accounts = 1_000
const connections = 32
/** For each worker: until its code and its statements are compiled. */
const warmUp = 5_000
/** About what two cores publish today, so that a round lasts about as long as it was asked to. */
const perSecond = 1_500
/** Ten processes share a PostgreSQL that takes a hundred connections. */
const databaseConnections = 5

/** P10: more processes than there is work for must not stand in each other's way. */
export const many: Figure = {
  name: 'P10',
  what: `8 workers and 2 APIs against 1 and 1 on the same database: publishing at a network of 0 ms, then creating over ${connections} connections`,
  goal: 'throughput not lower, no lock storm',
  measure,
}

interface Fleet {
  readonly workers: number
  readonly apis: number
  /** The number for each worker; null for the usual number. */
  readonly publishAtOnce: number | null
}

// Eight share a thousand accounts: with the usual number they would have room for three times as many posts.
const fleets = {
  ours: { workers: 8, apis: 2, publishAtOnce: 64 },
  yardstick: { workers: 1, apis: 1, publishAtOnce: null },
} as const
type Side = keyof typeof fleets

async function measure({ seconds, rounds, profileDir, say }: Measuring): Promise<void> {
  const place = await openPublishingPlace({ accounts, answerAfterMs: 0, databaseConnections })
  const key = await makeKey(place.db, place.secretKeys, place.owner)
  const published = { ours: [] as number[], yardstick: [] as number[] }
  const created = { ours: [] as number[], yardstick: [] as number[] }
  const locks = { ours: watchLocks(place.db), yardstick: watchLocks(place.db) }
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['ours', 'yardstick'] as const) {
      const found = await withFleet(place, {
        fleet: fleets[side],
        profileDir,
        key,
        seconds,
        locks: locks[side],
      })
      published[side].push(found.published)
      created[side].push(found.created)
    }
  }
  tell(say, 'publishing', published, 'published/s')
  tell(say, 'creating', created, 'posts/s')
  for (const side of ['ours', 'yardstick'] as const) say(`${describe(side)}: ${locks[side].describe()}`)
}

interface Round {
  readonly fleet: Fleet
  readonly profileDir: string | null
  readonly key: string
  readonly seconds: number
  readonly locks: LockWatch
}

/** Starts a fleet, lets it warm up, and has it publish and then create; answers how much of both a second. */
async function withFleet(
  place: PublishingPlace,
  { fleet, profileDir, key, seconds, locks }: Round,
): Promise<{ published: number; created: number }> {
  const apis = await Promise.all(times(fleet.apis, () => place.startApi()))
  await seed(place, warmUp * fleet.workers)
  const workers = await Promise.all(
    times(fleet.workers, () => place.startWorker(profileDir, fleet.publishAtOnce)),
  )
  await untilAllSettled(place.db, 180_000)
  const urls = apis.map(({ url }) => url)
  await create(place, urls, key, 2)
  await place.arrivals()
  locks.begin()
  const published = await publish(place, seconds * perSecond)
  const created = await create(place, urls, key, seconds)
  await locks.end()
  await stopAll([...workers, ...apis.map(({ child }) => child)])
  return { published, created }
}

/** Published a second, from when all are due until the last is. */
async function publish(place: PublishingPlace, count: number): Promise<number> {
  await seed(place, count)
  const start = await place.db.row<{ at: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 as at, pg_notify('crier_due', '0')`,
  )
  await untilAllSettled(place.db, 180_000)
  const arrivals = await place.arrivals()
  const different = new Set(arrivals.map(([text]) => text)).size
  if (different !== count || arrivals.length !== count)
    throw new Error(`${arrivals.length} posts of ${different} arrived, not ${count}.`)
  const end = await place.db.row<{ at: number }>(sql`
    select extract(epoch from max(published_at))::float8 as at from targets
    where workspace_id = ${place.owner.workspaceId} and state = 'published'`)
  return count / ((end?.at ?? 0) - (start?.at ?? 0))
}

/** Created a second, all APIs together. Created posts are due in a month and then put out of the way. */
async function create(
  { owner, db }: PublishingPlace,
  urls: readonly string[],
  key: string,
  seconds: number,
): Promise<number> {
  const scheduledAt = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()
  const found = await Promise.all(
    urls.map((url, index) =>
      load({
        url,
        method: 'POST',
        paths: ['/v1/posts'],
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          caption: 'The last ferry leaves at ten.',
          social_accounts: [owner.accountIds[index]],
          scheduled_at: scheduledAt,
        }),
        connections: connections / urls.length,
        seconds,
      }),
    ),
  )
  // Requests that the load gave up may still be under way.
  await pause(1_000)
  await db.run(sql`
    update targets set state = 'canceled', next_action_at = null
    where workspace_id = ${owner.workspaceId} and state = 'scheduled'`)
  return found.reduce((sum, result) => sum + result.perSecond, 0)
}

// Due since a moment ago, each a little later than the one before, so that every account has its turn.
function seed({ db, owner }: PublishingPlace, count: number): Promise<void> {
  return seedTargets(db, owner, { count, firstAt: Date.now() - count, everyMs: 1 })
}

async function stopAll(children: readonly Child[]): Promise<void> {
  await Promise.all(children.map((child) => child.stop()))
}

function times<Made>(count: number, make: () => Promise<Made>): Promise<Made>[] {
  return Array.from({ length: count }, () => make())
}

function tell(say: (line: string) => void, what: string, found: Comparison, unit: string): void {
  say(`${what}: ${describeComparison(found, unit)}`)
}

function describe(side: Side): string {
  const { workers, apis } = fleets[side]
  return `${workers} + ${apis}`
}
