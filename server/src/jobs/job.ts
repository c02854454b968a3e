import type { JsonObject } from '../lib/json/json.ts'

/** What is done in the background. It may be done twice, also at the same time: every task must bear that. */
export interface Job {
  /** Who does it: a name under which `work` was given a task. */
  readonly task: string
  /**
   * Of one key at most one job waits. Null: each is a job of its own. One that is already being worked on has begun with
   * what was known then, so a second is taken in beside it.
   */
  readonly key: string | null
  /** Ids, never secrets or people's words: it stands in the database as it is. */
  readonly payload: JsonObject
  /** Not before so many milliseconds from now, by the clock of the database; left out: at once. */
  readonly inMs?: number
  /** How often it is tried, with pauses that grow from 3 s to 6 h, before it is given up; left out: 25, about 4 days. */
  readonly mostTries?: number
}

/** The work itself. What it throws is logged, and the job tried again. */
export type Task = (doing: Doing) => Promise<unknown>

export interface Doing {
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
  run(signal: AbortSignal): Promise<unknown>
}

/** Where graphile-worker keeps its tables, beside ours in the same database. */
export const schema = 'crier_jobs'
