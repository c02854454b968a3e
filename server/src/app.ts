import { join } from 'node:path'
import { accountFigures } from './accounts/account-figures.ts'
import { refuseUnknownPlatforms } from './analytics/refuse-unknown-platforms.ts'
import { choresFor, ownChores, tasks } from './background-work.ts'
import type { Config } from './config.ts'
import { checkedConnector } from './connectors/checked-connector.ts'
import type { Connector } from './connectors/connector.ts'
import { connectors } from './connectors/index.ts'
import type { Context } from './context.ts'
import {
  type Connection,
  type Database,
  DatabaseFull,
  type InsertListener,
  isDatabaseAway,
  openDatabase,
} from './db/database.ts'
import { lookAtDatabase } from './db/look-at-database.ts'
import { isDatabaseBusy } from './db/sql-state.ts'
import { createFeedReader } from './feeds/reader/feed-reader.ts'
import { payingRoutes, routes } from './http/routes/index.ts'
import { createHttp, type Http } from './http/server.ts'
import { close, createClosingGroup } from './lib/closing.ts'
import { createLog, type Logger, logOncePerMinute } from './lib/log.ts'
import { Problem } from './lib/problem.ts'
import { createOutbound } from './lib/safe-fetch/create-outbound.ts'
import type { Resolve } from './lib/safe-fetch/create-resolve.ts'
import { onlyTo } from './lib/safe-fetch/only-to.ts'
import type { InternalHost, Outbound, OutboundOptions } from './lib/safe-fetch/outbound.ts'
import { createSealer } from './lib/secrecy/seal.ts'
import type { ChangingSecretKeys } from './lib/secrecy/secret-keys.ts'
import { StartError } from './lib/settings/start-error.ts'
import { openConverter } from './media/convert/open-converter.ts'
import { createBackgroundImports } from './media/import/background-imports.ts'
import { createUploadPace } from './media/intake/upload-pace.ts'
import { createMediaReader, type MediaReader } from './media/reader/media-reader.ts'
import { createMetrics } from './metrics/create-metrics.ts'
import { createPayments } from './payments/payments.ts'
import { refuseWrongVariables } from './platform-apps/app-variables.ts'
import { instanceIdsOf, renewInstanceId } from './publishing/guards/instance-id.ts'
import type { Failpoint } from './publishing/worker/failpoint.ts'
import { createWakeUp, type WakeUp } from './publishing/worker/wake-up.ts'
import { sampleFeedUrl } from './sandbox/sample-feed.ts'
import { type SandboxNetwork, sandboxHost, startSandboxNetwork } from './sandbox/start-sandbox-network.ts'
import { followRotation } from './secrets/follow-rotation.ts'
import { type MediaStorages, openMediaStorage } from './storage/open-media-storage.ts'
import { reportTrouble } from './storage/report-trouble.ts'
import { StorageUnavailable } from './storage/storage.ts'
import { webhookFigures } from './webhooks/webhook-figures.ts'
import { createWorker, type Worker } from './worker.ts'

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
  /** Servers on this machine that stand for networks in tests, by the host names of these networks. None by default. */
  readonly standIns?: ReadonlyMap<string, InternalHost>
  /** How the addresses of other hosts are found. By default as the system does. */
  readonly resolve?: Resolve
  /** The log of the configured level by default. */
  readonly log?: Logger
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

/**
 * Builds every part once. Nothing listens or works before `listen` and `worker.start`. When a part cannot be built, those
 * before it are closed, so that the process can end.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const log = options.log ?? createLog(options.config.logLevel)
  const opened = new AsyncDisposableStack()
  try {
    return await buildApp(options, log, opened)
  } catch (error) {
    await opened
      .disposeAsync()
      .catch((second: unknown) => log.warn({ err: second }, 'a part could not be closed'))
    throw error
  }
}

/**
 * Builds the parts. A part that has a `close` is handed to `opened` in the line that opens it. `opened` closes them all in the
 * opposite order, at the end of the app or when a later line throws.
 */
async function buildApp(options: AppOptions, log: Logger, opened: AsyncDisposableStack): Promise<App> {
  const { config, secretKeys, connectors: platforms = connectors } = options
  refuseWrongVariables(config.platformVariables, platforms)
  refuseUnknownPlatforms(config.figuresOff, platforms)
  const media = opened.adopt(await openStorage(config, log), (each) => each.close())
  // The pool is older than the wake-ups, which need it.
  const onInsert = { into: 'events', call: () => wakeUp.announceEvents() }
  const db = opened.adopt(openPool(options, log, 'crier api', config.databaseConnections, onInsert), close)
  // The simulated network answers requests that we make while we hold a connection, so it needs its own pool.
  const sandboxDb = opened.adopt(openPool(options, log, 'crier sandbox', 5), close)
  // It fetches media as a stranger does: nothing inside the operator's own networks is open to it.
  const outside = opened.adopt(createOutbound(outboundOptionsOf(options, [], options.standIns)), close)
  const network = { db: sandboxDb, log, publicUrl: config.publicUrl, outside }
  const sandbox = opened.adopt(await startSandboxNetwork(network), close)
  const waysOut = opened.adopt(createWaysOut(options, sandbox, platforms), close)
  const wakeUp = opened.adopt(createWakeUp(db, log), close)
  // The last requests may leave imports behind.
  const imports = opened.adopt(createBackgroundImports(), close)
  // A monitor is answered until everything else has finished its work.
  const probes = opened.adopt(createClosingGroup(), close)
  const finishing = opened.adopt(createClosingGroup(), close)
  const metrics = createMetrics(db, log, [accountFigures, webhookFigures])
  const mediaReader = finishing.add(createReader(log))
  const context: Context = {
    config,
    log,
    db,
    storage: media.storage,
    bucket: media.bucket,
    uploadPace: createUploadPace(),
    mediaReader,
    converter: finishing.add(openConverter(config, mediaReader, log)),
    imports,
    connectors: metrics.measure(platforms.map(checkedConnector)),
    outbound: waysOut.outbound,
    outboundOf: waysOut.outboundOf,
    testFeeds: { outbound: waysOut.toSample, sampleUrl: sampleFeedUrl },
    feedReader: finishing.add(
      createFeedReader((error) => log.warn({ err: error }, 'a process that read a feed was lost')),
    ),
    sealer: createSealer(secretKeys),
    secretKeys,
    payments: config.stripe === null ? null : createPayments(config.stripe, waysOut.outbound),
    wake: (inMs) => wakeUp.wake(inMs),
    news: { onInsert, listen: wakeUp.listenForEvents },
  }
  const worker = finishing.add(createOwnWorker(context, options, wakeUp, waysOut.close))
  const pools = { api: db, worker: worker.pool, sandbox: sandboxDb }
  metrics.watch({ pools, claimLoopIdleMs: worker.idleForMs, takenOver: worker.takenOver })
  const explain = createExplain(log, options.isDatabaseFull ?? (() => false))
  const servingParts = { explain, metrics, ready: () => listMissing(context, worker) }
  const http = finishing.add(
    createHttp(context, { ...servingParts, routes: context.payments ? payingRoutes : routes }),
  )
  opened.defer(followRotation(context, secretKeys, () => renewInstance(context)))
  return {
    context,
    http,
    worker,
    listen: () => http.listen(config.host, config.port),
    listenToProbes: async () => {
      if (config.probePort === null) return
      const probe = probes.add(createHttp(context, { ...servingParts, routes: null }))
      await probe.listen(config.host, config.probePort)
    },
    close: () => opened.disposeAsync(),
  }
}

function openPool(
  { connection }: AppOptions,
  log: Logger,
  name: string,
  max: number,
  onInsert?: InsertListener,
): Database {
  const pool = { max, statementTimeoutMs: 5_000, name, ...(onInsert ? { onInsert } : {}) }
  return openDatabase(connection, pool, (error) => log.warn({ err: error }, 'a database connection broke'))
}

/** The simulated network has a way of its own, so that no name given by a user or by another network leads to it. */
function createWaysOut(
  options: AppOptions,
  { host }: Pick<SandboxNetwork, 'host'>,
  all: readonly Connector[],
) {
  const { outboundAllow: allow } = options.config
  const outbound = createOutbound(outboundOptionsOf(options, allow, options.standIns))
  // Only a network inside Crier has accounts of test data.
  const inside = new Set(all.flatMap(({ platform, modes }) => (modes.includes('test') ? platform : [])))
  const toSandbox = createOutbound(outboundOptionsOf(options, allow, new Map([[sandboxHost, host]])))
  return {
    outbound,
    outboundOf: (platform: string): Outbound => (inside.has(platform) ? toSandbox : outbound),
    toSample: onlyTo(sandboxHost, toSandbox),
    close: async (): Promise<void> => {
      await Promise.all([outbound.close(), toSandbox.close()])
    },
  }
}

/** Which hosts a way out leads to, and how it finds them. */
function outboundOptionsOf(
  { resolve }: AppOptions,
  allow: readonly string[],
  internalHosts: OutboundOptions['internalHosts'] = new Map(),
): OutboundOptions {
  return { allow, internalHosts, ...(resolve ? { resolve } : {}) }
}

function createReader(log: Logger): MediaReader {
  return createMediaReader({
    onLost: (error) => log.warn({ err: error }, 'a process that read a file was lost'),
  })
}

function createOwnWorker(
  context: Context,
  { connection, failpoint = () => undefined }: AppOptions,
  wakeUp: WakeUp,
  cutOff: () => Promise<void>,
): Worker {
  return createWorker(context, {
    connection,
    wakeUp,
    tasks,
    chores: choresFor(context),
    ownChores,
    failpoint,
    cutOff,
  })
}

async function renewInstance({ config, db, secretKeys }: Context): Promise<void> {
  const ids = instanceIdsOf(config, secretKeys)
  if (ids) await renewInstanceId(db, ids)
}

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
  const noteFull = logOncePerMinute((error) =>
    log.error(
      { err: error },
      'The disk of the database is full. Nothing is stored or published until there is room.',
    ),
  )
  const noteAway = logOncePerMinute((error) => log.warn({ err: error }, 'the database does not answer'))
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
