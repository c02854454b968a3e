import { sql } from '../server/src/db/database.ts'
import { claimDue } from '../server/src/publishing/worker/claiming/claim-due.ts'
import type { Figure, Measuring } from './figure.ts'
import { load } from './load.ts'
import { openPublishingPlace, type PublishingPlace } from './publishing-place.ts'
import { makeKey, seedTargets } from './seed.ts'
import { type Comparison, describeSpread, judgeAdmissions, median } from './statistics.ts'
import { storeFuture } from './store-future.ts'

const accounts = 1_000
const connections = 32
const many = 10_000_000
const few = 10_000
/** About what two cores publish, so that a round lasts about as long as it was asked to. */
const perSecond = 1_500

/** P5: what is planned for later costs what goes out now next to nothing. */
export const storedTargets: Figure = {
  name: 'P5',
  what: `creating, publishing and claiming with ${many.toLocaleString('en')} planned targets stored, against ${few.toLocaleString('en')}; of ${accounts.toLocaleString('en')} accounts each time`,
  goal: '≤ 1.2 × slower',
  measure,
}

async function measure({ seconds, rounds, profileDir, say }: Measuring): Promise<void> {
  const full = await openStocked(many, say)
  const spare = await openStocked(few, say)
  const published = await judgeAdmissions(
    rounds,
    () => publish(full, seconds * perSecond, profileDir),
    () => publish(spare, seconds * perSecond, null),
  )
  const created = await judgeAdmissions(
    rounds,
    () => create(full, seconds),
    () => create(spare, seconds),
  )
  const claimed = await judgeAdmissions(
    rounds,
    () => claim(full),
    () => claim(spare),
  )
  say(`publishing: ${describe(published, 'published/s', 'more is better')}`)
  say(`creating: ${describe(created, 'posts/s', 'more is better')}`)
  say(`claiming 64: ${describe(claimed, 'ms', 'less is better')}`)
}

function describe({ ours, yardstick }: Comparison, unit: string, better: string): string {
  const [full, spare] = [median(ours), median(yardstick)]
  const slower = better === 'less is better' ? full / spare : spare / full
  return `${slower.toFixed(2)} × slower (full ${describeSpread(ours, 1)}, spare ${describeSpread(yardstick, 1)} ${unit})`
}

interface Stocked extends PublishingPlace {
  readonly key: string
}

async function openStocked(stored: number, say: Measuring['say']): Promise<Stocked> {
  const place = await openPublishingPlace({ accounts, answerAfterMs: 0 })
  const startedAt = performance.now()
  await storeFuture(place.db, place.owner, stored)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const size = await place.db.row<{ mb: number }>(sql`
    select (pg_database_size(current_database()) / 1e6)::float8 as mb`)
  say(`${stored.toLocaleString('en')} stored in ${seconds} s; the database has ${size?.mb.toFixed(0)} MB`)
  return { ...place, key: await makeKey(place.db, place.secretKeys, place.owner) }
}

/** Published a second, from when all are due until the last is. The worker has published some before. */
async function publish(place: Stocked, count: number, profileDir: string | null): Promise<number> {
  await seed(place, 300)
  const worker = await place.startWorker(profileDir)
  await untilPublished(place)
  await seed(place, count)
  const start = await place.db.row<{ at: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 as at, pg_notify('crier_due', '0')`,
  )
  await untilPublished(place)
  const end = await place.db.row<{ at: number; wrong: number }>(sql`
    select extract(epoch from max(settled_at))::float8 as at, count(*) filter (where outcome <> 'ok') as wrong from commits`)
  await worker.stop()
  if (!end || end.wrong > 0) throw new Error(`${end?.wrong} targets were not published.`)
  return count / (end.at - (start?.at ?? 0))
}

/** Created a second, in the same workspace and on the same accounts as what is stored. */
async function create({ owner, startApi, key }: Stocked, seconds: number): Promise<number> {
  const { child, url } = await startApi()
  const request = {
    url,
    method: 'POST' as const,
    paths: ['/v1/posts'],
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      caption: 'The last ferry leaves at ten.',
      social_accounts: [owner.accountIds[0]],
      scheduled_at: new Date(Date.now() + 29 * 24 * 3_600_000).toISOString(),
    }),
    connections,
  }
  await load({ ...request, seconds: 2 })
  const { perSecond: found } = await load({ ...request, seconds })
  await child.stop()
  return found
}

const claims = 20

/** Milliseconds for the claim of 64, of a thousand that are due: the middle of some, each undone. */
async function claim(place: Stocked): Promise<number> {
  const { db } = place
  await seed(place, 1_000)
  const found: number[] = []
  for (let round = 0; round < claims; round += 1) {
    await db
      .transaction(async (tx) => {
        const startedAt = performance.now()
        const { claims } = await claimDue({ config: place.config, owner: 'bench', db: tx }, 64)
        if (claims.length !== 64) throw new Error(`${claims.length} were claimed, not 64.`)
        found.push(performance.now() - startedAt)
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
  }
  await db.run(sql`
    update targets set state = 'canceled', next_action_at = null where next_action_at <= clock_timestamp()`)
  return median(found)
}

const undone = new Error('Undone.')

// Due since a moment ago, each a little later than the one before, so that every account has its turn.
function seed({ db, owner }: PublishingPlace, count: number): Promise<void> {
  return seedTargets(db, owner, { count, firstAt: Date.now() - count, everyMs: 1 })
}

/** Waits until nothing of today is left to do. */
async function untilPublished({ db }: PublishingPlace): Promise<void> {
  const deadline = performance.now() + 180_000
  for (;;) {
    const left = await db.row<{ open: boolean }>(sql`
      select exists (select from targets where next_action_at < clock_timestamp() + interval '1 day'
        and state not in ('published', 'failed', 'canceled', 'needs_review', 'held')) as open`)
    if (left?.open === false) return
    if (performance.now() > deadline) throw new Error('Not everything was published within three minutes.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
