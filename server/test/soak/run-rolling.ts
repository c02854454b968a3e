import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../src/lib/id.ts'
import { freePort } from '../free-port.ts'
import { countOpen, gatherFacts } from './facts.ts'
import { findViolations, type Violation } from './invariants.ts'
import { startLoad } from './load.ts'
import { classNames } from './network.ts'
import { noFaults } from './network-faults.ts'
import type { Part } from './part.ts'
import { openPremises, type Premises } from './premises.ts'
import type { Ask, Settled } from './stubborn-client.ts'

export interface RollingReport {
  /** How each process that was told to stop ended, and how long that took. */
  readonly stops: readonly { part: 'api' | 'worker'; code: number | null; ms: number }[]
  /** Requests that were answered, refused with 503 by a server that stops, and broken off in the middle. */
  readonly requests: { answered: number; refused: number; broken: number }
  /** Targets that became `unknown` on the way. */
  readonly lostAnswers: number
  readonly targets: number
  readonly published: number
  readonly violations: readonly Violation[]
}

// Answers take up to some hundred milliseconds, and every one comes in time.
const timings = { requestTimeoutMs: 10_000, backoffMs: 100, prepareLeadMs: 1_000, wakeFallbackMs: 1_000 }
const slowNetwork = { ...noFaults, slow_before: 40, slow_after: 40 }

/** Stops one worker and one API after the other, and starts each again, while posts are created and go out. */
export async function runRolling({ rounds, seed }: { rounds: number; seed: number }): Promise<RollingReport> {
  const premises = await openPremises({ seed, timings, keyLifetimeMs: 60_000 })
  const ports = [premises.config.port, await freePort()]
  const apis = ports.map((port) => premises.start('api', null, { port }))
  const workers = [premises.start('worker'), premises.start('worker')]
  try {
    const { db, network } = premises
    await Promise.all([...apis, ...workers].map((part) => part.ready))
    await network.rates(slowNetwork)
    const accounts = await connectAll(premises)
    const requests = { answered: 0, refused: 0, broken: 0 }
    const ask = createClient(ports, premises.liveKey, requests)
    const enough = new AbortController()
    const running = startLoad(ask, {
      seed,
      targets: rounds * 30,
      forMs: rounds * 2_000,
      accounts,
      enough: enough.signal,
    })
    const stops: RollingReport['stops'][number][] = []
    for (let round = 0; round < rounds; round += 1) {
      const place = round % 2
      await Promise.all([
        replace(workers, place, 'worker', () => premises.start('worker'), stops),
        replace(apis, place, 'api', () => premises.start('api', null, { port: ports[place] ?? 0 }), stops),
      ])
    }
    enough.abort()
    await running.done
    for (let waitedMs = 0; waitedMs < 60_000 && (await countOpen(db)) > 0; waitedMs += 100) await pause(100)
    const facts = await gatherFacts(db, running.asked, await network.log())
    return {
      stops,
      requests,
      lostAnswers: facts.transitions.filter(({ to_state }) => to_state === 'unknown').length,
      targets: facts.targets.length,
      published: facts.targets.filter(({ state }) => state === 'published').length,
      violations: findViolations(facts),
    }
  } finally {
    await Promise.all([...apis, ...workers].map((part) => part.kill()))
    await premises.close()
  }
}

async function connectAll(premises: Premises): Promise<Map<string, string>> {
  const accounts = new Map<string, string>()
  // Containers of this network expire within seconds, which loses answers whoever stops.
  const classes = classNames.filter((name) => name !== 'two_phase')
  for (let number = 0; number < 20; number += 1) {
    const networkClass = classes[number % classes.length] ?? 'blind'
    const name = `${networkClass}-${number}`
    accounts.set(await premises.connect(name, networkClass), name)
  }
  return accounts
}

async function replace(
  parts: Part[],
  place: number,
  part: 'api' | 'worker',
  start: () => Part,
  stops: RollingReport['stops'][number][],
): Promise<void> {
  const old = parts[place]
  if (!old) throw new Error('There is nothing to stop.')
  const reportedAt = performance.now()
  old.child.kill('SIGTERM')
  await old.ended
  stops.push({ part, code: old.child.exitCode, ms: Math.round(performance.now() - reportedAt) })
  const next = start()
  parts[place] = next
  await next.ready
}

/** A client with a pool of kept connections to each server, that goes to the other when one refuses. */
function createClient(ports: readonly number[], key: string, requests: RollingReport['requests']): Ask {
  let turn = 0
  return async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    }
    for (;;) {
      turn += 1
      const url = `http://127.0.0.1:${ports[turn % ports.length]}${path}`
      const answer = await ask(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      if (typeof answer !== 'string') {
        requests.answered += 1
        return answer
      }
      if (answer !== 'absent') requests[answer] += 1
      await pause(20)
    }
  }
}

async function ask(url: string, request: RequestInit): Promise<Settled | 'refused' | 'broken' | 'absent'> {
  try {
    const answer = await fetch(url, request)
    const json = JSON.parse(await answer.text())
    if (answer.status === 503 && json.code === 'shutting_down') return 'refused'
    if (json.code === 'idempotency_in_progress') return 'absent'
    return { status: answer.status, json }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const { code } = (error.cause ?? {}) as { code?: string }
    return code === 'ECONNREFUSED' ? 'absent' : 'broken'
  }
}
