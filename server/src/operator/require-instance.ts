import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { prepareDataDirectory } from '../db/data-directory.ts'
import { type Database, sql } from '../db/database.ts'
import { holdsCluster } from '../db/embedded-place.ts'
import { listenAddressesOf } from '../lib/addresses/loopback.ts'
import { startCommand } from '../lib/process/program.ts'
import type { ChangingSecretKeys } from '../lib/secrecy/secret-keys.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { findSecretKeys } from './secret-files.ts'

/** A command was run where no Crier is, most likely without the DATA_DIR or DATABASE_URL of the server. */
export class NoInstance extends StartError {}

/**
 * Refuses a folder that holds no Crier, for commands that work with one and make none. It leaves nothing behind.
 * @throws NoInstance
 */
export function requireInstance(config: Config): void {
  if (config.databaseUrl === null && !holdsInstance(config))
    throw new NoInstance(`There is no Crier in ${config.dataDir}: set DATA_DIR as for the server.`)
}

function holdsInstance({ dataDir }: Config): boolean {
  const isThere = statSync(dataDir, { throwIfNoEntry: false }) !== undefined
  return isThere && holdsCluster(prepareDataDirectory(dataDir))
}

/** Reads the secret keys, and makes none: a new one would open nothing in a database that exists. @throws StartError */
export function requireSecretKeys(config: Config, dataDir: string): ChangingSecretKeys {
  const keys = findSecretKeys(config, dataDir)
  if (keys) return keys
  throw new StartError(
    `There is no secret.key in ${dataDir}: set DATA_DIR or SECRET_KEY as for the server, or put your copy of the file back.`,
  )
}

/** Refuses a database without Crier's tables. @throws NoInstance */
export async function requireTables(db: Database, { databaseUrl, dataDir }: Config): Promise<void> {
  const found = await db.row<{ is_there: boolean }>(
    sql`select to_regclass('migrations') is not null as is_there`,
  )
  if (found?.is_there) return
  throw new NoInstance(
    databaseUrl === null
      ? `The database in ${dataDir} is empty. Start Crier first, with: ${startCommand}`
      : 'There is no Crier in the database of DATABASE_URL: set it as for the server.',
  )
}

/**
 * Refuses to make a new Crier in DATA_DIR while something listens on the port of its server: that is most likely the Crier that
 * is meant, with another DATA_DIR or with a DATABASE_URL.
 * @throws NoInstance
 */
export async function refuseBesideServer(config: Config): Promise<void> {
  const { dataDir, databaseUrl, host, port } = config
  if (databaseUrl !== null || holdsInstance(config) || !(await isTaken(host, port))) return
  throw new NoInstance(
    `There is no Crier in ${dataDir}, and port ${port} is in use: if a Crier listens there, set DATA_DIR or DATABASE_URL as for that server. For another Crier beside it, set PORT to another port.`,
  )
}

function isTaken(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'))
  const [address] = listenAddressesOf(host)
  server.listen(port, address, () => server.close(() => resolve(false)))
  return promise
}
