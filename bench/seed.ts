import { sealCredentials } from '../server/src/accounts/open-credentials.ts'
import { createKey } from '../server/src/api-keys/create-key.ts'
import { type Database, sql } from '../server/src/db/database.ts'
import { newId } from '../server/src/lib/id.ts'
import { createSealer } from '../server/src/lib/secrecy/seal.ts'
import type { SecretKeys } from '../server/src/lib/secrecy/secret-keys.ts'
import { firstLook, leadOf } from '../server/src/publishing/timing.ts'
import { defaultTimings } from '../server/src/timings.ts'
import { nullPlatform } from './null-connector.ts'

/** A workspace with accounts on the null network. */
export interface Owner {
  readonly workspaceId: string
  readonly accountIds: readonly string[]
}

/** Makes a workspace with so many accounts, each with sealed credentials of its own. */
export async function makeAccounts(db: Database, secretKeys: SecretKeys, count: number): Promise<Owner> {
  const workspaceId = newId()
  const accountIds = Array.from({ length: count }, () => newId())
  const sealer = createSealer(secretKeys)
  const sealed = accountIds.map((id) => sealCredentials(sealer, workspaceId, id, { token: id }))
  await db.transaction(async (tx) => {
    await tx.run(sql`insert into workspaces (id, name) values (${workspaceId}, 'Bench')`)
    await tx.run(sql`
      insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url)
      select ${workspaceId}, id, 'live', ${nullPlatform}, id, 'bench', 'Bench', 'http://127.0.0.1/'
      from unnest(${accountIds}::uuid[]) id`)
    await tx.run(sql`
      insert into connections (workspace_id, account_id, credentials)
      select ${workspaceId}, id, credentials from unnest(${accountIds}::uuid[], ${sealed}::text[]) c(id, credentials)`)
  })
  return { workspaceId, accountIds }
}

/** A live key of the workspace, made by a person of its own. */
export async function makeKey(db: Database, secretKeys: SecretKeys, { workspaceId }: Owner): Promise<string> {
  const userId = newId()
  await db.run(sql`
    insert into users (id, email, password_hash) values (${userId}, 'bench@example.org', 'none')`)
  await db.run(sql`
    insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, 'owner')`)
  return (
    await createKey(db, secretKeys, { workspaceId, userId, mode: 'live', name: 'bench', scopes: 'all' })
  ).key
}

export interface Due {
  readonly count: number
  /** When the first is due, in milliseconds of the machine's clock, and how long after it each next one. */
  readonly firstAt: number
  readonly everyMs: number
  /** The number of the first; 0 unless given. */
  readonly from?: number
}

/**
 * Stores posts of one target each, one account after the other, as a request would have stored them. The text of each is
 * its number. Statistics are fresh afterwards, as they are in a database that has been used for a while.
 */
export async function seedTargets(db: Database, { workspaceId, accountIds }: Owner, due: Due): Promise<void> {
  const look = firstLook(
    sql`x.at`,
    sql`x.workspace_id`,
    sql`'live'`,
    leadOf(sql`x.content`, defaultTimings.prepareLeadMs),
  )
  await db.transaction(async (tx) => {
    await tx.run(sql`
      with x as materialized (
        select ${workspaceId}::uuid as workspace_id, uuidv7() as post_id, uuidv7() as id, n,
          (${accountIds}::uuid[])[1 + i % ${accountIds.length}::int] as account_id,
          to_timestamp((${due.firstAt}::float8 + i * ${due.everyMs}::float8) / 1000) as at,
          jsonb_build_object('text', n::text, 'media', '[]'::jsonb, 'options', '{}'::jsonb) as content
        from generate_series(0, ${due.count}::int - 1) i cross join lateral (select i + ${due.from ?? 0}::int as n) numbered
      ), made as (
        insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, scheduled_at, late_policy)
        select workspace_id, post_id, 'live', workspace_id, n::text, array[account_id], false, at, 'publish_24h' from x
      )
      insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy,
        state, content, next_action_at)
      select workspace_id, id, 'live', post_id, account_id, ${nullPlatform}, id, at, 'publish_24h', 'scheduled', content,
        ${look}
      from x order by n`)
    await tx.run(sql`analyze posts, targets, commits, events`)
  })
}
