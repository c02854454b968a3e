import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createKey, type NewKey } from '../src/api-keys/create-key.ts'
import { type App, type AppOptions, createApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { findLocally } from '../src/connectors/conformance/local-network.ts'
import type { Connector } from '../src/connectors/connector.ts'
import { fakeSecrets } from '../src/connectors/kit/fakes/fake-secrets.ts'
import type { Context, Mode } from '../src/context.ts'
import { type Database, sql } from '../src/db/database.ts'
import { newId } from '../src/lib/id.ts'
import type { JsonObject } from '../src/lib/json/json.ts'
import { createLog } from '../src/lib/log.ts'
import type { InternalHost } from '../src/lib/safe-fetch/outbound.ts'
import { type ChangingSecretKeys, createSecretKeys } from '../src/lib/secrecy/secret-keys.ts'
import { storeOwner } from '../src/people/create-owner.ts'
import type { Failpoint } from '../src/publishing/worker/failpoint.ts'
import { defaultTimings, type Timings } from '../src/timings.ts'
import { recordAnswers } from './answer-journal.ts'
import { connectOne } from './connect-one.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { keepLog } from './kept-log.ts'
import { createSecretWatch, type SecretWatch } from './secret-watch.ts'

/** The parts of a house that a test may shorten or replace. */
export interface HouseOptions {
  timings?: Partial<Timings>
  connectors?: readonly Connector[]
  /** The addresses of servers that stand for networks, by the host names of these networks. */
  standIns?: Readonly<Record<string, string>>
  config?: Partial<Config>
  /** Whether PUBLIC_URL is not set, as on somebody's own machine: it is `http://localhost:PORT` then. */
  hasUsualUrl?: boolean
  /** One key by default, made at random. */
  secretKeys?: ChangingSecretKeys
  /** Where the house finds its database, such as behind a proxy that a test can cut. */
  connection?: (direct: TestDatabase['connection']) => Promise<TestDatabase['connection']>
  /** Whether the dispatcher runs; without it a test calls the steps of publishing itself. */
  worker?: boolean
  /** Called at every step of publishing at which a process may die. */
  failpoint?: Failpoint
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The body as JSON, or undefined when it is none; of no type, for its shape is what a test is about. */
  json: ReturnType<typeof JSON.parse>
}

export interface Send {
  /** The key to send; the workspace's live key unless given, null for none. */
  key?: string | null
  /** An object is sent as JSON; a string or bytes as they are. */
  body?: unknown
  headers?: Record<string, string>
}

/** A workspace with a person, a live key and a test key. */
export interface Tenant {
  workspaceId: string
  userId: string
  liveKey: string
  testKey: string
}

/** A whole Crier of its own: real HTTP on a free port, a database, a data directory. */
export interface House extends Tenant {
  url: string
  context: Context
  db: Database
  /** Its database, for other processes. */
  connection: AppOptions['connection']
  app: App
  /** All that it has logged. */
  logged(): string
  request(method: string, path: string, send?: Send): Promise<Answer>
  /** Makes another key of this workspace; all scopes unless said otherwise. */
  key(input?: Partial<NewKey>): Promise<{ id: string; key: string }>
  /** Connects an account as an operator would; answers its id. */
  connect(platform: string, input: JsonObject, mode?: Mode): Promise<string>
  /** Connects an account in another workspace. */
  connectIn(tenant: Tenant, platform: string, input: JsonObject, mode: Mode): Promise<string>
  /** Another workspace, with nothing in it. */
  newTenant(): Promise<Tenant>
  /** Another workspace, the stranger: made when first asked for. */
  other(): Promise<Tenant>
  stop(): Promise<void>
}

/** Opens a house. Always `stop()` it. */
export async function startHouse(options: HouseOptions = {}): Promise<House> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crier-house-'))
  // Events that a test writes are told of like those of the house.
  let announceEvents = () => undefined as unknown
  const database = await createTestDatabase({ into: 'events', call: () => void announceEvents() })
  const config = await testConfig(dataDir, options)
  const connection = (await options.connection?.(database.connection)) ?? database.connection
  // The house logs all that a server does, to be searched for secrets, however little of it a test shows.
  const logged = keepLog(config.logLevel)
  const app = await createApp({
    config,
    log: createLog('info', logged),
    connection,
    secretKeys: options.secretKeys ?? createSecretKeys(randomBytes(32)),
    ...(options.connectors ? { connectors: options.connectors } : {}),
    standIns: new Map(
      Object.entries(options.standIns ?? {}).map(([name, address]) => [name, hostAt(address)]),
    ),
    resolve: findLocally,
    ...(options.failpoint ? { failpoint: options.failpoint } : {}),
  })
  const { context } = app
  announceEvents = context.news.onInsert.call
  // A house may have another address for the world than this one.
  const url = `http://127.0.0.1:${config.port}`
  const stopRecording = recordAnswers(await app.listen())
  if (options.worker !== false) app.worker.start()
  const tenant = await createTenant(context)
  await storeOwner(context.db, tenant.userId)
  const watch = createSecretWatch()
  watch.add('SECRET_KEY', context.secretKeys.current.toString('hex'))
  for (const key of [tenant.liveKey, tenant.testKey]) watch.add('an API key', key)
  let stranger: Promise<Tenant> | undefined
  return {
    ...tenant,
    url,
    context,
    db: database.db,
    connection: database.connection,
    app,
    logged: logged.text,
    request: (method, path, send = {}) => request(url, watch, tenant.liveKey, method, path, send),
    key: (input = {}) =>
      createKey(context.db, context.secretKeys, {
        ...tenant,
        mode: 'live',
        name: 'another',
        scopes: 'all',
        ...input,
      }),
    connect: (platform, input, mode = 'live') =>
      connectOne(context, { workspaceId: tenant.workspaceId, mode, platform, input }),
    connectIn: ({ workspaceId }, platform, input, mode) =>
      connectOne(context, { workspaceId, mode, platform, input }),
    newTenant: () => createTenant(context),
    other: () => (stranger ??= createTenant(context)),
    stop: async () => {
      await app.close()
      stopRecording()
      for (const secret of fakeSecrets.list()) watch.add('a secret of a fake', secret)
      const leaks = [...(await watch.search(database.db)), ...watch.found(logged.text(), 'the log')]
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
      expect(leaks, 'secrets that stand in the database or in the log').toEqual([])
    },
  }
}

function hostAt(address: string): InternalHost {
  const { hostname, port } = new URL(address)
  return { address: () => ({ host: hostname, port: Number(port) }), headers: {} }
}

async function testConfig(dataDir: string, options: HouseOptions): Promise<Config> {
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    OUTBOUND_ALLOW: '127.0.0.1/32,::1/128',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
    // A name of its own, so that a test is at home at the address it asks.
    ...(options.hasUsualUrl === true ? {} : { PUBLIC_URL: `http://127.0.0.1:${port}` }),
  })
  // Tests share their processors with many others, and their loops with tests that hold them up.
  const timings = { ...defaultTimings, lingerMs: 0, overloadedAfterMs: 30_000, ...options.timings }
  return { ...config, timings, ...options.config }
}

async function createTenant({ db, secretKeys }: Context): Promise<Tenant> {
  const [workspaceId, userId] = [newId(), newId()]
  await db.run(sql`insert into workspaces (id, name) values (${workspaceId}, 'A workspace')`)
  await db.run(sql`
    insert into users (id, email, password_hash) values (${userId}, ${`${userId}@example.org`}, 'none')`)
  await db.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'owner')`)
  const keyOf = (mode: Mode) =>
    createKey(db, secretKeys, { workspaceId, userId, mode, name: mode, scopes: 'all' })
  return { workspaceId, userId, liveKey: (await keyOf('live')).key, testKey: (await keyOf('test')).key }
}

async function request(
  url: string,
  watch: SecretWatch,
  ownKey: string,
  method: string,
  path: string,
  send: Send,
): Promise<Answer> {
  const { key = ownKey, body, headers = {} } = send
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const answer = await fetch(path.startsWith('http') ? path : url + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(isRaw ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '') && text !== ''
  const json = isJson ? JSON.parse(text) : undefined
  watch.note(answer.status, json)
  watch.noteCookies(answer.headers.getSetCookie())
  return { status: answer.status, headers: answer.headers, text, json }
}
