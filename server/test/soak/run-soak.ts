import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from '../../src/db/database.ts'
import { type Harm, startChaos } from './chaos.ts'
import { countOpen, type GateFacts, gatherFacts } from './facts.ts'
import { type HostileUploads, startHostileUploads } from './hostile-uploads.ts'
import { findViolations, numberIn, type Violation } from './invariants.ts'
import { type Load, startLoad } from './load.ts'
import { soakClassNames } from './network.ts'
import { gateRates, noFaults } from './network-faults.ts'
import { openPremises, type Premises } from './premises.ts'
import { quarantineOf, shortTimings, usualTimings } from './short-timings.ts'
import { createStubbornClient } from './stubborn-client.ts'
import { makeNaive } from './witness.ts'

export interface SoakOptions {
  readonly seed: number
  /** For how long posts are created and everything is harmed. */
  readonly forMs: number
  readonly targets: number
  readonly workers: number
  readonly apis: number
  readonly accounts: number
  readonly killEveryMs: number
  readonly stopEveryMs: number
  readonly databaseKillEveryMs: number
  /** Gives every process a machine of its own and cuts their links to the database; null: one machine for all. */
  readonly cutEveryMs: number | null
  /** With the mistake that this harness must notice. */
  readonly naive: boolean
  /** With the lengths of a real installation in place of short ones. */
  readonly usual?: boolean
  /** With connectors that trust keys which are stored once the post is made: another mistake it must notice. */
  readonly trustsLateKeys?: boolean
  /**
   * The network stays unkind after the other harm until it has lost this many answers: on a slow machine hardly a
   * worker lives long enough to send anything before.
   */
  readonly lostAtLeast?: number
}

export interface SoakReport {
  readonly options: SoakOptions
  readonly facts: GateFacts
  readonly harm: Harm
  readonly counts: Load['counts']
  readonly uploads: HostileUploads['counts']
  readonly hostileAnswers: number
  readonly violations: readonly Violation[]
  /** How long it took from the end of all harm until nothing was going on. */
  readonly drainedInMs: number
  /** Where the logs are; removed when no promise was broken. */
  readonly folder: string
}

// Three quarters of this are trusted: long enough for some more sends after a quarantine, and not for all eight.
const shortKeyLifetimeMs = 30_000
const usualKeyLifetimeMs = 10 * 60_000

function lengthsOf({ usual = false }: SoakOptions) {
  const timings = usual ? usualTimings : shortTimings
  const quarantineMs = quarantineOf(timings)
  const scheduleMs = quarantineMs + timings.reconcilePausesMs.reduce((sum, ms) => sum + ms, 0)
  const keyLifetimeMs = usual ? usualKeyLifetimeMs : shortKeyLifetimeMs
  return { timings, quarantineMs, scheduleMs, keyLifetimeMs, longestDrainMs: quarantineMs + 60_000 }
}

/** Runs a Crier of many processes through everything that can happen to it, then holds it against the network's log. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { timings, keyLifetimeMs, scheduleMs } = lengthsOf(options)
  const { seed, trustsLateKeys = false } = options
  const premises = await openPremises({ seed, timings, keyLifetimeMs, scheduleMs, trustsLateKeys })
  let isClean = false
  try {
    const report = await soak(premises, options)
    isClean = report.violations.length === 0 || options.naive || trustsLateKeys
    return report
  } finally {
    await premises.close(!isClean)
  }
}

async function soak(premises: Premises, options: SoakOptions): Promise<SoakReport> {
  const { quarantineMs, longestDrainMs } = lengthsOf(options)
  if (options.naive) await makeNaive(premises.db)
  const accounts = new Map<string, string>()
  for (let number = 0; number < options.accounts; number += 1) {
    const networkClass = soakClassNames[number % soakClassNames.length] ?? 'blind'
    const name = `${networkClass}-${number}`
    accounts.set(await premises.connect(name, networkClass), name)
    // That mistake shows only where a network works on after it was asked again.
    if (options.trustsLateKeys && networkClass === 'late_key')
      await premises.network.force(name, ['works_on'])
  }
  await premises.network.rates(gateRates)
  const chaos = await startChaos(premises, options)
  const giveUp = new AbortController()
  const ask = createStubbornClient(chaos.urls, premises.liveKey, giveUp.signal)
  const enough = new AbortController()
  const calmed = new AbortController()
  const uploads = startHostileUploads(ask, options.seed, calmed.signal)
  const load = startLoad(ask, { ...options, accounts, enough: enough.signal })
  try {
    await Promise.race([untilOver(premises, options), failureOf(load.done), failureOf(uploads.done)])
    if (options.naive) enough.abort()
    calmed.abort()
    await chaos.calm()
    await uploads.done
    await untilLost(premises, options.lostAtLeast ?? 0)
    await premises.network.rates(noFaults)
    const calmAt = performance.now()
    await load.done
    const drainedInMs = await drain(premises, calmAt, longestDrainMs)
    // After this the last requests have arrived, and the network is done with them.
    await pause(quarantineMs)
    while ((await premises.network.atWork()) > 0) await pause(100)
    const facts = await gatherFacts(premises.db, load.asked, await premises.network.log())
    const { harm } = chaos
    const violations = [...findViolations({ ...facts, linksWereCut: harm.cuts > 0 }), ...crashes(harm)]
    const hostileAnswers = await premises.network.hostileAnswers()
    const { folder } = premises
    const counts = { counts: load.counts, uploads: uploads.counts, hostileAnswers }
    return { options, facts, harm, ...counts, violations, drainedInMs, folder }
  } finally {
    calmed.abort()
    giveUp.abort()
    await chaos.close()
  }
}

function crashes({ crashes: count }: Harm): Violation[] {
  return count === 0 ? [] : [{ invariant: 'R21', what: `${count} processes ended by themselves` }]
}

/** Never settles unless the work fails. */
function failureOf(work: Promise<void>): Promise<never> {
  return work.then(() => new Promise<never>(() => undefined))
}

/** The time of the run; with the mistake built in, no longer than until the first duplicate. */
async function untilOver({ network }: Premises, { forMs, naive }: SoakOptions): Promise<void> {
  const endsAt = performance.now() + forMs
  while (performance.now() < endsAt) {
    await pause(Math.min(500, Math.max(0, endsAt - performance.now())))
    if (naive && hasDuplicate((await network.log()).posts)) return
  }
}

/** Waits until the network kept so many posts whose answer was lost, for at most half a minute. */
async function untilLost({ network }: Premises, count: number): Promise<void> {
  const givesUpAt = performance.now() + 30_000
  while (performance.now() < givesUpAt) {
    if (lostAnswers((await network.log()).arrivals).length >= count) return
    await pause(200)
  }
}

/** The requests that made a post whose client was not told so. */
export function lostAnswers(arrivals: GateFacts['arrivals']): GateFacts['arrivals'] {
  return arrivals.filter(({ effect, answer }) => effect !== null && answer !== 201)
}

function hasDuplicate(posts: GateFacts['posts']): boolean {
  const places = posts.map(({ profile, text }) => `${profile} ${numberIn(text)}`)
  return new Set(places).size < places.length
}

/** Waits until no target has anything before it, at most for the time that I1 allows. Answers how long that took. */
async function drain({ db }: Premises, sinceAt: number, longestMs: number): Promise<number> {
  for (;;) {
    const passedMs = performance.now() - sinceAt
    try {
      if ((await countOpen(db)) === 0 || passedMs > longestMs) return passedMs
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
    await pause(100)
  }
}
