import { Failure } from '../connectors/connector.ts'
import { connectorOf, wayOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { accountOf } from './account-of.ts'
import { createConnectIo } from './connect-io.ts'
import { unsealCredentials } from './open-credentials.ts'

interface RevokedRow {
  workspace_id: string
  account_id: string
  version: number
  credentials: string
  way: string | null
  platform: string
  external_id: string
  username: string
  settings: JsonObject
}

const revokeMs = 30_000
const triedFor = '3 days'

/** When `revokeConnections` has something to do. */
export const mayRevokeConnections = sql`exists (select from connections where revoke_after is not null)`

/**
 * Revokes the credentials of disconnected accounts at their networks and deletes them. A network that cannot be reached is
 * tried again for three days; then the credentials are deleted all the same. The worker calls it now and then. Answers how
 * many accounts it tried; none while a guard is up.
 */
export async function revokeConnections(context: Context): Promise<number> {
  const rows = await context.db.rows<RevokedRow>(sql`
    with due as (
      select workspace_id, account_id from connections where revoke_after <= clock_timestamp() and not exists (select from guards)
      order by revoke_after limit 20 for update skip locked)
    update connections c set revoke_after = clock_timestamp() + interval '5 minutes'
    from due, social_accounts a
    where c.workspace_id = due.workspace_id and c.account_id = due.account_id
      and a.workspace_id = due.workspace_id and a.id = due.account_id
    returning c.workspace_id, c.account_id, c.version, c.credentials, c.way, a.platform, a.external_id, a.username, a.settings`)
  for (const row of rows) if (await revokeAtNetwork(context, row)) await deleteConnection(context, row)
  await deleteUnreachable(context)
  return rows.length
}

/** Whether nothing is left to be revoked. */
async function revokeAtNetwork(context: Context, row: RevokedRow): Promise<boolean> {
  const connector = connectorOf(context, row.platform)
  if (!connector) return true
  const account = accountOf({ ...row, id: row.account_id })
  try {
    const credentials = unsealCredentials(context.sealer, row.workspace_id, row.account_id, row.credentials)
    await wayOf(connector, row.way).revoke(
      account,
      credentials,
      createConnectIo(context, connector, AbortSignal.timeout(revokeMs)),
    )
    return true
  } catch (error) {
    context.log.warn({ err: error, account_id: row.account_id }, 'a connection could not be revoked')
    return (
      error instanceof Failure &&
      ['unauthorized', 'forbidden', 'account_blocked', 'invalid'].includes(error.kind)
    )
  }
}

// An account that was connected again meanwhile has another version and is not to be revoked.
async function deleteConnection({ db }: Context, row: RevokedRow): Promise<void> {
  await db.run(sql`
    delete from connections where workspace_id = ${row.workspace_id} and account_id = ${row.account_id}
      and version = ${row.version} and revoke_after is not null`)
}

async function deleteUnreachable({ db }: Context): Promise<void> {
  await db.run(sql`
    delete from connections c using social_accounts a
    where c.revoke_after is not null and a.workspace_id = c.workspace_id and a.id = c.account_id
      and a.disconnected_at < clock_timestamp() - ${triedFor}::interval`)
}
