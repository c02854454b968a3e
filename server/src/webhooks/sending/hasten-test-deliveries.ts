import { type Queryable, sql } from '../../db/database.ts'

/** Brings the next attempts of a workspace's test data nearer, when its test clock is advanced by so many seconds. */
export async function hastenTestDeliveries(
  tx: Queryable,
  workspaceId: string,
  bySeconds: number,
): Promise<void> {
  const endpoints = sql`(select id from webhook_endpoints where workspace_id = ${workspaceId} and mode = 'test'
    order by id for no key update)`
  await tx.run(sql`
    with e as materialized ${endpoints}, hastened as (
      update webhook_deliveries d set next_at = d.next_at - make_interval(secs => ${bySeconds}::float8)
      from e where d.workspace_id = ${workspaceId} and d.endpoint_id = e.id and d.state = 'pending'
        and d.lease_owner is null
    )
    update webhook_endpoints set due_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id in (select id from e) and due_at is not null`)
}
