import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../server/src/db/database.ts'
import type { Arrival } from './fake-network.ts'
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
const backlog = 5_000
/** By then the last of the others must be there. */
const settleMs = 3_000

/** P4: everybody posts at nine o'clock, and then a day like any other. */
export const onTime: Figure = {
  name: 'P4',
  what: `10,000 targets due at one moment over ${accounts.toLocaleString('en')} accounts, network at 100 ms; then ${steadyPerSecond} a second for 30 s; then the same beside one account with ${backlog.toLocaleString('en')} due`,
  goal: 'all public ≤ 15 s, none early; steady: lateness p50 ≤ 100 ms, p99 ≤ 500 ms, whatever else is due',
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
  const { others, busy } = await publishBesideBacklog(place, steady)
  say(
    `the same beside ${backlog} due on one account: ${describeLateness(others)}; of the ${backlog}, ${busy} meanwhile`,
  )
}

/** How late each of the others arrived, in milliseconds, and how many of the backlog meanwhile. */
async function publishBesideBacklog(
  place: PublishingPlace,
  series: Omit<Due, 'firstAt'>,
): Promise<{ others: number[]; busy: number }> {
  const { db, owner } = place
  const [first = '', ...rest] = owner.accountIds
  const firstAt = Math.ceil((Date.now() + aheadMs) / 1_000) * 1_000
  const behind = { count: backlog, firstAt, everyMs: 0, from: series.count }
  await seedTargets(db, { ...owner, accountIds: [first] }, behind)
  await seedTargets(db, { ...owner, accountIds: rest }, { ...series, firstAt })
  if (Date.now() > firstAt - aheadMs / 2) throw new Error('Storing the targets took too long.')
  await pause(firstAt + series.count * series.everyMs + settleMs - Date.now())
  const arrivals = await place.arrivals()
  const busy = arrivals.map(([text]) => Number(text)).filter((number) => number >= series.count)
  if (busy.some((number, index) => number !== series.count + index))
    throw new Error('The backlog was not published in its order.')
  return { others: latenessOf(arrivals, { ...series, firstAt }), busy: busy.length }
}

/** How late each arrived, in milliseconds. Due times are whole milliseconds, so less than 0 is early. */
async function publish(place: PublishingPlace, series: Omit<Due, 'firstAt'>): Promise<number[]> {
  const due = { ...series, firstAt: Math.ceil((Date.now() + aheadMs) / 1_000) * 1_000 }
  await seedTargets(place.db, place.owner, due)
  if (Date.now() > due.firstAt - aheadMs / 2) throw new Error('Storing the targets took too long.')
  await untilAllSettled(place.db, aheadMs + series.count * series.everyMs + longestMs)
  return latenessOf(await place.arrivals(), due)
}

function latenessOf(arrivals: readonly Arrival[], due: Due): number[] {
  const arrivedAt = new Map(arrivals)
  return Array.from({ length: due.count }, (_, number) => {
    const at = arrivedAt.get(String(number))
    if (at === undefined) throw new Error(`Number ${number} never arrived.`)
    return at - (due.firstAt + number * due.everyMs)
  })
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
