import { type Database, sql } from '../../db/database.ts'
import { releaseAllHeld } from '../person/hold-targets.ts'
import { askRestored } from './ask-restored.ts'
import { type Guard, readGuards } from './check-guards.ts'

export interface Confirmed {
  readonly guards: readonly Guard[]
  /** Targets that ask a person now, because they were due before the database was restored. */
  readonly asking: number
  /** Targets that go on. */
  readonly released: number
}

/**
 * Takes the guards down: the operator says that this instance may publish from this database. Each target that was due
 * before the restore asks a person; all others that the guard held go on. Null when no guard is up.
 */
export async function confirmGuards(db: Database, prepareLeadMs: number): Promise<Confirmed | null> {
  const guards = await readGuards(db)
  if (guards.length === 0) return null
  await askRestored(db)
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update instance set value = g.instance_id from guards g where name = 'instance_id' and g.kind = 'cloned'`)
    await tx.run(sql`delete from guards where kind = any(${guards.map(({ kind }) => kind)}::text[])`)
  })
  const asking = await db.row<{ count: number }>(sql`
    select count(*) from targets where state = 'needs_review' and review ->> 'reason' = 'restored'`)
  const released = await releaseAllHeld(db, ['guard'], prepareLeadMs)
  return { guards, asking: asking?.count ?? 0, released }
}
