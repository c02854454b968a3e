import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '../server/src/db/database.ts'
import { type EmbeddedConnection, runningConnection } from '../server/src/db/embedded.ts'
import { ownCheckout, profiled, startChild } from './child.ts'
import { atEnd } from './cleanup.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A whole Crier as an operator starts it, with an owner and a simulated account that takes everything. */
export interface Place {
  readonly url: string
  /** The process of the server, from which its PostgreSQL descends. */
  readonly pid: number
  readonly workspaceId: string
  /** For live data, as its account is. */
  readonly key: string
  readonly accountId: string
  readonly connection: EmbeddedConnection
  readonly db: Database
  /** For files of the figure. */
  readonly folder: string
}

interface PlaceOptions {
  /** Where the server leaves a CPU profile when it ends; null for none. */
  readonly profileDir: string | null
  /** The folder of the code that is started; this checkout unless given. */
  readonly checkout?: string
}

/** Starts the server of a checkout as a process of its own on an empty data directory. Everything ends with the figure. */
export async function openPlace({ profileDir, checkout = ownCheckout }: PlaceOptions): Promise<Place> {
  const folder = temporaryFolder()
  const port = await freePort()
  const dataDir = join(folder, 'data')
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const server = startChild('server/src/main.ts', ['start'], {
    env,
    checkout,
    log: join(folder, 'server.log'),
    nodeOptions: profiled(profileDir),
  })
  await server.line((line) => line.startsWith('Crier is ready'))
  const main = join(checkout, 'server/src/main.ts')
  const operator = (words: readonly string[]) => runOperator(main, env, words)
  const owner = await operator(['bootstrap', '--email', 'a@example.org', '--password', 'correct horse'])
  const account = await operator(['accounts', 'connect', 'sandbox', '--name', 'Bench'])
  const connection = connectionOf(dataDir)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: server.pid,
    workspaceId: textOf(owner, 'workspace_id'),
    key: textOf(owner, 'live_key'),
    accountId: textOf(account, 'id'),
    connection,
    db: openBenchDatabase(connection),
    folder,
  }
}

/** A small pool of the bench's own, closed at the end. */
export function openBenchDatabase(connection: EmbeddedConnection): Database {
  let isClosing = false
  const db = openDatabase({ ...connection }, { max: 2, statementTimeoutMs: 120_000, name: 'bench' }, () => {
    // A connection that is not quite closed when PostgreSQL stops was not lost.
    if (!isClosing) throw new Error('The database went away.')
  })
  atEnd(() => {
    isClosing = true
    return db.close()
  })
  return db
}

async function runOperator(main: string, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<object> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words, '--json'], { env })
  return JSON.parse(stdout) as object
}

function textOf(answer: object, name: string): string {
  const value: unknown = Reflect.get(answer, name)
  if (typeof value === 'string') return value
  throw new Error(`The operator's command answered no ${name}.`)
}

function connectionOf(dataDir: string): EmbeddedConnection {
  const connection = runningConnection(dataDir)
  if (connection === null) throw new Error('The embedded PostgreSQL does not run.')
  return connection
}
