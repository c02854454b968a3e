import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../../src/api-keys/create-key.ts'
import { createApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { clusterFolder } from '../../src/db/embedded-place.ts'
import { readPidFile } from '../../src/db/embedded-predecessor.ts'
import { newId } from '../../src/lib/id.ts'
import { createLog } from '../../src/lib/log.ts'
import type { SecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { openInstance } from '../../src/operator/open-instance.ts'
import { defaultTimings, type Timings } from '../../src/timings.ts'
import { connectOne } from '../connect-one.ts'
import { freePort } from '../free-port.ts'
import type { PartOrders } from './crier-parts-process.ts'
import type { ClassName, NetworkLog } from './network.ts'
import type { Fault, FaultRates } from './network-faults.ts'
import { type Part, startPart } from './part.ts'
import { platformOf, proofConnectors } from './proof-connector.ts'
import { placeWitness } from './witness.ts'

/** A Crier in parts, with a PostgreSQL, a data directory and a network of its own. */
export interface Premises {
  readonly folder: string
  readonly config: Config
  readonly db: Database
  /** The way to its database. */
  readonly connection: PartOrders['connection']
  /** Whose key it is. */
  readonly tenant: Tenant
  readonly secretKeys: SecretKeys
  readonly liveKey: string
  readonly network: NetworkControl
  /** Starts a part of Crier; a worker may be told where to die. */
  start(part: PartOrders['part'], dieAt?: PartOrders['dieAt'], other?: OtherPart): Part
  /** Connects an account of this class under this name; answers its id. */
  connect(name: string, networkClass: ClassName): Promise<string>
  /** The number of the PostgreSQL that runs now, or null between two. */
  databasePid(): number | null
  /** Ends everything. The folder with the logs stays when it is to be looked at. */
  close(keepFolder?: boolean): Promise<void>
}

/** A part that is not like the others. */
export interface OtherPart {
  /** The program, such as that of another version. */
  readonly script?: string
  readonly port?: number
  /** A way to the database of its own. */
  readonly connection?: PartOrders['connection']
  readonly config?: Partial<Config>
}

export interface Tenant {
  readonly workspaceId: string
  readonly userId: string
}

/** The network's interface for the proof, besides the one for Crier. */
export interface NetworkControl {
  open(name: string, networkClass: ClassName): Promise<void>
  rates(rates: FaultRates): Promise<void>
  force(name: string, faults: readonly Fault[]): Promise<void>
  log(): Promise<NetworkLog>
  /** How many requests it is still working on. */
  atWork(): Promise<number>
  /** How many of its answers held hostile texts. */
  hostileAnswers(): Promise<number>
}

export interface PremisesOptions {
  readonly seed: number
  readonly timings: Partial<Timings>
  readonly keyLifetimeMs: number
  /** See `NetworkOptions`; where nothing is worked on, it does not matter. */
  readonly scheduleMs?: number
  /** The connector trusts keys that are stored once the post is made: a mistake that must be noticed. */
  readonly trustsLateKeys?: boolean
  readonly config?: Partial<Config>
}

export async function openPremises(options: PremisesOptions): Promise<Premises> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-proof-'))
  const config = { ...(await proofConfig(folder, options.timings)), ...options.config }
  const instance = await openInstance({ as: 'server', config, log: createLog('silent') })
  await placeWitness(instance.db)
  const { seed, keyLifetimeMs, scheduleMs = 0, trustsLateKeys = false } = options
  const networkPart = startPart(
    'network-process.ts',
    { seed, keyLifetimeMs, scheduleMs },
    join(folder, 'network.log'),
  )
  const origin = `http://127.0.0.1:${await networkPart.ready}`
  const network = controlOf(origin)
  const setUp = await createApp({
    ...instance,
    config: { ...config, logLevel: 'silent' },
    connectors: proofConnectors,
  })
  const tenant = await makeTenant(instance.db, instance.secretKeys)
  return {
    folder,
    config,
    db: instance.db,
    connection: instance.connection,
    tenant,
    secretKeys: instance.secretKeys,
    liveKey: tenant.liveKey,
    network,
    start: (part, dieAt = null, other = {}) => {
      const {
        script = 'crier-parts-process.ts',
        port = config.port,
        connection = instance.connection,
      } = other
      const secretKeyHex = instance.secretKeys.current.toString('hex')
      const own = { ...config, port, ...other.config }
      const orders: PartOrders = { part, connection, config: own, secretKeyHex, dieAt }
      return startPart(script, orders, join(folder, `${part}.log`))
    },
    connect: async (name, networkClass) => {
      await network.open(name, networkClass)
      const input = { name, origin, key_lifetime_ms: keyLifetimeMs, trusts_late_keys: trustsLateKeys }
      const { workspaceId } = tenant
      return connectOne(setUp.context, {
        workspaceId,
        mode: 'live',
        platform: platformOf(networkClass),
        input,
      })
    },
    databasePid: () => {
      const running = readPidFile(clusterFolder(config.dataDir))
      return running?.isReady ? running.pid : null
    },
    close: async (keepFolder = false) => {
      await setUp.close()
      await networkPart.kill()
      await instance.close()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function proofConfig(folder: string, timings: Partial<Timings>): Promise<Config> {
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    OUTBOUND_ALLOW: '127.0.0.1/32',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  })
  return { ...config, timings: { ...defaultTimings, ...timings } }
}

async function makeTenant(db: Database, secretKeys: SecretKeys): Promise<Tenant & { liveKey: string }> {
  const [workspaceId, userId] = [newId(), newId()]
  await db.run(sql`insert into workspaces (id, name) values (${workspaceId}, 'Proof')`)
  await db.run(
    sql`insert into users (id, email, password_hash) values (${userId}, 'proof@example.org', 'none')`,
  )
  await db.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'owner')`)
  const { key } = await createKey(db, secretKeys, {
    workspaceId,
    userId,
    mode: 'live',
    name: 'proof',
    scopes: 'all',
  })
  return { workspaceId, userId, liveKey: key }
}

function controlOf(origin: string): NetworkControl {
  const ask = async (what: string, body: object): Promise<ReturnType<typeof JSON.parse>> => {
    const answer = await fetch(`${origin}/proof/${what}`, { method: 'POST', body: JSON.stringify(body) })
    if (answer.status !== 200) throw new Error(`The network answered ${answer.status} to ${what}.`)
    return answer.json()
  }
  return {
    open: (name, networkClass) => ask('open', { name, networkClass }),
    rates: (rates) => ask('rates', rates),
    force: (name, faults) => ask('force', { name, faults }),
    log: () => ask('log', {}),
    atWork: async () => (await ask('at-work', {})).atWork,
    hostileAnswers: async () => (await ask('hostile', {})).hostileAnswers,
  }
}
