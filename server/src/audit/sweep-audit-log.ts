import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'

const batch = 5_000

/** Deletes entries that are older than AUDIT_LOG_DAYS, some at a time so that no statement takes long. */
export async function sweepAuditLog(
  { db, config: { auditLogDays } }: Pick<Context, 'db' | 'config'>,
  signal?: AbortSignal,
): Promise<void> {
  if (auditLogDays === null) return
  while (!signal?.aborted) {
    const deleted = await db.transaction(async (tx) => {
      await tx.run(sql`select set_config('crier.sweeps_audit_log', 'yes', true)`)
      return tx.run(sql`
        delete from audit_log where id in (
          select id from audit_log where created_at < clock_timestamp() - ${`${auditLogDays} days`}::interval
          order by created_at limit ${batch})`)
    })
    if (deleted < batch) return
  }
}
