import { type Database, type Queryable, sql } from '../../db/database.ts'
import { beginEraIfBehind } from '../../webhooks/reading/begin-era.ts'
import { releaseAllHeld } from '../person/held-targets.ts'
import { advanceEpoch, type BucketWitness } from './advance-epoch.ts'
import { askRestored } from './ask-restored.ts'
import { raiseCloned } from './new-guards.ts'

export interface Guard {
  readonly kind: 'restored' | 'cloned'
  readonly raisedAt: Date
}

export interface GuardedInstance {
  readonly dataDir: string
  /** Derived from the address at which this instance is reached; null when none was configured. */
  readonly instanceIds: readonly [string, ...string[]] | null
  readonly prepareLeadMs: number
  /** Remembers the epoch besides the data directory; null where there is no bucket. */
  readonly witness?: BucketWitness | null
}

/**
 * Finds out, before anything is published, whether the database went back in time or is a copy at another address, and raises or
 * takes down its guards. Answers those that are up. While one is up, nothing is published and no token is refreshed.
 */
export async function updateGuards(db: Database, instance: GuardedInstance): Promise<Guard[]> {
  await advanceEpoch(db, instance.dataDir, instance.witness ?? null)
  await beginEraIfBehind(db)
  const { instanceIds } = instance
  if (instanceIds !== null) await db.transaction((tx) => raiseCloned(tx, instanceIds))
  const guards = await readGuards(db)
  if (guards.some(({ kind }) => kind === 'restored')) await askRestored(db)
  // A guard also goes when the instance is back at its own address.
  if (guards.length === 0) await releaseAllHeld(db, ['guard'], instance.prepareLeadMs)
  return guards
}

/** The guards that are up. */
export async function readGuards(db: Queryable): Promise<Guard[]> {
  const rows = await db.rows<{ kind: Guard['kind']; raised_at: Date }>(
    sql`select kind, raised_at from guards order by kind desc`,
  )
  return rows.map(({ kind, raised_at: raisedAt }) => ({ kind, raisedAt }))
}
