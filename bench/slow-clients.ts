import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Figure, Measuring } from './figure.ts'
import type { SlowOrders, SlowResult } from './hold-slow-sockets.ts'
import { openPlace, type Place } from './place.ts'
import { percentile } from './statistics.ts'

const sockets = 2_000
const longestLifeMs = 35_000
/** The sockets are held so many times as long as a round of the other figures: two minutes, unless said otherwise. */
const holdFactor = 12

/** Clients that never finish a request must not make others wait, or stay. */
export const slowClients: Figure = {
  name: 'SLOW-CLIENTS',
  what: `a request while ${sockets.toLocaleString('en')} connections send their headers by the drop for 12 × --seconds; against one without them, before and after`,
  goal: 'p99 ≤ 2.0 ×, and each of these connections closed within 35 s',
  measure,
}

async function measure({ seconds, say, ...how }: Measuring): Promise<void> {
  const place = await openPlace(how)
  const holdMs = seconds * holdFactor * 1_000
  // The first requests load what all need.
  await ask(place, 2_000)
  const quiet = await ask(place, holdMs / 4)
  const slow = hold({ port: Number(new URL(place.url).port), sockets, holdMs })
  const beside = await ask(place, holdMs)
  const { lives, timedOut, errors, left } = await slow
  const after = await ask(place, holdMs / 4)
  const without = [...quiet, ...after]
  const ratio = percentile(beside, 0.99) / percentile(without, 0.99)
  const longest = lives.reduce((most, life) => Math.max(most, life), 0)
  say(
    `p99 ${ratio.toFixed(2)} × (${describe(beside)} beside them, ${describe(without)} without; ${describe(quiet)} before, ${describe(after)} after)`,
  )
  say(
    `${lives.length} connections were closed, ${timedOut} with 408, ${errors} with an error; the longest lived ${(longest / 1_000).toFixed(1)} s; ${left} were left`,
  )
  say(ratio <= 2 && longest <= longestLifeMs && left === 0 ? 'reached' : 'NOT reached')
}

const describe = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms of ${times.length}`

/** Asks again and again for so long, one request at a time, and answers how long each took. */
async function ask({ url, key }: Place, ms: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + ms
  while (performance.now() < until) {
    const startedAt = performance.now()
    const answer = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`A request was answered ${answer.status}.`)
    times.push(performance.now() - startedAt)
    await pause(10)
  }
  return times
}

/** In a thread of its own, so that what it does is not taken for time of the server. */
function hold(orders: SlowOrders): Promise<SlowResult> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./hold-slow-sockets.ts', import.meta.url), { workerData: orders })
    thread.once('message', (result: SlowResult) => {
      resolve(result)
      void thread.terminate()
    })
    thread.once('error', reject)
  })
}
