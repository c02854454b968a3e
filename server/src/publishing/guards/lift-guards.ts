import { recordOperator } from '../../audit/record-audit.ts'
import { type Database, sql } from '../../db/database.ts'
import { releaseAllHeld } from '../person/held-targets.ts'
import { askRestored } from './ask-restored.ts'
import { type Guard, readGuards } from './update-guards.ts'

export interface Lifted {
  readonly guards: readonly Guard[]
  /** Targets that need a review now, because they were due before the database was restored. */
  readonly asking: number
  /** Targets that were released. */
  readonly released: number
}

/**
 * Lifts the guards: the operator says that this instance may publish from this database. Each target that was due before
 * the restore needs a review; all others that the guard held are released.
 */
export async function liftGuards(db: Database, prepareLeadMs: number): Promise<Lifted> {
  const guards = await readGuards(db)
  if (guards.length === 0) return { guards, asking: 0, released: 0 }
  await askRestored(db)
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update instance set value = g.instance_id from guards g where name = 'instance_id' and g.kind = 'cloned'`)
    await tx.run(sql`delete from guards where kind = any(${guards.map(({ kind }) => kind)}::text[])`)
    const details = { guards: guards.map(({ kind }) => kind) }
    await recordOperator(tx, { action: 'guard.lift', workspaceId: null, subjectId: null, details })
  })
  const asking = await db.row<{ count: number }>(sql`
    select count(*) from targets where state = 'needs_review' and review ->> 'reason' = 'restored'`)
  const released = await releaseAllHeld(db, ['guard'], prepareLeadMs)
  return { guards, asking: asking?.count ?? 0, released }
}
