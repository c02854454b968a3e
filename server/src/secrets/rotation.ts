import { type Database, type Queryable, sql } from '../db/database.ts'
import { type ChangingSecretKeys, checkOf, keyIdOf } from '../lib/secrecy/secret-keys.ts'

/** The secret keys of a database, by their checks. */
export interface Rotation {
  /** The key that seals and signs everything new. */
  readonly current: string
  /** The key before, until everything that it sealed is sealed with the current one. */
  readonly before: string | null
  /** When the current key replaced the one before, by the database's clock; null if it is the first. */
  readonly rotatedAt: Date | null
  /** How long ago that is. */
  readonly rotatedMsAgo: number | null
  /** Whether the instance id is still the one under the key before. */
  readonly hasOldInstanceId: boolean
}

/** Answers null for a database that was never started. */
export async function readRotation(db: Queryable): Promise<Rotation | null> {
  const rows = await db.rows<{ name: string; value: string; now: Date }>(sql`
    select name, value, clock_timestamp() as now from instance
    where name in ('secret_key_check', 'secret_key_check_before', 'secret_key_rotated_at', 'instance_id', 'instance_id_before')`)
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const current = values.get('secret_key_check')
  const rotated = values.get('secret_key_rotated_at')
  const rotatedAt = rotated === undefined ? null : new Date(rotated)
  const now = rows[0]?.now ?? new Date(0)
  const idBefore = values.get('instance_id_before')
  if (current === undefined) return null
  return {
    current,
    before: values.get('secret_key_check_before') ?? null,
    rotatedAt,
    rotatedMsAgo: rotatedAt && now.getTime() - rotatedAt.getTime(),
    hasOldInstanceId: idBefore !== undefined && idBefore === values.get('instance_id'),
  }
}

/** Makes SECRET_KEY the current key, at once and for all processes. Changes nothing if it is. */
export async function beginRotation(db: Database, keys: ChangingSecretKeys): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx.row<{ value: string }>(
      sql`select value from instance where name = 'secret_key_check' for update`,
    )
    const check = checkOf(keys.given)
    if (!row || row.value === check) return
    await tx.run(sql`
      insert into instance (name, value)
      select 'secret_key_check_before', value from instance where name = 'secret_key_check'
      union all select 'instance_id_before', value from instance where name = 'instance_id'
      union all select 'secret_key_rotated_at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      on conflict (name) do update set value = excluded.value`)
    await tx.run(sql`update instance set value = ${check} where name = 'secret_key_check'`)
    const oldId = keyIdOf(keys.before ?? keys.given)
    await tx.run(sql`update api_keys set secret_key_id = ${oldId} where secret_key_id is null`)
  })
  keys.use(checkOf(keys.given))
}

/** Forgets the key before: a process may start without it from now on. Answers whether it is forgotten. */
export async function finishRotation(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.run(sql`select from instance where name = 'secret_key_check' for update`)
    const rotation = await readRotation(tx)
    if (!rotation || rotation.hasOldInstanceId) return false
    await tx.run(sql`delete from instance where name in ('secret_key_check_before', 'instance_id_before')`)
    return true
  })
}
