import type { CallContext } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import { notFound } from '../lib/problem.ts'
import { writeClockTime } from '../lib/zone/wall-time.ts'

/** The days of a week as the API names them, Monday first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** A slot as the database has it. */
export interface SlotRow {
  readonly id: string
  /** From 1, a Monday, to 7. */
  readonly weekdays: readonly number[]
  /** Since midnight, by the clock on the wall. */
  readonly minute: number
  /** Null: the zone of the workspace. */
  readonly timezone: string | null
  /** Null: for all accounts. */
  readonly account_id: string | null
  readonly jitter_minutes: number
  readonly enabled: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

/** A slot as the API shows it. */
export interface QueueSlot {
  id: string
  weekdays: Weekday[]
  time: string
  timezone: string | null
  social_account_id: string | null
  jitter_minutes: number
  enabled: boolean
  created_at: string
  updated_at: string
}

/** The columns of SlotRow. */
export const slotColumns = sql`
  id, weekdays, minute, timezone, account_id, jitter_minutes, enabled, created_at, updated_at`

/** Finds a slot of this workspace and mode. @throws Problem 404 */
export async function findSlot(call: CallContext, id: string, lock: Sql): Promise<SlotRow> {
  const row = await call.db.row<SlotRow>(sql`
    select ${slotColumns} from queue_slots
    where workspace_id = ${call.workspaceId} and mode = ${call.mode} and id = ${id} ${lock}`)
  if (!row) throw notFound('queue slot')
  return row
}

export function toQueueSlot(row: SlotRow): QueueSlot {
  return {
    id: row.id,
    weekdays: weekdays.filter((_, index) => row.weekdays.includes(index + 1)),
    time: writeClockTime(row.minute),
    timezone: row.timezone,
    social_account_id: row.account_id,
    jitter_minutes: row.jitter_minutes,
    enabled: row.enabled,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
