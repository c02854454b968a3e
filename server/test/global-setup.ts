import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { type Connection, type Database, openDatabase, raw, sql } from '../src/db/database.ts'
import { type EmbeddedConnection, startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { isDatabaseError, sqlState } from '../src/db/sql-state.ts'
import { prepareJobs } from '../src/jobs/prepare-jobs.ts'
import { bundlePrograms } from './bundle-programs.ts'
import { chooseSeed } from './choose-seed.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL all tests share. Each house has a database of its own in it, made from the template. */
    postgres: { connection: Connection; template: string }
    /** Where random tests begin; TEST_SEED gives one. */
    seed: number
    /** Whether tests that repeat something do it as often as they can, which takes long: TEST_THOROUGH=1. */
    isThorough: boolean
    /** A folder of this run for files that later tests read. */
    runFolder: string
  }
}

/** Prepares a run: says the seed of its random tests, makes its folder and starts its PostgreSQL. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const seed = chooseSeed()
  process.stderr.write(`The random tests begin with TEST_SEED=${seed}\n`)
  project.provide('seed', seed)
  project.provide('isThorough', process.env.TEST_THOROUGH === '1')
  const runFolder = makeTemporaryFolder()
  // Every test, and every process of one, makes its files there.
  const { TMPDIR: usual } = process.env
  process.env.TMPDIR = runFolder
  project.provide('runFolder', runFolder)
  // The processes that tests start by the hundred compile the server once.
  process.env.NODE_COMPILE_CACHE ??= join(runFolder, 'compiled')
  process.env.TEST_PROGRAMS = join(runFolder, 'programs')
  process.env.TEST_PORTS = join(runFolder, 'ports')
  mkdirSync(process.env.TEST_PORTS)
  const [{ postgres, end }] = await Promise.all([startTestServer(), compileAhead(process.env.TEST_PROGRAMS)])
  project.provide('postgres', postgres)
  return async () => {
    await end()
    delete process.env.TEST_PROGRAMS
    delete process.env.TEST_PORTS
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    try {
      rmSync(runFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    } catch (error) {
      // A process that a test left behind still writes there. The next run removes it.
      process.stderr.write(`${runFolder} could not be removed: ${String(error)}\n`)
    }
  }
}

/** The processes that tests kill. A process keeps what it compiled only when it ends by itself, as these do without orders. */
const killed = [
  'server/test/processes/worker-process.ts',
  'server/test/soak/crier-parts-process.ts',
  'server/test/soak/network-process.ts',
]

/** Makes the programs that tests start quick to start. */
async function compileAhead(folder: string): Promise<void> {
  const bundled = await bundlePrograms(folder)
  const ends = killed.map((path) =>
    once(spawn(process.execPath, [bundled.get(path) ?? path], { stdio: 'ignore' }), 'exit'),
  )
  await Promise.all(ends)
}

interface TestServer {
  postgres: ProvidedContext['postgres']
  end(): Promise<void>
}

/** Starts one PostgreSQL for all tests, or uses the one TEST_DATABASE_URL names, and makes a migrated template. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  const folder = mkdtempSync(join(tmpdir(), 'crier-test-'))
  const embedded = given ? null : await startEmbedded({ dataDir: folder, log: () => undefined })
  const connection: Connection = embedded ? { ...embedded.connection } : { connectionString: given ?? '' }
  if (embedded) await easePassword(embedded.connection)
  const template = `crier_template_${process.pid}`
  await makeTemplate(connection, template, embedded ? '' : "locale 'C'")
  return {
    postgres: { connection, template },
    end: async () => {
      await withAdmin(connection, (run) => dropDatabase(run, template))
      await embedded?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Stores the password anew, with one round of its hash in place of 4,096, which take the processor 2 ms for each connection. A run
 * makes more than ten thousand connections.
 */
async function easePassword(connection: EmbeddedConnection): Promise<void> {
  await withAdmin({ ...connection }, async (run) => {
    await run('set scram_iterations = 1')
    await run(`alter role ${connection.user} password '${connection.password}'`)
  })
}

/**
 * Makes the database that all others are copied from. Ours has the locale of an embedded cluster, which knows upper from lower case
 * beyond ASCII as users' databases do; a server that somebody names may sort by any language, so there it is C.
 */
async function makeTemplate(connection: Connection, template: string, locale: string): Promise<void> {
  await withAdmin(connection, async (run) => {
    await dropDatabase(run, template)
    await run(`create database ${template} template template0 encoding 'UTF8' ${locale}`)
  })
  const db = openDatabase(
    inDatabase(connection, template),
    { max: 2, statementTimeoutMs: 60_000, patienceMs: 30_000, name: 'test' },
    ignore,
  )
  await migrate(db)
  await prepareJobs(db, inDatabase(connection, template))
  await db.close()
}

/** Runs statements outside any transaction, which CREATE DATABASE needs. */
export async function withAdmin(
  connection: Connection,
  work: (run: (text: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const db = openAdmin(connection, 1)
  await work((text) => db.run(sql`${raw(text)}`))
  await db.close()
}

/** Opens the database in which others are created. */
export function openAdmin(connection: Connection, max: number): Database {
  const options = { max, statementTimeoutMs: 60_000, patienceMs: 30_000, idleMs: 5_000, name: 'test' }
  return openDatabase(inDatabase(connection, 'postgres'), options, ignore)
}

/** Drops a database and ends the connections to it. Only a superuser may end an autovacuum there, so it is waited for. */
export async function dropDatabase(run: (text: string) => Promise<unknown>, name: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    try {
      await run(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if (left === 0 || !isDatabaseError(error, sqlState.insufficientPrivilege)) throw error
      await pause(100)
    }
  }
}

/** The connection to another database of the server. */
export function inDatabase(connection: Connection, database: string): Connection {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

// A pool reports connections that the end of a test cut; nobody needs to hear of them.
function ignore(): void {
  return
}
