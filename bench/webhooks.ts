import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { sql } from '../server/src/db/database.ts'
import { newId } from '../server/src/lib/id.ts'
import { createLog } from '../server/src/lib/log.ts'
import { createWakeUp, type WakeUp } from '../server/src/publishing/worker/wake-up.ts'
import { recordEvent } from '../server/src/webhooks/record-event.ts'
import type { Child } from './child.ts'
import { atEnd } from './cleanup.ts'
import type { Figure, Measuring } from './figure.ts'
import { processorTime } from './processor-time.ts'
import { openPublishingPlace, type PublishingPlace } from './publishing-place.ts'
import { makeKey } from './seed.ts'
import { percentile } from './statistics.ts'

const events = 1_000
const healthy = 18
const everyMs = 20
const killEveryMs = 2_000
const longestMs = 180_000

/** P9: a dead receiver delays nobody. */
export const webhooks: Figure = {
  name: 'P9',
  what: `${events} events, one each ${everyMs} ms, × 20 webhook endpoints, one hanging and one answering 500; two workers, then the same with one of them killed with \`kill -9\` every ${killEveryMs / 1_000} s`,
  goal: 'healthy endpoints p99 ≤ 2 s after the commit, nothing lost',
  measure,
}

async function measure({ say }: Measuring): Promise<void> {
  for (const kills of [false, true]) {
    const place = await openPublishingPlace({ accounts: 1, answerAfterMs: 0 })
    // The events are written by this process, which tells of them as a server does.
    const wakeUp = createWakeUp(place.db, createLog('warn'))
    atEnd(() => wakeUp.close())
    const receivers = await startReceivers()
    await makeEndpoints(place, receivers)
    const workers = await Promise.all([place.startWorker(null), place.startWorker(null)])
    const killing = kills ? startKilling(place, workers) : null
    const before = await used(place, workers)
    const committed = await writeEvents({ ...place, wakeUp })
    const found = await untilAllDelivered(receivers, committed)
    const after = await used(place, workers)
    const killed = (await killing?.stop()) ?? 0
    say(`${kills ? `${killed} workers killed` : 'nothing killed'}: ${found}`)
    // A killed worker takes its count with it.
    if (!kills) say(describeCost(before, after, healthy * committed.size))
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}

interface Receivers {
  readonly url: string
  /** When a receiver got an event first, by the number of the receiver and the id of the event. */
  readonly first: Map<string, number>
  readonly secrets: Map<string, string>
  requests: number
  /** Requests whose signature was wrong. */
  wrong: number
}

async function startReceivers(): Promise<Receivers> {
  const receivers: Receivers = { url: '', first: new Map(), secrets: new Map(), requests: 0, wrong: 0 }
  const server = createServer((request, answer) => void receive(receivers, request, answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(receivers, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

async function receive(
  receivers: Receivers,
  request: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const name = request.url?.slice(1) ?? ''
  const at = performance.now()
  let body = ''
  try {
    for await (const chunk of request.setEncoding('utf8')) body += chunk
  } catch (error) {
    // A sender that is killed breaks off.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    return
  }
  if (name === 'hanging') return
  if (name === 'failing') return void answer.writeHead(500).end()
  receivers.requests += 1
  if (!isSigned(receivers.secrets.get(name) ?? '', body, request)) receivers.wrong += 1
  const place = `${name} ${request.headers['webhook-id']}`
  if (!receivers.first.has(place)) receivers.first.set(place, at)
  answer.end()
}

function isSigned(secret: string, body: string, { headers }: IncomingMessage): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

async function makeEndpoints(place: PublishingPlace, { url, secrets }: Receivers): Promise<void> {
  const api = await place.startApi()
  const key = await makeKey(place.db, place.secretKeys, place.owner)
  const names = ['hanging', 'failing', ...Array.from({ length: healthy }, (_, number) => `healthy-${number}`)]
  for (const name of names) {
    const answer = await fetch(`${api.url}/v1/webhook-endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${url}/${name}` }),
    })
    if (answer.status !== 200) throw new Error(`An endpoint could not be made: ${await answer.text()}`)
    secrets.set(name, ((await answer.json()) as { secret: string }).secret)
  }
  await api.child.stop()
}

/** Kills the workers in turns, and starts another one each time. */
function startKilling(place: PublishingPlace, workers: Child[]): { stop(): Promise<number> } {
  const ending = new AbortController()
  let killed = 0
  const killing = (async () => {
    for (let turn = 0; ; turn = 1 - turn) {
      await pause(killEveryMs, undefined, { signal: ending.signal }).catch(() => undefined)
      const worker = workers[turn]
      if (ending.signal.aborted || !worker) return
      process.kill(worker.pid, 'SIGKILL')
      killed += 1
      workers[turn] = await place.startWorker(null)
    }
  })()
  return {
    stop: async () => {
      ending.abort()
      await killing
      return killed
    },
  }
}

interface Used {
  /** Processor time in microseconds. */
  readonly workers: number
  readonly database: number
  readonly transactions: number
}

async function used({ db }: PublishingPlace, workers: readonly Child[]): Promise<Used> {
  const row = await db.row<{ count: number }>(sql`
    select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`)
  return {
    workers: workers.reduce((sum, { pid }) => sum + processorTime(pid).server, 0),
    database: processorTime(process.pid).database,
    transactions: row?.count ?? 0,
  }
}

function describeCost(before: Used, after: Used, deliveries: number): string {
  const each = (name: keyof Used) => (after[name] - before[name]) / deliveries
  return `each delivery took ${Math.round(each('workers'))} µs of the workers, ${Math.round(each('database'))} µs of PostgreSQL and ${each('transactions').toFixed(2)} transactions`
}

/** Writes the events, each in a transaction of its own. Answers when each was committed. */
async function writeEvents({
  db,
  owner,
  wakeUp,
}: PublishingPlace & { readonly wakeUp: WakeUp }): Promise<Map<string, number>> {
  const committed = new Map<string, number>()
  const startedAt = performance.now()
  for (let number = 0; number < events; number += 1) {
    await pause(Math.max(0, startedAt + number * everyMs - performance.now()))
    const id = newId()
    const subjectId = newId()
    await recordEvent(db, {
      ...{ workspaceId: owner.workspaceId, mode: 'live', id, type: 'social_account.connected', subjectId },
      data: { id: subjectId, platform: 'null', username: 'bench', status: 'active' },
    })
    wakeUp.announceEvents()
    committed.set(id, performance.now())
  }
  return committed
}

/** Waits until each healthy receiver has each event. @throws Error when that takes longer */
async function untilAllDelivered(receivers: Receivers, committed: Map<string, number>): Promise<string> {
  const deadline = performance.now() + longestMs
  while (receivers.first.size < healthy * committed.size) {
    if (performance.now() > deadline)
      throw new Error(
        `Only ${receivers.first.size} of ${healthy * committed.size} were delivered within ${longestMs} ms.`,
      )
    await pause(20)
  }
  const late = [...receivers.first].map(([place, at]) => at - (committed.get(place.split(' ')[1] ?? '') ?? 0))
  const [p50, p99, last] = [0.5, 0.99, 1].map((share) => Math.round(percentile(late, share)))
  const twice = receivers.requests - receivers.first.size
  return `${late.length} deliveries late p50 ${p50} ms, p99 ${p99} ms, last ${last} ms; ${twice} came twice under one id; ${receivers.wrong} wrong signatures`
}
