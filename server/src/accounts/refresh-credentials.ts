import { type Account, Failure, type Refreshed } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json.ts'
import { createConnectIo } from './connect-io.ts'
import { markNeedsReconnect } from './mark-needs-reconnect.ts'
import { type OpenCredentials, sealCredentials, unsealCredentials } from './read-credentials.ts'

interface Row {
  credentials: string
  version: number
  platform: string
  external_id: string
  username: string
  settings: JsonObject
}

/**
 * New credentials for old, once for all who ask at the same time: a refresh token that rotates must not be used twice.
 * The row is locked while the network is asked; whoever saw an older version gets what the first one fetched.
 * @throws Failure `unauthorized` when the network refuses, and the account is marked `needs_reconnect`; `unavailable`
 * when it could not be asked, or a guard is up, and nothing is changed.
 */
export async function refreshCredentials(
  context: Context,
  workspaceId: string,
  accountId: string,
  seenVersion: number,
): Promise<OpenCredentials> {
  const refreshed = await context.db.transaction(async (tx) => {
    // A network may take longer to answer than a transaction may usually idle.
    await tx.run(sql`set local idle_in_transaction_session_timeout = '180s'`)
    await tx.run(sql`set local lock_timeout = '180s'`)
    const row = await lockConnection(tx, workspaceId, accountId)
    if (!row) return refusal('This account is not connected.')
    if (row.version !== seenVersion) {
      return {
        credentials: unsealCredentials(context.sealer, workspaceId, accountId, row.credentials),
        version: row.version,
        expiresInMs: null,
      }
    }
    if (await tx.row(sql`select kind from guards limit 1`)) {
      return new Failure('unavailable', 'No token is refreshed until the operator confirms this instance.')
    }
    try {
      return await swap(context, tx, workspaceId, accountId, row)
    } catch (error) {
      if (!isRefusal(error)) throw error
      await markNeedsReconnect(tx, workspaceId, accountId)
      return error
    }
  })
  if (refreshed instanceof Failure) throw refreshed
  return refreshed
}

function lockConnection(tx: Queryable, workspaceId: string, accountId: string): Promise<Row | null> {
  return tx.row<Row>(sql`
    select c.credentials, c.version, a.platform, a.external_id, a.username, a.settings
    from connections c join social_accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id
    where c.workspace_id = ${workspaceId} and c.account_id = ${accountId} and c.revoke_after is null
    for update of c`)
}

async function swap(
  context: Context,
  tx: Queryable,
  workspaceId: string,
  accountId: string,
  row: Row,
): Promise<OpenCredentials> {
  const connector = context.connectors.find((known) => known.platform === row.platform)
  if (!connector) throw new Error(`There is no connector for ${row.platform}.`)
  const account: Account = {
    id: accountId,
    externalId: row.external_id,
    username: row.username,
    settings: row.settings,
  }
  const old = unsealCredentials(context.sealer, workspaceId, accountId, row.credentials)
  const io = createConnectIo(context, AbortSignal.timeout(120_000))
  const { credentials, expiresAt }: Refreshed = await connector.connect.refresh(account, old, io)
  const saved = await tx.row<{ version: number; expires_in_ms: number | null }>(sql`
    update connections set version = version + 1, expires_at = ${expiresAt}, updated_at = clock_timestamp(),
      credentials = ${sealCredentials(context.sealer, workspaceId, accountId, credentials)}
    where workspace_id = ${workspaceId} and account_id = ${accountId} and version = ${row.version}
    returning version, (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms`)
  if (!saved) throw new Error('A locked connection changed under its lock.')
  return { credentials, version: saved.version, expiresInMs: saved.expires_in_ms }
}

function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && ['unauthorized', 'forbidden', 'invalid'].includes(error.kind)
}

function refusal(message: string): Failure {
  return new Failure('unauthorized', message)
}
