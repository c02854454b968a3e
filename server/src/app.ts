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
import { type Connection, type Database, DatabaseFull, isDatabaseAway, openDatabase } from './db/database.ts'
import { isMigrated } from './db/migrate.ts'
import { isDatabaseBusy } from './db/sql-state.ts'
import { routes } from './http/routes/index.ts'
import { createHttp, type Http } from './http/server.ts'
import { sweepAnswers } from './idempotency/kept-answers.ts'
import { createLog, type Logger, logSeldom } from './lib/log.ts'
import { Problem } from './lib/problem.ts'
import { createOutbound } from './lib/safe-fetch/create-outbound.ts'
import type { Outbound } from './lib/safe-fetch/outbound.ts'
import { createSealer } from './lib/seal.ts'
import type { ChangingSecretKeys } from './lib/secret-keys.ts'
import { StartError } from './lib/start-error.ts'
import { late, within } from './lib/within.ts'
import { createMediaReader } from './media/reader/media-reader.ts'
import { reapPartials, sweepMedia } from './media/sweep-media.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { refuseWrongVariables } from './platform-apps/app-variables.ts'
import { instanceIdsOf, renewInstanceId } from './publishing/guards/instance-id.ts'
import { keepEpoch } from './publishing/guards/keep-epoch.ts'
import type { Failpoint } from './publishing/worker/failpoint.ts'
import { sweepPreparedSecrets } from './publishing/worker/prepared-secrets.ts'
import { createWakeUp } from './publishing/worker/wake-up.ts'
import { type SandboxNetwork, sandboxHost, startSandboxNetwork } from './sandbox/listen.ts'
import { followRotation } from './secrets/follow-rotation.ts'
import { type MediaStorages, openMediaStorage } from './storage/open-media-storage.ts'
import { reportTrouble } from './storage/report-trouble.ts'
import { StorageUnavailable } from './storage/storage.ts'
import { type Chore, createWorker, type Worker } from './worker.ts'

export interface AppOptions {
  readonly config: Config
  /** A migrated database. */
  readonly connection: Connection
  /** SECRET_KEY, given or generated, and the one before it. */
  readonly secretKeys: ChangingSecretKeys
  /** All connectors by default. */
  readonly connectors?: readonly Connector[]
  /** Whether the database is down until its disk has room. False unless given, as for DATABASE_URL. */
  readonly isDatabaseFull?: () => boolean
  /** The points at which tests kill the process. */
  readonly failpoint?: Failpoint
}

export interface App {
  readonly context: Context
  readonly http: Http
  readonly worker: Worker
  /** Starts to serve and returns the port. */
  listen(): Promise<number>
  /** Serves `/healthz`, `/readyz` and `/metrics` on PROBE_PORT, if that is set. */
  listenToProbes(): Promise<void>
  /** Finishes the current work and closes everything. */
  close(): Promise<void>
}

/** Builds every part once. Nothing listens or works before `listen` and `worker.start`. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, secretKeys } = options
  refuseWrongVariables(config.platformVariables, options.connectors ?? connectors)
  const log = createLog(config.logLevel)
  // First, because a start that it refuses must leave nothing open that keeps the process alive.
  const media = await openStorage(config, log)
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
  const { outboundOf, closeOutbound } = createWaysOut(config, sandbox, options.connectors ?? connectors)
  const wakeUp = createWakeUp(db, log)
  const metrics = createMetrics(db, log)
  const context: Context = {
    config,
    log,
    db,
    storage: media.storage,
    bucket: media.bucket,
    mediaReader: createMediaReader({
      onLost: (error) => log.warn({ err: error }, 'a process that read a file was lost'),
    }),
    connectors: metrics.measure((options.connectors ?? connectors).map(checkedConnector)),
    outboundOf,
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
    cutOff: closeOutbound,
  })
  metrics.watch({
    pools: { api: db, worker: worker.pool, sandbox: sandboxDb },
    claimLoopIdleMs: worker.idleForMs,
  })
  const explain = createExplain(log, options.isDatabaseFull ?? (() => false))
  const servingParts = { explain, metrics, ready: () => listMissing(context, worker) }
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
      await Promise.all([http.close(), worker.close(), context.mediaReader.close()])
      await probes?.close()
      await wakeUp.close()
      await closeOutbound()
      await sandbox.close()
      await sandboxDb.close()
      await db.close()
      media.close()
    },
  }
}

/** The simulated network has a way of its own, so that no name given by a user or by another network leads to it. */
function createWaysOut(
  { outboundAllow: allow }: Config,
  { door }: Pick<SandboxNetwork, 'door'>,
  all: readonly Connector[],
) {
  const outbound = createOutbound({ allow, internalHosts: new Map() })
  // Only a network inside Crier has accounts of test data.
  const inside = new Set(all.flatMap(({ platform, modes }) => (modes.includes('test') ? platform : [])))
  const toSandbox = createOutbound({ allow, internalHosts: new Map([[sandboxHost, door]]) })
  return {
    outboundOf: (platform: string): Outbound => (inside.has(platform) ? toSandbox : outbound),
    closeOutbound: async (): Promise<void> => {
      await Promise.all([outbound.close(), toSandbox.close()])
    },
  }
}

function choresFor(platforms: readonly Connector[]): readonly Chore[] {
  return [
    { name: 'sweep-answers', everyMs: 10 * 60_000, run: (context) => sweepAnswers(context.db, 10_000) },
    { name: 'sweep-media', everyMs: 60_000, run: sweepMedia },
    { name: 'reap-partials', everyMs: 60 * 60_000, run: reapPartials },
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

/** The storage of the media, which says in the log when it cannot be used. @throws StartError */
async function openStorage({ dataDir, storage, bucket }: Config, log: Logger): Promise<MediaStorages> {
  const folder = join(dataDir, 'media')
  const opened = await openMediaStorage({ folder, storage, bucket }).catch((error: Error) => {
    throw new StartError(`The media cannot be stored in ${folder}. ${error.message}`, { cause: error })
  })
  return { ...opened, storage: reportTrouble(opened.storage, log) }
}

/** Makes the function that turns errors of the database and the storage into problems for clients. */
function createExplain(log: Logger, isDatabaseFull: () => boolean): (error: unknown) => Problem | null {
  const noteFull = logSeldom((error) =>
    log.error(
      { err: error },
      'The disk of the database is full. Nothing is stored or published until there is room.',
    ),
  )
  const noteAway = logSeldom((error) => log.warn({ err: error }, 'the database does not answer'))
  return (error) => {
    if (error instanceof DatabaseFull || (isDatabaseAway(error) && isDatabaseFull())) {
      noteFull(error)
      const detail = 'The disk of the database is full. Nothing was stored or lost. Try again later.'
      return new Problem(503, 'database_full', detail, { retryAfterSeconds: 10 })
    }
    if (isDatabaseAway(error)) {
      noteAway(error)
      const detail = 'The database is not available at the moment. Nothing was lost. Try again.'
      return new Problem(503, 'database_unavailable', detail, { retryAfterSeconds: 2 })
    }
    if (error instanceof StorageUnavailable) {
      return new Problem(503, 'storage_unavailable', `${error.message} Try again later.`, {
        retryAfterSeconds: 30,
      })
    }
    if (!isDatabaseBusy(error)) return null
    const detail = 'Too many requests need the same rows at once. Nothing was changed. Try again in a moment.'
    return new Problem(503, 'busy', detail, { retryAfterSeconds: 1 })
  }
}

// Readiness probes do not wait long.
const longestLookMs = 2_000

async function listMissing({ db, log, storage }: Context, worker: Worker): Promise<string[]> {
  const [database, files] = await Promise.all([
    lookAtDatabase(db, log),
    // The storage itself logs what is wrong.
    storage.check().then(
      () => [],
      () => ['storage'],
    ),
  ])
  return [...(worker.isAlive() ? [] : ['worker']), ...database, ...files]
}

async function lookAtDatabase(db: Database, log: Logger): Promise<string[]> {
  try {
    const found = await within(longestLookMs, isMigrated(db))
    if (found === late) throw new Error(`No answer within ${longestLookMs} ms.`)
    return found ? [] : ['migrations']
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    return ['database']
  }
}
