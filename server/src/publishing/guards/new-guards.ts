import { type Queryable, sql } from '../../db/database.ts'
import { beginEra } from '../../webhooks/reading/begin-era.ts'
import { renewInstanceId } from './instance-id.ts'

/**
 * Raises the restore guard: nothing is published until the operator lifts it. The time is kept, because the networks may
 * have more posts than the commits from before it say. A new era of events begins, because events of the lost time were read.
 */
export async function raiseRestored(tx: Queryable): Promise<void> {
  await tx.run(sql`
    insert into guards (kind) values ('restored')
    on conflict (kind) do update set raised_at = excluded.raised_at`)
  await tx.run(sql`
    insert into instance (name, value) select 'restored_at', raised_at::text from guards where kind = 'restored'
    on conflict (name) do update set value = excluded.value`)
  await beginEra(tx)
}

/**
 * Raises the clone guard when the database belongs to an instance at another address: it is a copy, and its original may be
 * publishing. A database that belongs to nobody belongs to this instance from now on. At the right address the guard goes.
 * `ids` are those of this instance under each secret key, the current one first.
 */
export async function raiseCloned(tx: Queryable, ids: readonly [string, ...string[]]): Promise<void> {
  await tx.run(sql`
    insert into instance (name, value) values ('instance_id', ${ids[0]}) on conflict (name) do nothing`)
  const owner = await tx.row<{ value: string }>(
    sql`select value from instance where name = 'instance_id' for update`,
  )
  if (owner && ids.includes(owner.value)) {
    await tx.run(sql`delete from guards where kind = 'cloned'`)
    await renewInstanceId(tx, ids)
  } else {
    await tx.run(sql`
      insert into guards (kind, instance_id) values ('cloned', ${ids[0]})
      on conflict (kind) do update set instance_id = excluded.instance_id`)
  }
}
