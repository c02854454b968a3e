import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../src/db/database.ts'
import { type FailpointName, failpoints } from '../../src/publishing/worker/failpoint.ts'
import type { Timings } from '../../src/timings.ts'
import { type AskedPost, countOpen, gatherFacts } from './facts.ts'
import { findViolations } from './invariants.ts'
import { type ClassName, classNames } from './network.ts'
import { openPremises, type Premises } from './premises.ts'
import { quarantineOf, usualTimings } from './short-timings.ts'
import { createStubbornClient } from './stubborn-client.ts'
import { makeNaive } from './witness.ts'

/** One death: where, at which visit, on which class of network, and what the network loses of the first commits. */
export interface Death {
  readonly failpoint: FailpointName
  readonly networkClass: ClassName
  readonly visit: 1 | 2
  /** `requests`: it never hears of the first commit. `answers`: it does what both ask for, and nobody hears of that. */
  readonly loses: 'nothing' | 'requests' | 'answers'
}

/** The outcome of a death. Empty `faults`: the process died there, and every promise was kept. */
export interface Outcome {
  readonly death: Death
  readonly faults: readonly string[]
  /** How the two posts ended. */
  readonly endings: readonly string[]
}

/** Failpoints that are only reached by looking for an answer that was lost. */
const whileLooking: readonly FailpointName[] = ['in_reconcile_read', 'after_reconcile_commit']

/** Failpoints that a second send of the same commit visits too, on classes where that is safe. */
const whileSending: readonly FailpointName[] = [
  'before_write',
  'after_first_byte',
  'after_response',
  'before_settle_commit',
  'after_settle_commit',
]
const sendsAgain: readonly ClassName[] = ['key', 'expiring_key', 'two_phase']

/** Every death: each failpoint on each class at its first and second visit, and while looking or sending again. */
export const deaths: readonly Death[] = failpoints.flatMap((failpoint) =>
  classNames.flatMap((networkClass): Death[] => {
    const isLooking = whileLooking.includes(failpoint)
    const loses = isLooking ? 'answers' : 'nothing'
    // A renewed token is good for longer than this lasts, so there is no second visit.
    const visits = failpoint === 'after_token_refresh' ? ([1] as const) : ([1, 2] as const)
    const plain = visits.map((visit) => ({ failpoint, networkClass, visit, loses }) as const)
    const isSendingAgain = whileSending.includes(failpoint) && sendsAgain.includes(networkClass)
    if (!isLooking && !isSendingAgain) return plain
    // The first send has no answer, so the first one that is read is the second send's.
    const visit = isLooking || failpoint === 'after_response' ? 1 : 2
    return [...plain, { failpoint, networkClass, visit, loses: 'requests' }]
  }),
)

const forced = { nothing: [], requests: ['lost_before'], answers: ['lost_after', 'lost_after'] } as const

export function describeDeath({ failpoint, networkClass, visit, loses }: Death): string {
  return `${failpoint} (visit ${visit}) on ${networkClass}, which loses ${loses}`
}

const settleMs = 200

/** The lengths of a sweep, and how long the keys of its networks live. */
export interface Lengths {
  readonly timings: Partial<Timings>
  readonly quarantineMs: number
  readonly keyLifetimeMs: number
}

/** As short as a busy machine allows, in their order. */
const shortLengths: Lengths = {
  timings: {
    sendWindowMs: 1_000,
    requestTimeoutMs: 800,
    settleMs,
    leaseMs: 2_000,
    leaseRenewMs: 500,
    prepareLeadMs: 5_000,
    backoffMs: 50,
    reconcilePausesMs: [100, 200, 300],
    wakeFallbackMs: 1_000,
  },
  quarantineMs: 2_000,
  keyLifetimeMs: 60_000,
}

/** As they are in a real installation: nothing may wait for a lease, or it is not settled in time. */
export const usualLengths: Lengths = {
  timings: usualTimings,
  quarantineMs: quarantineOf(usualTimings),
  keyLifetimeMs: 60 * 60_000,
}

export interface SweepOptions {
  readonly lengths?: Lengths
  /** With the mistake that must be noticed wherever a commit may have arrived. */
  readonly naive?: boolean
}

/**
 * Dies all these deaths, one after the other in each of so many places, and reports each as it is over. Each is a real
 * process, killed with SIGKILL at the failpoint, and another one that finds what it left.
 */
export async function runSweep(
  all: readonly Death[],
  lanes: number,
  tell: (outcome: Outcome) => void,
  { lengths = shortLengths, naive = false }: SweepOptions = {},
): Promise<void> {
  const waiting = [...all.entries()]
  const work = async (lane: number): Promise<void> => {
    const premises = await openPremises({ seed: lane, ...lengths })
    try {
      if (naive) await makeNaive(premises.db)
      const api = premises.start('api')
      await api.ready
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        tell(await die(premises, next[1], { index: next[0], ...lengths }))
      }
      await api.kill()
    } finally {
      await premises.close()
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)))
}

// Longer than a post that waits behind another of its account may wait, should its wake-up be lost.
const reachedWithinMs = 40_000
/** After the quarantine of each of the two posts. */
const settledWithinMs = 50_000

/** One post due at once and one in a moment, on the same account; the worker that publishes them dies on the way. */
async function die(
  premises: Premises,
  death: Death,
  { index, quarantineMs }: { index: number; quarantineMs: number },
): Promise<Outcome> {
  const name = `${death.networkClass}-${index}`
  const account = await premises.connect(name, death.networkClass)
  await premises.network.force(name, forced[death.loses])
  const { failpoint, visit } = death
  const renews = failpoint === 'after_token_refresh'
  if (renews)
    await premises.db.run(sql`update connections set expires_at = now() where account_id = ${account}`)
  const doomed = premises.start('worker', { failpoint, visit })
  // Posts are made after the worker is ready: two that are due already may be claimed at once, and skip second visits.
  // is not visited twice.
  await doomed.ready
  const asked = await askForTwo(premises, account, name, index)
  const end = await Promise.race([doomed.ended, pause(2 * quarantineMs + reachedWithinMs, 'alive')])
  await doomed.kill()
  // The turn of a dead process is over by itself after two minutes.
  if (renews)
    await premises.db.run(sql`update connections set refresh_until = null where account_id = ${account}`)
  const before = (await premises.network.log()).arrivals.length
  const next = premises.start('worker')
  const isSettled = await untilStill(premises, 2 * quarantineMs + settledWithinMs)
  // Requests of the dead process have arrived after this.
  await pause(settleMs)
  const facts = await gatherFacts(premises.db, asked, await ownLog(premises, name))
  await next.kill()
  const faults = findViolations(facts).map(({ invariant, what }) => `${invariant} ${what}`)
  if (end !== 'SIGKILL') faults.push(`The process did not die there: ${end}.`)
  if (!isSettled) faults.push('I1 Not everything came to an end.')
  if (failpoint === 'after_first_byte' && before === 0) faults.push('Nothing had left.')
  return { death, faults, endings: facts.targets.map(({ state }) => state) }
}

async function askForTwo(
  { config, liveKey }: Premises,
  account: string,
  profile: string,
  index: number,
): Promise<AskedPost[]> {
  const ask = createStubbornClient(config.publicUrl, liveKey, AbortSignal.timeout(reachedWithinMs))
  const asked: AskedPost[] = []
  for (const dueAt of [null, Date.now() + 900]) {
    const number = index * 2 + asked.length
    const text = `Post ${number}, whatever dies`
    const from = Date.now()
    const when = dueAt === null ? {} : { scheduled_at: new Date(dueAt).toISOString() }
    const { status, json } = await ask('POST', '/v1/posts', {
      caption: text,
      social_accounts: [account],
      ...when,
    })
    if (status !== 200) throw new Error(`A post was refused: ${JSON.stringify(json)}`)
    const settledAt = Date.now()
    asked.push({
      number,
      id: json.id,
      profiles: [profile],
      text,
      dues: [{ at: dueAt ?? 0, from, until: null }],
      settledAt,
      canceledAt: null,
    })
  }
  return asked
}

async function ownLog({ network }: Premises, name: string) {
  const { arrivals, posts } = await network.log()
  const isOwn = ({ profile }: { profile: string }) => profile === name
  return { arrivals: arrivals.filter(isOwn), posts: posts.filter(isOwn) }
}

async function untilStill({ db }: Premises, withinMs: number): Promise<boolean> {
  const endsAt = performance.now() + withinMs
  while ((await countOpen(db)) > 0) {
    if (performance.now() > endsAt) return false
    await pause(50)
  }
  return true
}
