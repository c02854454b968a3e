import { sql } from '../server/src/db/database.ts'
import type { Figure, Measuring } from './figure.ts'
import { openPublishingPlace, type PublishingPlace, untilAllSettled } from './publishing-place.ts'
import { type Due, seedTargets } from './seed.ts'
import { percentile } from './statistics.ts'

const accounts = 1_000
const burstPerSecond = 1_000
const steadyPerSecond = 50
/** Longer than a text is prepared before its time, and than it takes to store a burst. */
const aheadMs = 12_000
const longestMs = 180_000

/** P4: everybody posts at nine o'clock, and then a day like any other. */
export const onTime: Figure = {
  name: 'P4',
  what: `10,000 targets due at one moment over ${accounts.toLocaleString('en')} accounts, network at 100 ms; then ${steadyPerSecond} a second for 30 s`,
  goal: 'all public ≤ 15 s, none early; steady: lateness p50 ≤ 100 ms, p99 ≤ 500 ms',
  measure,
}

async function measure({ seconds, profileDir, say }: Measuring): Promise<void> {
  const place = await openPublishingPlace({ accounts, answerAfterMs: 100 })
  say(`the clock of the database is ${(await clockOffset(place)).toFixed(2)} ms ahead of the network's`)
  await place.startWorker(profileDir)
  const burst = { count: seconds * burstPerSecond, everyMs: 0 }
  say(`${burst.count} at one moment: ${describeLateness(await publish(place, burst))}`)
  const steady = { count: 3 * seconds * steadyPerSecond, everyMs: 1_000 / steadyPerSecond }
  say(`${steadyPerSecond} a second for ${3 * seconds} s: ${describeLateness(await publish(place, steady))}`)
}

/** How late each arrived, in milliseconds. Due times are whole milliseconds, so less than 0 is early. */
async function publish(place: PublishingPlace, series: Omit<Due, 'firstAt'>): Promise<number[]> {
  const due = { ...series, firstAt: Math.ceil((Date.now() + aheadMs) / 1_000) * 1_000 }
  await seedTargets(place.db, place.owner, due)
  if (Date.now() > due.firstAt - aheadMs / 2) throw new Error('Storing the targets took too long.')
  await untilAllSettled(place.db, aheadMs + series.count * series.everyMs + longestMs)
  const arrivals = new Map(await place.arrivals())
  const lateness = Array.from({ length: due.count }, (_, number) => {
    const arrivedAt = arrivals.get(String(number))
    if (arrivedAt === undefined) throw new Error(`Number ${number} never arrived.`)
    return arrivedAt - (due.firstAt + number * due.everyMs)
  })
  return lateness
}

function describeLateness(lateness: readonly number[]): string {
  const early = lateness.filter((ms) => ms < 0).length
  const [p50, p99, last] = [0.5, 0.99, 1].map((share) => percentile(lateness, share))
  return `${early} early; late p50 ${p50} ms, p99 ${p99} ms, last ${last} ms`
}

/** Both are clocks of one machine; here is seen that they are one. */
async function clockOffset({ db }: PublishingPlace): Promise<number> {
  const before = Date.now()
  const row = await db.row<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return (row?.ms ?? 0) - (before + Date.now() + 1) / 2
}
