import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { CommitUnknown, fromDatabase, isReadTimeout } from './database-away.ts'

export type { Sql } from 'sql-template-tag'
export { default as sql, empty, join, raw } from 'sql-template-tag'
export { DatabaseFull, isDatabaseAway } from './database-away.ts'
export { isDatabaseError, sqlState } from './sql-state.ts'

/** Runs statements: the pool, or one transaction. */
export interface Queryable {
  /** All rows. Statements are prepared once per connection under a name made from their text. */
  rows<Row>(statement: Sql): Promise<Row[]>
  /** The first row, or null. */
  row<Row>(statement: Sql): Promise<Row | null>
  /** How many rows were touched. */
  run(statement: Sql): Promise<number>
}

export interface Database extends Queryable {
  /**
   * One transaction on one connection, READ COMMITTED unless it is a snapshot. An error of the COMMIT itself leaves open whether it happened:
   * that error is a `CommitUnknown`.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** A connection of its own outside the pool, for LISTEN. Its statements may take any time unless a limit is given. */
  connect(statementTimeoutMs?: number): Promise<pg.Client>
  /** Requests that wait for a connection. */
  readonly waiting: number
  /** Connections that are at work. */
  readonly inUse: number
  close(): Promise<void>
}

export interface TransactionOptions {
  /** For how long a statement waits for a lock before it fails; 2 s unless said otherwise. */
  readonly lockTimeoutMs?: number
  /** Whether all its statements read the database as it was at the first of them; it changes nothing then. */
  readonly isSnapshot?: boolean
}

/** The address of a PostgreSQL, and the user to connect as. */
export type Connection = pg.ClientConfig

/** A pool that is handed to a library. */
export type Pool = pg.Pool

export interface PoolOptions {
  max: number
  statementTimeoutMs: number
  /** For how long a free or new connection is waited for; 3 s unless said otherwise. */
  patienceMs?: number
  /** For how long an idle connection is kept; 30 s unless said otherwise. */
  idleMs?: number
  /** Shown in pg_stat_activity. */
  name: string
  /** Called after every COMMIT of a statement that inserts into a table, so that no writer has to remember to call it. */
  onInsert?: InsertListener
}

export interface InsertListener {
  readonly into: string
  /** Called after the COMMIT, also when it is not known whether that happened. The statement may have inserted no row. */
  readonly call: () => void
}

// Times are read as Date, bigint as number (ids are UUIDs; counters stay far below 2^53), numeric is not used.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const heldConnection = new AsyncLocalStorage<true>()

/** Opens a pool; it connects when first used, and again after the database was away. */
export function openDatabase(
  connection: Connection,
  options: PoolOptions,
  onError: (error: Error) => void,
): Database {
  const settings = settingsOf(connection, options)
  const pool = createPool(settings, options, onError)
  const { onInsert } = options
  return {
    ...queryable((query) => onPool(pool, query), onInsert),
    transaction: (work, limits) => transaction(pool, work, limits, onInsert),
    connect: async (statementTimeoutMs = 0) => {
      const limits = {
        statement_timeout: statementTimeoutMs,
        query_timeout: statementTimeoutMs && statementTimeoutMs + lineMs,
        connectionTimeoutMillis: statementTimeoutMs,
      }
      const client = new pg.Client({ ...settings, ...limits })
      client.on('error', () => undefined)
      await fromDatabase(client.connect())
      return client
    },
    get waiting() {
      return pool.waitingCount
    },
    get inUse() {
      return pool.totalCount - pool.idleCount
    },
    close: () => pool.end(),
  }
}

/** A pool for a library that does not know ours. When a connection breaks, the statement that runs on it fails. */
export function openPool(
  connection: Connection,
  options: PoolOptions,
  onError: (error: Error) => void,
): Pool {
  return createPool(settingsOf(connection, options), options, onError)
}

/** A server that is silent this long after its own `statement_timeout` is behind a dead connection. */
const lineMs = 2_000

function settingsOf(connection: Connection, options: PoolOptions): pg.ClientConfig {
  return {
    ...connection,
    application_name: options.name,
    statement_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs + lineMs,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

function createPool(
  settings: pg.ClientConfig,
  options: PoolOptions,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    ...settings,
    max: options.max,
    connectionTimeoutMillis: options.patienceMs ?? 3_000,
    idleTimeoutMillis: options.idleMs ?? 30_000,
  })
  // A pool reports its end before its connections have ended: the server may still end them then.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error)
  })
  // A connection that is let go of may still hear that the server ends it; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function onPool(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  refuseNesting()
  return pool.query(query)
}

/** A second connection taken while one is held can deadlock a whole pool, so any such call throws. */
function refuseNesting(): void {
  if (heldConnection.getStore())
    throw new Error('A statement inside a transaction must run on that transaction.')
}

async function transaction<Result>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<Result>,
  options?: TransactionOptions,
  onInsert?: InsertListener,
): Promise<Result> {
  refuseNesting()
  const client = await fromDatabase(pool.connect())
  let broken: Error | undefined
  const onClientError = (error: Error) => {
    broken = error
  }
  client.on('error', onClientError)
  let hasInserted = false
  const noted = onInsert && {
    into: onInsert.into,
    call: () => {
      hasInserted = true
    },
  }
  try {
    await fromDatabase(client.query(beginning(options)))
    const result = await heldConnection.run(true, () =>
      work(queryable((query) => client.query(query), noted)),
    )
    await commit(client)
    if (hasInserted) onInsert?.call()
    return result
  } catch (error) {
    // After a read timeout the statement may still run, and nothing after it would be answered either.
    if (error instanceof CommitUnknown && hasInserted) onInsert?.call()
    if (error instanceof CommitUnknown || isReadTimeout(error)) broken = error as Error
    else {
      await client.query('rollback').catch((failed: Error) => {
        broken = failed
      })
    }
    throw error
  } finally {
    client.off('error', onClientError)
    client.release(broken)
  }
}

function beginning({ lockTimeoutMs, isSnapshot = false }: TransactionOptions = {}): string {
  const begin = isSnapshot ? 'begin isolation level repeatable read read only' : 'begin'
  return lockTimeoutMs === undefined ? begin : `${begin}; set local lock_timeout = ${lockTimeoutMs}`
}

async function commit(client: pg.PoolClient): Promise<void> {
  let answer: pg.QueryResult
  try {
    answer = await client.query('commit')
  } catch (error) {
    throw new CommitUnknown('The answer to COMMIT was lost.', { cause: error })
  }
  // A COMMIT of a transaction in which a statement failed answers ROLLBACK without an error.
  if (answer.command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
}

/** Runs statements on a connection that `connect` opened, such as in a transaction that is not of the usual kind. */
export function onClient(client: pg.Client): Queryable {
  return queryable((query) => client.query(query))
}

function queryable(
  query: (config: pg.QueryConfig) => Promise<pg.QueryResult>,
  onInsert?: InsertListener,
): Queryable {
  const run = async (statement: Sql) => {
    const { values } = statement
    const { text, name, insertsInto } = knownOf(statement.text)
    const result = await fromDatabase(query({ name, text, values }))
    if (onInsert && insertsInto.includes(onInsert.into)) onInsert.call()
    return result
  }
  return {
    rows: async <Row>(statement: Sql) => (await run(statement)).rows as Row[],
    row: async <Row>(statement: Sql) => ((await run(statement)).rows[0] as Row | undefined) ?? null,
    run: async (statement: Sql) => (await run(statement)).rowCount ?? 0,
  }
}

interface KnownText {
  /** The text that was put together first: the driver compares it with that of the prepared statement. */
  readonly text: string
  readonly name: string
  readonly insertsInto: readonly string[]
}

const known = new Map<string, KnownText>()

/** The name and the tables of a text, which are found once. Each text is put together anew for its statement. */
function knownOf(text: string): KnownText {
  const found = known.get(text)
  if (found) return found
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  const insertsInto = [...text.matchAll(/insert into (\w+)/g)].map(([, table]) => table ?? '')
  const added = { text, name, insertsInto }
  known.set(text, added)
  return added
}

/** Whether PostgreSQL itself refused a statement, so that nothing of it was done. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}
