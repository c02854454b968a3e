import { join } from 'node:path'
import { refreshIdle } from './accounts/refresh-idle.ts'
import { revokeConnections } from './accounts/revoke-connections.ts'
import type { Config } from './config.ts'
import { sweepConnectLinks } from './connections/links/sweep-connect-links.ts'
import { sweepConnectAttempts } from './connections/sweep-connect-attempts.ts'
import { checkedConnector } from './connectors/checked-connector.ts'
import type { Connector } from './connectors/connector.ts'
import { connectors } from './connectors/index.ts'
import type { Context } from './context.ts'
import { type Connection, isDatabaseAway, openDatabase } from './db/database.ts'
import { isMigrated } from './db/migrate.ts'
import { isDatabaseBusy } from './db/sql-state.ts'
import { routes } from './http/routes/index.ts'
import { createHttp, type Http } from './http/server.ts'
import { sweepAnswers } from './idempotency/kept-answers.ts'
import { createLog } from './lib/log.ts'
import { Problem } from './lib/problem.ts'
import { createOutbound } from './lib/safe-fetch/create-outbound.ts'
import { createSealer } from './lib/seal.ts'
import type { ChangingSecretKeys } from './lib/secret-keys.ts'
import { late, within } from './lib/within.ts'
import { sweepMedia } from './media/sweep-media.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { refuseWrongVariables } from './platform-apps/app-variables.ts'
import { instanceIdsOf, renewInstanceId } from './publishing/guards/instance-id.ts'
import { keepEpoch } from './publishing/guards/keep-epoch.ts'
import type { Failpoint } from './publishing/worker/failpoint.ts'
import { sweepPreparedSecrets } from './publishing/worker/prepared-secrets.ts'
import { createWakeUp } from './publishing/worker/wake-up.ts'
import { sandboxHost, startSandboxNetwork } from './sandbox/listen.ts'
import { followRotation } from './secrets/follow-rotation.ts'
import { createDiskStorage } from './storage/disk.ts'
import { type Chore, createWorker, type Worker } from './worker.ts'

export interface AppOptions {
  readonly config: Config
  /** A migrated database. */
  readonly connection: Connection
  /** SECRET_KEY, given or generated, and the one before it. */
  readonly secretKeys: ChangingSecretKeys
  /** All connectors by default. */
  readonly connectors?: readonly Connector[]
  /** The points at which tests kill the process. */
  readonly failpoint?: Failpoint
}

export interface App {
  readonly context: Context
  readonly http: Http
  readonly worker: Worker
  /** Starts to serve and returns the port. */
  listen(): Promise<number>
  /** Serves `/healthz`, `/readyz` and `/metrics` of a process that only works, if PROBE_PORT is set. */
  listenToProbes(): Promise<void>
  /** Finishes the current work and closes everything. */
  close(): Promise<void>
}

/** Builds every part once. Nothing listens or works before `listen` and `worker.start`. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, secretKeys } = options
  refuseWrongVariables(config.platformVariables, options.connectors ?? connectors)
  const log = createLog(config.logLevel)
  const db = openDatabase(
    options.connection,
    { max: config.databaseConnections, statementTimeoutMs: 5_000, name: 'crier api' },
    (error) => log.warn({ err: error }, 'a database connection broke'),
  )
  // The simulated network answers requests that we make while we hold a connection, so it needs its own pool.
  const sandboxDb = openDatabase(
    options.connection,
    { max: 5, statementTimeoutMs: 5_000, name: 'crier sandbox' },
    (error) => log.warn({ err: error }, 'a database connection broke'),
  )
  const sandbox = await startSandboxNetwork({ db: sandboxDb, log, publicUrl: config.publicUrl })
  const outbound = createOutbound({
    allow: config.outboundAllow,
    internalHosts: new Map([[sandboxHost, sandbox.address]]),
  })
  const wakeUp = createWakeUp(db, log)
  const metrics = createMetrics(db, log)
  const context: Context = {
    config,
    log,
    db,
    storage: await createDiskStorage(join(config.dataDir, 'media')),
    connectors: metrics.measure((options.connectors ?? connectors).map(checkedConnector)),
    outbound,
    sealer: createSealer(secretKeys),
    secretKeys,
    wake: (inMs) => wakeUp.wake(inMs),
  }
  const worker = createWorker(context, {
    connection: options.connection,
    wakeUp,
    chores: choresFor(context.connectors),
    ownChores,
    failpoint: options.failpoint ?? (() => undefined),
    cutOff: () => outbound.close(),
  })
  metrics.watch({
    pools: { api: db, worker: worker.pool, sandbox: sandboxDb },
    claimLoopIdleMs: worker.idleForMs,
  })
  const servingParts = { explain: toDatabaseProblem, metrics, ready: () => listMissing(context, worker) }
  const http = createHttp(context, { ...servingParts, routes })
  const stopFollowing = followRotation(context, secretKeys, async () => {
    const ids = instanceIdsOf(config, secretKeys)
    if (ids) await renewInstanceId(db, ids)
  })
  let probes: Http | null = null
  return {
    context,
    http,
    worker,
    listen: () => http.listen(config.host, config.port),
    listenToProbes: async () => {
      if (config.probePort === null) return
      probes = createHttp(context, { ...servingParts, routes: null })
      await probes.listen(config.host, config.probePort)
    },
    close: async () => {
      stopFollowing()
      await Promise.all([http.close(), worker.close()])
      await probes?.close()
      await wakeUp.close()
      await outbound.close()
      await sandbox.close()
      await sandboxDb.close()
      await db.close()
    },
  }
}

function choresFor(platforms: readonly Connector[]): readonly Chore[] {
  return [
    { name: 'sweep-answers', everyMs: 10 * 60_000, run: (context) => sweepAnswers(context.db, 10_000) },
    { name: 'sweep-media', everyMs: 60_000, run: sweepMedia },
    { name: 'sweep-prepared-secrets', everyMs: 60 * 60_000, run: sweepPreparedSecrets },
    { name: 'sweep-connect-attempts', everyMs: 60_000, run: sweepConnectAttempts },
    { name: 'sweep-connect-links', everyMs: 60_000, run: sweepConnectLinks },
    { name: 'revoke-connections', everyMs: 30_000, run: revokeConnections },
    ...platforms.map(({ platform }) => ({
      name: `refresh-idle-${platform}`,
      everyMs: 60_000,
      run: (context: Context, signal: AbortSignal) => refreshIdle(context, platform, signal),
    })),
  ]
}

// Each process stores the epoch in its own data directory, even while background work stands still.
const ownChores: readonly Chore[] = [{ name: 'keep-epoch', everyMs: 60_000, run: keepEpoch }]

/** Turns errors of the database into problems for clients. */
function toDatabaseProblem(error: unknown): Problem | null {
  if (isDatabaseAway(error)) {
    const detail = 'The database is not available at the moment. Nothing was lost. Try again.'
    return new Problem(503, 'database_unavailable', detail, { retryAfterSeconds: 2 })
  }
  if (!isDatabaseBusy(error)) return null
  const detail = 'Too many requests need the same rows at once. Nothing was changed. Try again in a moment.'
  return new Problem(503, 'busy', detail, { retryAfterSeconds: 1 })
}

// Readiness probes do not wait long.
const longestLookMs = 2_000

async function listMissing({ db, log }: Context, worker: Worker): Promise<string[]> {
  const waitingFor = worker.isAlive() ? [] : ['worker']
  try {
    const found = await within(longestLookMs, isMigrated(db))
    if (found === late) throw new Error(`No answer within ${longestLookMs} ms.`)
    if (!found) waitingFor.push('migrations')
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    waitingFor.push('database')
  }
  return waitingFor
}
