import { Gauge, type Registry } from 'prom-client'
import { type Database, sql } from '../db/database.ts'
import type { Logger } from '../lib/log.ts'
import { isNotInState, restingStates } from '../targets/state-sql.ts'

interface StateFacts {
  waiting: number
  waiting_about: number
  committing: number
  unknown: number
  confirming: number
  held: number
  needs_review: number
  due: number
  oldest_due_s: number
  oldest_unknown_s: number
  pauses: number
  guards: number
}

/** Counts end here, so that they cost the same with ten million rows. */
const countedAtMost = 10_000
const believedForMs = 5_000

/**
 * The state of publishing in the whole fleet, read from the database. Answers a function that reads it, from the database
 * at most once in five seconds.
 */
export function addPublishingState(registry: Registry, db: Database, log: Logger): () => Promise<void> {
  const registers = [registry]
  const targets = new Gauge({
    name: 'crier_targets',
    help: `Post results that are not settled, by state. Above ${countedAtMost}, waiting is an estimate and the others stop counting.`,
    labelNames: ['state'] as const,
    registers,
  })
  const single = (name: string, help: string) => new Gauge({ name, help, registers })
  const up = single('crier_database_up', 'Whether the database answered the last query.')
  const due = single(
    'crier_due',
    `Post results that are due and not being worked on, up to ${countedAtMost}.`,
  )
  const oldestDue = single('crier_due_oldest_seconds', 'How long the oldest of them has been due.')
  const oldestUnknown = single(
    'crier_unknown_oldest_seconds',
    'How long ago the oldest publish call without an answer was sent.',
  )
  const pauses = single('crier_pauses', 'Pauses of publishing.')
  const guards = single(
    'crier_guards',
    'Guards that stop publishing. Nothing is published until the operator runs guard lift.',
  )

  function show(facts: StateFacts): void {
    const waiting =
      facts.waiting > countedAtMost ? Math.max(facts.waiting, facts.waiting_about) : facts.waiting
    targets.set({ state: 'waiting' }, waiting)
    for (const state of ['committing', 'unknown', 'confirming', 'held', 'needs_review'] as const)
      targets.set({ state }, facts[state])
    due.set(facts.due)
    oldestDue.set(facts.oldest_due_s)
    oldestUnknown.set(facts.oldest_unknown_s)
    pauses.set(facts.pauses)
    guards.set(facts.guards)
  }

  async function read(): Promise<void> {
    try {
      const facts = await db.row<StateFacts>(stateStatement)
      if (facts) show(facts)
      up.set(1)
    } catch (error) {
      log.warn({ err: error }, 'the state of publishing could not be read for /metrics')
      up.set(0)
      // An old state may be wrong by now, so none is shown.
      targets.reset()
      for (const gauge of [due, oldestDue, oldestUnknown, pauses, guards]) gauge.remove()
    }
  }

  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  return () => {
    if (performance.now() - readAt < believedForMs) return reading ?? Promise.resolve()
    readAt = performance.now()
    reading = read().finally(() => {
      reading = null
    })
    return reading
  }
}

const isOpen = isNotInState('targets', restingStates)

/** Each part goes along a partial index, or stops at the most that is counted. */
const stateStatement = sql`
  select waiting.n as waiting, waiting_about, committing.n as committing, unknown.n as unknown,
    confirming.n as confirming, held.n as held, needs_review.n as needs_review, due.n as due, oldest_due_s,
    oldest_unknown_s, (select count(*) from pauses) as pauses, (select count(*) from guards) as guards
  from (select count(*) as n from (select from targets where ${isOpen} order by next_action_at
      limit ${countedAtMost + 1}) w) waiting,
    (select reltuples::float8 as waiting_about from pg_class where oid = 'targets_due'::regclass) estimate,
    (select count(*) as n from targets where state = 'committing') committing,
    (select count(*) as n from targets where state = 'unknown') unknown,
    (select count(*) as n from (select from targets where state = 'confirming' limit ${countedAtMost}) c) confirming,
    (select count(*) as n from (select from targets where state = 'held' limit ${countedAtMost}) h) held,
    (select count(*) as n from (select from targets where state = 'needs_review' limit ${countedAtMost}) r) needs_review,
    (select count(*) as n,
        coalesce(greatest(0, extract(epoch from clock_timestamp() - min(next_action_at))), 0)::float8 as oldest_due_s
      from (select next_action_at from targets where ${isOpen} and next_action_at <= (select clock_timestamp())
        order by next_action_at limit ${countedAtMost}) d) due,
    (select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(c.first_sent_at))), 0)::float8
        as oldest_unknown_s
      from targets t join commits c on c.workspace_id = t.workspace_id and c.target_id = t.id
      where t.state = 'unknown' and c.outcome in ('pending', 'unknown')) lost`
