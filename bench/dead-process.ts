import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '../server/src/config.ts'
import { type Database, openDatabase, sql } from '../server/src/db/database.ts'
import { runningConnection } from '../server/src/db/embedded.ts'
import { clusterFolder } from '../server/src/db/embedded-place.ts'
import { readPidFile } from '../server/src/db/embedded-predecessor.ts'
import { createLog } from '../server/src/lib/log.ts'
import { openInstance } from '../server/src/operator/open-instance.ts'
import { type Child, startChild } from './child.ts'
import type { Arrival } from './fake-network.ts'
import type { Figure, Measuring } from './figure.ts'
import { freePort } from './free-port.ts'
import { arrivalsAt, openPublishingPlace, startNetwork, untilAllSettled } from './publishing-place.ts'
import { makeAccounts, type Owner, seedTargets } from './seed.ts'
import { percentile } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'
import type { WholeOrders } from './whole-process.ts'

const accounts = 40
/** One target of each account is under way, and these wait behind it. */
const perAccount = 3
const longestMs = 180_000
/** How long a worker's own session lasts before it judges another's. */
const graceMs = 11_000

/** P11: a dead process costs a second, not a lease. */
export const deadProcess: Figure = {
  name: 'P11',
  what: 'lateness after `kill -9` of everything, and of one of two workers, of claimed targets that were not being sent, and of the targets behind them; network at 0 ms',
  goal: 'public ≤ 1 s after the next start is ready; ≤ 5 s after one of several is dead',
  measure,
}

async function measure({ rounds, say }: Measuring): Promise<void> {
  const whole = await openWhole()
  const late: number[] = []
  for (let round = 0; round < rounds; round += 1) late.push(...(await killEverything(whole)))
  say(
    `everything killed, ${rounds} times with ${accounts} in hand and ${accounts * (perAccount - 1)} behind: ${describe(late)}`,
  )
  for (const where of ['this machine', 'another machine'] as const) {
    const found: number[] = []
    for (let round = 0; round < rounds; round += 1) found.push(...(await killOneOfTwo(where)))
    say(`one of two workers killed on ${where}, ${rounds} times with the same: ${describe(found)}`)
  }
}

function describe(late: readonly number[]): string {
  const [p50, last] = [0.5, 1].map((share) => percentile(late, share))
  return `${late.length} targets late p50 ${p50} ms, last ${last} ms`
}

interface Whole {
  readonly config: Config
  readonly owner: Owner
  readonly networkUrl: string
}

async function openWhole(): Promise<Whole> {
  const port = String(await freePort())
  const config = readConfig({
    DATA_DIR: `${temporaryFolder()}/data`,
    PORT: port,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    LOG_LEVEL: 'error',
  })
  const instance = await openInstance({ as: 'server', config, log: createLog('warn') })
  const owner = await makeAccounts(instance.db, instance.secretKeys, accounts)
  await instance.close()
  return { config, owner, networkUrl: await startNetwork(0) }
}

/** How late each post was public after the next start was ready, in milliseconds. */
async function killEverything({ config, owner, networkUrl }: Whole): Promise<number[]> {
  const doomed = startWhole({ config, networkUrl, diesAtClaim: true })
  await doomed.line((line) => line.startsWith('ready'))
  await withDatabase(config, async (db) => {
    const due = { count: accounts * perAccount, firstAt: Date.now(), everyMs: 0 }
    await seedTargets(db, owner, due)
    await doomed.ended
  })
  const postmaster = readPidFile(clusterFolder(config.dataDir))?.pid
  if (postmaster !== undefined) killIfThere(postmaster)
  const next = startWhole({ config, networkUrl, diesAtClaim: false })
  const readyAt = Number((await next.line((line) => line.startsWith('ready'))).split(' ')[1])
  await withDatabase(config, (db) => untilAllSettled(db, longestMs))
  const arrivals = await arrivalsAt(networkUrl)
  await next.stop()
  return latenessSince(readyAt, arrivals)
}

function latenessSince(since: number, arrivals: readonly Arrival[]): number[] {
  if (arrivals.length !== accounts * perAccount)
    throw new Error(`${arrivals.length} of ${accounts * perAccount} arrived.`)
  return arrivals.map(([, at]) => at - since)
}

function startWhole(orders: WholeOrders): Child {
  return startChild('bench/whole-process.ts', [], { orders })
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended with its server.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Its PostgreSQL dies with it, so no connection outlives a step. */
async function withDatabase(config: Config, step: (db: Database) => Promise<unknown>): Promise<void> {
  const connection = runningConnection(config.dataDir)
  if (connection === null) throw new Error('The embedded PostgreSQL does not run.')
  const options = { max: 1, statementTimeoutMs: 60_000, name: 'bench' }
  const db = openDatabase({ ...connection }, options, () => undefined)
  try {
    await step(db)
  } finally {
    await db.close()
  }
}

/** How late each post was public after the death of the worker that held it or the post before it. */
async function killOneOfTwo(where: 'this machine' | 'another machine'): Promise<number[]> {
  const place = await openPublishingPlace({ accounts, answerAfterMs: 0 })
  const { db, owner } = place
  const other = await place.startWorker(null)
  await pause(graceMs)
  const doomed = await place.startWorker(null, null, true)
  // A process of another machine cannot be read from here.
  if (where === 'another machine') await pretendElsewhere(db, doomed.pid)
  // The other sleeps until the doomed one has claimed, and its session lasts meanwhile.
  process.kill(other.pid, 'SIGSTOP')
  await seedTargets(db, owner, { count: accounts * perAccount, firstAt: Date.now(), everyMs: 0 })
  await doomed.ended
  process.kill(other.pid, 'SIGCONT')
  const diedAt = Date.now()
  await untilAllSettled(db, longestMs)
  const arrivals = await place.arrivals()
  await other.stop()
  return latenessSince(diedAt, arrivals)
}

async function pretendElsewhere(db: Database, pid: number): Promise<void> {
  await pause(1_000)
  await db.run(sql`
    update workers set boot_id = 'another machine' where pid = ${pid}`)
}
