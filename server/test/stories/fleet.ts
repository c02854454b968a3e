import { hostname } from 'node:os'
import { createKey } from '../../src/api-keys/create-key.ts'
import { sql } from '../../src/db/database.ts'
import { type Machine, openMachine } from '../soak/machine.ts'
import type { Part } from '../soak/part.ts'
import { openPremises, type Premises } from '../soak/premises.ts'
import { shortTimings } from '../soak/short-timings.ts'

/** One process of Crier on a machine of its own. */
export interface Member {
  readonly machine: Machine
  readonly part: Part
  /** The beginning of the name under which its claims stand in the database. */
  readonly owner: string
  /** `ready`, or what it says at `/readyz` that it waits for; empty when it does not answer. */
  readiness(): Promise<string>
  /** Starts it again, after it was killed. */
  restart(): Promise<void>
}

/** Two APIs and eight workers over one database, each at the end of a link of its own. */
export interface Fleet {
  readonly premises: Premises
  readonly apis: readonly Member[]
  readonly workers: readonly Member[]
  /** Makes another key. */
  key(): Promise<{ id: string; key: string }>
  /** The time of the database. */
  now(): Promise<Date>
  /** How often this worker began to send after one time and before another. */
  sends(worker: Member, after: Date, before?: Date): Promise<number>
  close(): Promise<void>
}

export async function openFleet(rateLimitPerMinute: number): Promise<Fleet> {
  const premises = await openPremises({
    seed: 1,
    timings: shortTimings,
    keyLifetimeMs: 30_000,
    config: { rateLimitPerMinute },
  })
  const { db, secretKeys, tenant } = premises
  const kinds = [...Array<'api'>(2).fill('api'), ...Array<'worker'>(8).fill('worker')]
  const members = await Promise.all(kinds.map((kind, index) => openMember(premises, kind, index)))
  return {
    premises,
    apis: members.slice(0, 2),
    workers: members.slice(2),
    key: () => createKey(db, secretKeys, { ...tenant, mode: 'live', name: 'another', scopes: 'all' }),
    now: async () => {
      const row = await db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
      return row?.now ?? new Date(Number.NaN)
    },
    sends: async ({ owner }, after, before) => {
      const row = await db.row<{ sends: number }>(sql`
        select count(*) as sends from proof_transitions
        where to_state = 'committing' and starts_with(owner, ${`${owner}:`}) and at > ${after}
          and (${before ?? null}::timestamptz is null or at < ${before ?? null})`)
      return row?.sends ?? Number.NaN
    },
    close: async () => {
      for (const { part } of members) await part.kill()
      for (const { machine } of members) await machine.close()
      await premises.close()
    },
  }
}

async function openMember(premises: Premises, kind: 'api' | 'worker', index: number): Promise<Member> {
  const machine = await openMachine(premises, index)
  let part = await started(machine, kind)
  return {
    machine,
    get part() {
      return part
    },
    get owner() {
      return `${hostname()}:${part.child.pid}`
    },
    readiness: () => readinessAt(`${machine.url}/readyz`),
    restart: async () => {
      part = await started(machine, kind)
    },
  }
}

async function started(machine: Machine, kind: 'api' | 'worker'): Promise<Part> {
  const part = machine.start(kind)
  if ((await part.ready) === null) throw new Error(`The ${kind} at ${machine.url} ended before it was ready.`)
  return part
}

async function readinessAt(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    const { waiting_for } = (await answer.json()) as { waiting_for?: string[] }
    return answer.status === 200 ? 'ready' : `${answer.status} ${waiting_for?.join()}`
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return ''
    throw error
  }
}
