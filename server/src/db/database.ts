import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { Problem } from '../lib/problem.ts'

export type { Sql } from 'sql-template-tag'
export { default as sql, empty, join, raw } from 'sql-template-tag'

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
   * One READ COMMITTED transaction on one connection. When the COMMIT itself fails nobody knows whether it happened:
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
  /** How long it waits for a lock before it fails; 2 s unless said otherwise. */
  readonly lockTimeoutMs: number
}

/** A COMMIT was sent and its answer never came: the change may or may not be there. */
class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/** Where a PostgreSQL is, and as whom to come. */
export type Connection = pg.ClientConfig

/** For a library that wants connections of its own. */
export type Pool = pg.Pool

export interface PoolOptions {
  max: number
  statementTimeoutMs: number
  /** How long a connection is waited for, be it a free one or a new one; 3 s unless said otherwise. */
  patienceMs?: number
  /** How long a connection that nobody uses is kept; 30 s unless said otherwise. */
  idleMs?: number
  /** Shown in pg_stat_activity. */
  name: string
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
  return {
    ...queryable((query) => onPool(pool, query)),
    transaction: (work, options) => transaction(pool, work, options),
    connect: async (statementTimeoutMs = 0) => {
      const limits = {
        statement_timeout: statementTimeoutMs,
        query_timeout: statementTimeoutMs && statementTimeoutMs + lineMs,
        connectionTimeoutMillis: statementTimeoutMs,
      }
      const client = new pg.Client({ ...settings, ...limits })
      client.on('error', () => undefined)
      await client.connect()
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

/** A pool for a library that does not know ours. A connection that breaks while it is used fails what runs on it. */
export function openPool(
  connection: Connection,
  options: PoolOptions,
  onError: (error: Error) => void,
): Pool {
  return createPool(settingsOf(connection, options), options, onError)
}

/** What no server answers in this time after it must have given up, a broken line has swallowed. */
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
  pool.on('error', onError)
  // Also one that is let go of may hear that the server ends it; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function onPool(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  refuseNesting()
  return pool.query(query)
}

/** Taking a second connection while holding one can deadlock a whole pool; so it is refused where it is written. */
function refuseNesting(): void {
  if (heldConnection.getStore())
    throw new Error('A statement inside a transaction must run on that transaction.')
}

async function transaction<Result>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  refuseNesting()
  const client = await pool.connect()
  let broken: Error | undefined
  const onClientError = (error: Error) => {
    broken = error
  }
  client.on('error', onClientError)
  try {
    await client.query(options ? `begin; set local lock_timeout = ${options.lockTimeoutMs}` : 'begin')
    const result = await heldConnection.run(true, () => work(queryable((query) => client.query(query))))
    await commit(client)
    return result
  } catch (error) {
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

// The statement may still run; nothing after it would be answered either.
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
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

/** Statements on a connection that `connect` opened, such as in a transaction that is not of the usual kind. */
export function onClient(client: pg.Client): Queryable {
  return queryable((query) => client.query(query))
}

function queryable(query: (config: pg.QueryConfig) => Promise<pg.QueryResult>): Queryable {
  const run = (statement: Sql) =>
    query({ name: nameOf(statement.text), text: statement.text, values: statement.values })
  return {
    rows: async <Row>(statement: Sql) => (await run(statement)).rows as Row[],
    row: async <Row>(statement: Sql) => ((await run(statement)).rows[0] as Row | undefined) ?? null,
    run: async (statement: Sql) => (await run(statement)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

/** The database could not be reached, is starting, stopping, read-only or full: later, not never. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitUnknown) return true
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string')
    return /Connection terminated|timeout exceeded when trying to connect|not queryable|read timeout/.test(
      error.message,
    )
  return (
    /^(08|53|57P|25006|58030)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)
  )
}

/** PostgreSQL's own word that it did not do a statement. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isDatabaseAway(error)
}

/** Whether an error is this PostgreSQL error, such as `23505` for a unique violation, on this constraint if one is named. */
export function isDatabaseError(error: unknown, code: string, constraint?: string): boolean {
  const found = error as { code?: unknown; constraint?: unknown } | null
  return found?.code === code && (constraint === undefined || found.constraint === constraint)
}

/** 503 in the words of the API. */
export function databaseAway(): Problem {
  return new Problem(
    503,
    'database_unavailable',
    'The database is not available at the moment. Nothing was lost. Try again.',
    {
      retryAfterSeconds: 2,
    },
  )
}
