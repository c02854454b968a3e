import { type Queryable, sql } from '../../db/database.ts'

/**
 * Raises the restore guard: nothing is published until the operator confirms. The time is kept, because the networks may
 * have more posts than the commits from before it say.
 */
export async function raiseRestored(tx: Queryable): Promise<void> {
  await tx.run(sql`
    insert into guards (kind) values ('restored')
    on conflict (kind) do update set raised_at = excluded.raised_at`)
  await tx.run(sql`
    insert into instance (name, value) select 'restored_at', raised_at::text from guards where kind = 'restored'
    on conflict (name) do update set value = excluded.value`)
}

/**
 * Raises the clone guard when the database belongs to an instance at another address: it is a copy, and its original may be
 * publishing. A database that belongs to nobody belongs to this instance from now on. At the right address the guard goes.
 */
export async function raiseCloned(tx: Queryable, instanceId: string): Promise<void> {
  await tx.run(sql`
    insert into instance (name, value) values ('instance_id', ${instanceId}) on conflict (name) do nothing`)
  const owner = await tx.row<{ value: string }>(
    sql`select value from instance where name = 'instance_id' for update`,
  )
  if (owner?.value === instanceId) await tx.run(sql`delete from guards where kind = 'cloned'`)
  else {
    await tx.run(sql`
      insert into guards (kind, instance_id) values ('cloned', ${instanceId})
      on conflict (kind) do update set instance_id = excluded.instance_id`)
  }
}
