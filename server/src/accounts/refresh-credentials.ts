import { type Account, Failure, type Profile } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'
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

/** Credentials, and the account they are for as it is now: renewing them may have found it elsewhere. */
export interface RefreshedCredentials extends OpenCredentials {
  account: Account
}

interface Swapped extends RefreshedCredentials {
  /** Still to be written down. */
  unsaved: Profile | null
}

/** The network does not accept this version of our leave any more. */
interface Refused {
  refused: Failure
  version: number
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
): Promise<RefreshedCredentials> {
  const refreshed: Swapped | Failure | Refused = await context.db.transaction(async (tx) => {
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
        account: accountOf(accountId, row),
        unsaved: null,
      }
    }
    if (await tx.row(sql`select kind from guards limit 1`)) {
      return new Failure('unavailable', 'No token is refreshed until the operator confirms this instance.')
    }
    try {
      return await swap(context, tx, workspaceId, accountId, row)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { refused: error, version: row.version }
    }
  })
  if ('refused' in refreshed) {
    // Only now: whoever connects or disconnects takes the account first and the connection then.
    const { refused, version } = refreshed
    await context.db.transaction((tx) => markNeedsReconnect(tx, workspaceId, accountId, version))
    throw refused
  }
  if (refreshed instanceof Failure) throw refreshed
  const { unsaved, ...opened } = refreshed
  // What is lost here, the next renewal finds out once more.
  if (unsaved)
    await saveProfile(
      context.db,
      workspaceId,
      accountId,
      { version: opened.version, profile: unsaved },
      sql`for no key update`,
    )
  return opened
}

// The account is read by a statement of its own: one that waits for a lock sees everything else as it was before.
async function lockConnection(tx: Queryable, workspaceId: string, accountId: string): Promise<Row | null> {
  const connection = await tx.row<Pick<Row, 'credentials' | 'version'>>(sql`
    select credentials, version from connections
    where workspace_id = ${workspaceId} and account_id = ${accountId} and revoke_after is null for update`)
  const account = await tx.row<Omit<Row, 'credentials' | 'version'>>(sql`
    select platform, external_id, username, settings from social_accounts
    where workspace_id = ${workspaceId} and id = ${accountId}`)
  return connection && account && { ...connection, ...account }
}

async function swap(
  context: Context,
  tx: Queryable,
  workspaceId: string,
  accountId: string,
  row: Row,
): Promise<Swapped> {
  const connector = context.connectors.find((known) => known.platform === row.platform)
  if (!connector) throw new Error(`There is no connector for ${row.platform}.`)
  const account = accountOf(accountId, row)
  const old = unsealCredentials(context.sealer, workspaceId, accountId, row.credentials)
  const io = createConnectIo(context, AbortSignal.timeout(120_000))
  const { credentials, expiresAt, profile } = await connector.connect.refresh(account, old, io)
  const saved = await tx.row<{ version: number; expires_in_ms: number | null }>(sql`
    update connections set version = version + 1, expires_at = ${expiresAt}, updated_at = clock_timestamp(),
      credentials = ${sealCredentials(context.sealer, workspaceId, accountId, credentials)}
    where workspace_id = ${workspaceId} and account_id = ${accountId} and version = ${row.version}
    returning version, (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms`)
  if (!saved) throw new Error('A locked connection changed under its lock.')
  const { version, expires_in_ms: expiresInMs } = saved
  const swapped = { credentials, version, expiresInMs, account, unsaved: null }
  if (!profile) return swapped
  // Never waited for here: whoever disconnects takes the account first and the connection then.
  const lock = sql`for no key update skip locked`
  const isSaved = await saveProfile(tx, workspaceId, accountId, { version, profile }, lock)
  const { username, settings } = profile
  return { ...swapped, account: { ...account, username, settings }, unsaved: isSaved ? null : profile }
}

function accountOf(id: string, { external_id: externalId, username, settings }: Row): Account {
  return { id, externalId, username, settings }
}

/**
 * Whether it was saved: not while somebody else holds the account, unless that is waited for. Whoever connected the profile
 * again in between knows better.
 */
async function saveProfile(
  db: Queryable,
  workspaceId: string,
  accountId: string,
  { version, profile }: { version: number; profile: Profile },
  lock: Sql,
): Promise<boolean> {
  const { username, displayName, avatarUrl, profileUrl, settings } = profile
  const saved = await db.row(sql`
    update social_accounts a set username = ${username}, display_name = coalesce(${displayName}, a.display_name),
      avatar_url = coalesce(${avatarUrl}, a.avatar_url), profile_url = ${profileUrl},
      settings = ${JSON.stringify(settings)}::jsonb, updated_at = clock_timestamp()
    from (select workspace_id, id from social_accounts
      where workspace_id = ${workspaceId} and id = ${accountId} and disconnected_at is null ${lock}) held
    where a.workspace_id = held.workspace_id and a.id = held.id
      and exists (select from connections c where c.workspace_id = a.workspace_id and c.account_id = a.id
        and c.version = ${version})
    returning a.id`)
  return saved !== null
}

function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && ['unauthorized', 'forbidden', 'invalid'].includes(error.kind)
}

function refusal(message: string): Failure {
  return new Failure('unauthorized', message)
}
