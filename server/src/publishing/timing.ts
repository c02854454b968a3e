import type { CallContext } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'

/** How long a target waits for its turn without being woken: the process that should wake it may have died. */
export const turnFallbackMs = 30_000

/** The first time at which a worker looks at a target: when it is due, less the lead to prepare it. In real time. */
export function firstLook(scheduledAt: Sql, workspaceId: Sql, mode: Sql, leadMs: Sql): Sql {
  return sql`greatest(clock_timestamp(), ${due(scheduledAt, workspaceId, mode)} - ${leadMs} * interval '1 millisecond')`
}

/** Converts a time by the clock of a workspace to the database's real time. */
export function due(scheduledAt: Sql, workspaceId: Sql, mode: Sql): Sql {
  return sql`clock_timestamp() + (${scheduledAt} - crier_now(${workspaceId}, ${mode}))`
}

/** The lead to prepare a target, in milliseconds: media take longer than text, which may need a look-up or two. */
export function leadOf(content: Sql, prepareLeadMs: number): Sql {
  return sql`case when ${content} -> 'media' = '[]'::jsonb and not ${content} ? 'option_media'
    then ${Math.min(prepareLeadMs, textLeadMs)}::float8 else ${prepareLeadMs}::float8 end`
}

const textLeadMs = 5_000

/** The time `ms` milliseconds from now, by the clock of the database. */
export function inMs(ms: number): Sql {
  return sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`
}

/** Wakes the dispatcher for the earliest of these times, once the transaction is committed. */
export function wakeAfterCommit(call: CallContext, times: readonly { in_ms: number | null }[]): void {
  const earliest = times.reduce(
    (least, { in_ms: ms }) => (ms === null ? least : Math.min(least, ms)),
    Number.POSITIVE_INFINITY,
  )
  // Dispatchers find later targets by themselves.
  if (earliest > call.context.config.timings.wakeFallbackMs) return
  call.afterCommit(() => call.context.wake(Math.max(0, earliest)))
}
