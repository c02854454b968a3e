import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterFolder } from '../../src/db/embedded-place.ts'
import { newId } from '../../src/lib/id.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import { countOpen, type GateFacts, gatherFacts } from './facts.ts'
import { type Load, startLoad } from './load.ts'
import { classNames, type NetworkLog } from './network.ts'
import { openPremises, type Premises } from './premises.ts'
import { createStubbornClient } from './stubborn-client.ts'

/** A Crier of one API and one worker behind a way to their database that can be made bad, with somebody who posts. */
export interface Day {
  readonly premises: Premises
  readonly proxy: DatabaseProxy
  /** Creates one post; answers what the API said the first time. */
  create(): Promise<{ status: number; code: string | undefined; retryAfter: string | null }>
  /** The answers of the API at `/metrics` and `/readyz`. */
  metrics(): Promise<string>
  ready(): Promise<{ status: number; waiting_for: string[] }>
  /** How many commits have reached the network. */
  arrivals(): Promise<number>
  /** Waits until another commit has arrived; answers after how many milliseconds. */
  nextArrival(withinMs: number): Promise<number>
  /** Makes the whole database server one that may only be read, or one that may be written again. */
  setReadOnly(isReadOnly: boolean): void
  /** The worker's log so far. */
  log(): string
  /** Nobody posts any more, and all that was asked for has come to its end: everything that happened. */
  end(): Promise<GateFacts>
  close(): Promise<void>
}

/** The machine's lengths, short; the window to send stays long enough for a slow database. */
const timings = {
  sendWindowMs: 5_000,
  requestTimeoutMs: 1_500,
  settleMs: 300,
  leaseMs: 8_000,
  leaseRenewMs: 1_000,
  prepareLeadMs: 1_000,
  backoffMs: 100,
  reconcilePausesMs: [300, 600, 1_500],
  wakeFallbackMs: 1_000,
}
const longestLoadMs = 20 * 60_000
const metricsToken = 'a-monitor-of-the-bad-day'

export async function openDay(seed: number): Promise<Day> {
  const premises = await openPremises({ seed, timings, keyLifetimeMs: 60_000, config: { metricsToken } })
  const proxy = await startDatabaseProxy(premises.connection)
  const { connection } = proxy
  const parts = [premises.start('api', null, { connection }), premises.start('worker', null, { connection })]
  await Promise.all(parts.map((part) => part.ready))
  const accounts = new Map<string, string>()
  for (const name of [...classNames, ...classNames.map((known) => `${known}-2`)]) {
    const networkClass = classNames.find((known) => name.startsWith(known)) ?? 'blind'
    accounts.set(await premises.connect(name, networkClass), name)
  }
  const giveUp = new AbortController()
  const enough = new AbortController()
  const url = premises.config.publicUrl
  const ask = createStubbornClient(url, premises.liveKey, giveUp.signal)
  const pace = { targets: longestLoadMs / 200, forMs: longestLoadMs }
  const load = startLoad(ask, { seed, ...pace, accounts, enough: enough.signal })
  const log = (): Promise<NetworkLog> => premises.network.log()
  const arrivals = async () => (await log()).arrivals.length
  return {
    premises,
    proxy,
    create: () => createOnce(url, premises.liveKey, [...accounts.keys()][0] ?? ''),
    metrics: async () =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text(),
    ready: async () => {
      const answer = await fetch(`${url}/readyz`)
      const { waiting_for = [] } = (await answer.json()) as { waiting_for?: string[] }
      return { status: answer.status, waiting_for }
    },
    arrivals,
    nextArrival: async (withinMs) => {
      const [startedAt, before] = [performance.now(), await arrivals()]
      while ((await arrivals()) === before) {
        if (performance.now() - startedAt > withinMs) throw new Error(`Nothing went out for ${withinMs} ms.`)
        await pause(50)
      }
      return Math.round(performance.now() - startedAt)
    },
    setReadOnly: (isReadOnly) => setReadOnly(premises, isReadOnly),
    log: () => readFileSync(join(premises.folder, 'worker.log'), 'utf8'),
    end: async () => {
      enough.abort()
      await load.done
      return settleAll(premises, load)
    },
    close: async () => {
      enough.abort()
      giveUp.abort()
      await load.done.catch(() => undefined)
      await Promise.all(parts.map((part) => part.kill()))
      await proxy.close()
      await premises.close()
    },
  }
}

/** Creates a draft, which stands in no post's way. */
async function createOnce(url: string, key: string, account: string) {
  const answer = await fetch(`${url}/v1/posts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    },
    body: JSON.stringify({ caption: 'A draft', social_accounts: [account], is_draft: true }),
  })
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') }
}

/** As an operator does it for a whole server: in its settings, which it then reads again. */
function setReadOnly({ config, databasePid }: Premises, isReadOnly: boolean): void {
  const file = join(clusterFolder(config.dataDir), 'postgresql.auto.conf')
  const others = readFileSync(file, 'utf8').replace(/^default_transaction_read_only.*\n/gm, '')
  writeFileSync(file, isReadOnly ? `${others}default_transaction_read_only = on\n` : others)
  const pid = databasePid()
  if (pid === null) throw new Error('The database does not run.')
  process.kill(pid, 'SIGHUP')
}

async function settleAll(premises: Premises, load: Load): Promise<GateFacts> {
  for (let waitedMs = 0; waitedMs < 60_000 && (await countOpen(premises.db)) > 0; waitedMs += 100)
    await pause(100)
  return gatherFacts(premises.db, load.asked, await premises.network.log())
}
