import type { Sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'

/** Work for the background. It may be done twice, also at the same time: every task must bear that. */
export interface Job {
  /** The name of a task that `work` was given. */
  readonly task: string
  /**
   * At most one job of a key waits. Null: each is a job of its own. A job that is being worked on began with what was known
   * then, so a second one of its key may wait beside it.
   */
  readonly key: string | null
  /** Ids, never secrets or people's words: it stands in the database as it is. */
  readonly payload: JsonObject
  /** Not before so many milliseconds from now, by the clock of the database; left out: at once. */
  readonly inMs?: number
  /** How often it is tried, with pauses that grow from 3 s to 6 h, before it is given up; left out: 25, about 4 days. */
  readonly mostTries?: number
}

/** The work itself. Its errors are logged, and the job is tried again. */
export type Task = (doing: JobRun) => Promise<unknown>

export interface JobRun {
  readonly payload: JsonObject
  /** 1 the first time. */
  readonly tries: number
  /** Aborted when this process stops and cannot wait any longer: the job is then tried again elsewhere. */
  readonly signal: AbortSignal
}

/** Something done again and again, once over all processes that work. */
export interface PeriodicTask {
  readonly name: string
  readonly everyMs: number
  /**
   * A condition in SQL: there may be something to do. While it does not hold, the chore waits, and each heartbeat asks again for
   * all that wait in one statement. It must be cheap, and true whenever there is work. Left out: the chore runs every time.
   */
  readonly when?: Sql
  run(signal: AbortSignal): Promise<unknown>
}

/** Where graphile-worker keeps its tables, beside ours in the same database. */
export const schema = 'crier_jobs'
