import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '../server/src/config.ts'
import { type Database, sql } from '../server/src/db/database.ts'
import type { EmbeddedConnection } from '../server/src/db/embedded.ts'
import { createLog } from '../server/src/lib/log.ts'
import type { SecretKeys } from '../server/src/lib/secrecy/secret-keys.ts'
import { openInstance } from '../server/src/operator/open-instance.ts'
import { type Child, profiled, startChild } from './child.ts'
import { atEnd } from './cleanup.ts'
import type { Arrival, NetworkOrders } from './fake-network.ts'
import { freePort } from './free-port.ts'
import { openBenchDatabase } from './place.ts'
import type { PublisherOrders } from './publisher.ts'
import { makeAccounts, type Owner } from './seed.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A database with accounts on the null network, that network, and workers when they are asked for. */
export interface PublishingPlace {
  readonly owner: Owner
  readonly connection: EmbeddedConnection
  readonly db: Database
  readonly folder: string
  readonly secretKeys: SecretKeys
  readonly config: Config
  /** Starts an API in a process of its own. */
  startApi(): Promise<{ readonly child: Child; readonly url: string }>
  /** Starts a worker in a process of its own; it may be told to kill itself once it has claimed something. */
  startWorker(profileDir: string | null, publishAtOnce?: number | null, diesAtClaim?: boolean): Promise<Child>
  /** The posts that arrived at the network since the last question. */
  arrivals(): Promise<Arrival[]>
}

/** Opens a place with so many accounts, at a network that takes so long. Everything ends with the figure. */
export async function openPublishingPlace(options: {
  accounts: number
  answerAfterMs: number
  /** The numbers of each process for publishing and for requests; the usual number unless said otherwise. */
  databaseConnections?: number
}): Promise<PublishingPlace> {
  const folder = temporaryFolder()
  const config = readConfig({
    DATA_DIR: `${folder}/data`,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    DATABASE_CONNECTIONS: String(options.databaseConnections ?? 10),
  })
  const instance = await openInstance({ as: 'server', config, log: createLog('warn') })
  atEnd(instance.close)
  const connection = instance.connection as EmbeddedConnection
  const db = openBenchDatabase(connection)
  const owner = await makeAccounts(db, instance.secretKeys, options.accounts)
  const networkUrl = await startNetwork(options.answerAfterMs)
  const orders = { connection, config, secretKeyHex: instance.secretKeys.current.toString('hex'), networkUrl }
  return {
    owner,
    connection,
    db,
    folder,
    secretKeys: instance.secretKeys,
    config,
    startApi: () => startApi(orders),
    startWorker: (profileDir, publishAtOnce = null, diesAtClaim = false) => {
      const own = { ...config, publishAtOnce: publishAtOnce ?? config.publishAtOnce }
      return startPublisher({ ...orders, config: own, part: 'worker', diesAtClaim }, profileDir)
    },
    arrivals: () => arrivalsAt(networkUrl),
  }
}

/** The posts that arrived at a null network since the last question. */
export async function arrivalsAt(networkUrl: string): Promise<Arrival[]> {
  return (await (await fetch(`${networkUrl}/arrivals`)).json()) as Arrival[]
}

/** Waits until nothing is left to do. @throws Error when that takes longer */
export async function untilAllSettled(db: Database, longestMs: number): Promise<void> {
  const deadline = performance.now() + longestMs
  for (;;) {
    const left = await db.row<{ open: boolean }>(sql`
      select exists (select from targets
        where state not in ('published', 'failed', 'canceled', 'needs_review', 'held')) as open`)
    if (left?.open === false) return
    if (performance.now() > deadline) throw new Error(`Not everything was published within ${longestMs} ms.`)
    await pause(50)
  }
}

/** Starts a null network that takes so long; answers its address. */
export async function startNetwork(answerAfterMs: number): Promise<string> {
  const orders: NetworkOrders = { port: await freePort(), answerAfterMs }
  const child = startChild('bench/fake-network.ts', [], { orders })
  await child.line((line) => line === 'listening')
  return `http://127.0.0.1:${orders.port}`
}

async function startApi(
  orders: Omit<PublisherOrders, 'part' | 'diesAtClaim'>,
): Promise<{ child: Child; url: string }> {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const config = { ...orders.config, port, publicUrl }
  return {
    child: await startPublisher({ ...orders, config, part: 'api', diesAtClaim: false }, null),
    url: publicUrl,
  }
}

async function startPublisher(orders: PublisherOrders, profileDir: string | null): Promise<Child> {
  const child = startChild('bench/publisher.ts', [], { orders, nodeOptions: profiled(profileDir) })
  await child.line((line) => line === 'ready')
  return child
}
