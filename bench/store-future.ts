import { type Database, raw, sql } from '../server/src/db/database.ts'
import { nullPlatform } from './null-connector.ts'
import type { Owner } from './seed.ts'

const perStatement = 250_000

/**
 * Stores so many posts of one target each, due from in thirty days on, over all accounts. Many are stored without
 * indexes and foreign keys, which are put back when all rows are there, as in a restored backup; what stands in the end is the same.
 */
export async function storeFuture(db: Database, owner: Owner, count: number): Promise<void> {
  const putBack = count > perStatement ? await strip(db) : []
  for (let from = 0; from < count; from += perStatement) {
    await storeSome(db, owner, from, Math.min(count - from, perStatement))
  }
  for (const statement of putBack) await db.run(raw(statement))
  await db.run(sql`vacuum (analyze) posts, targets`)
}

/** Takes indexes and foreign keys away; answers what puts them back. */
async function strip(db: Database): Promise<string[]> {
  const indexes = await db.rows<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid in ('posts'::regclass, 'targets'::regclass)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  const keys = await db.rows<{ place: string; name: string; definition: string }>(sql`
    select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid in ('posts'::regclass, 'targets'::regclass)`)
  for (const { name } of indexes) await db.run(raw(`drop index ${name}`))
  for (const { place, name } of keys) await db.run(raw(`alter table ${place} drop constraint ${name}`))
  return [
    ...indexes.map(({ definition }) => definition),
    ...keys.map(({ place, name, definition }) => `alter table ${place} add constraint ${name} ${definition}`),
  ]
}

async function storeSome(
  db: Database,
  { workspaceId, accountIds }: Owner,
  from: number,
  count: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set local synchronous_commit = 'off'`)
    await tx.run(sql`
      with x as materialized (
        select ${workspaceId}::uuid as workspace_id, uuidv7() as post_id, uuidv7() as id, n,
          (${accountIds}::uuid[])[1 + n % ${accountIds.length}::int] as account_id,
          clock_timestamp() + interval '30 days' + n * interval '1 ms' as at
        from generate_series(${from}::int, ${from + count - 1}::int) n
      ), made as (
        insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, scheduled_at, late_policy)
        select workspace_id, post_id, 'live', workspace_id, n::text, array[account_id], false, at, 'publish_24h' from x
      )
      insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy,
        state, content, next_action_at)
      select workspace_id, id, 'live', post_id, account_id, ${nullPlatform}, id, at, 'publish_24h', 'scheduled',
        jsonb_build_object('text', n::text, 'media', '[]'::jsonb, 'options', '{}'::jsonb), at - interval '5 s'
      from x`)
  })
}
