import { setTimeout as pause } from 'node:timers/promises'
import { type Account, type Connect, Failure, type Profile } from '../connectors/connector.ts'
import { requireConnector, wayOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { whileAway } from '../db/while-away.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { accountOf } from './account-of.ts'
import { createConnectIo } from './connect-io.ts'
import { type Inactivity, markInactive } from './mark-inactive.ts'
import { nextRefresh } from './next-refresh.ts'
import {
  type AccountKey,
  type OpenCredentials,
  sealCredentials,
  unsealCredentials,
} from './open-credentials.ts'

/** New credentials with their account as it is now: refreshing may have found that it moved to another server. */
export interface RefreshedCredentials extends OpenCredentials {
  account: Account
}

/** The right of one caller to refresh these credentials, until its time is over or it is given back. */
interface RefreshLease {
  readonly credentials: string
  /** The way that these credentials are of; null on old rows. */
  readonly way: string | null
  readonly version: number
  /** The end of the lease as text, to the microsecond. It identifies the lease. */
  readonly until: string
}

export interface RefreshOptions {
  /** Called when the network has renewed them and they are not saved yet. */
  readonly onRenewed?: () => void
  /** No call was refused and none waits for them: only `unauthorized` marks the account, as a 403 may be a firewall’s. */
  readonly isUnused?: boolean
}

// A lease lasts longer than the time the network has to answer, so that nobody else asks while an answer may still come.
const answerMs = 100_000
const leaseMs = 120_000
const longestPauseMs = 500

/**
 * Refreshes the credentials of an account once for all callers: a refresh token that rotates must not be used twice. One
 * caller takes the lease and asks the network, without a database connection meanwhile; the others wait for its result. The
 * lease of a process that died ends by itself.
 * @throws Failure `unauthorized` when the network refuses, and the account is marked `needs_reconnect`; `account_blocked`
 * when the network has blocked the account, which is marked so; `unavailable`
 * when it could not be asked, or a guard is up, and nothing is changed.
 */
export async function refreshCredentials(
  context: Context,
  workspaceId: string,
  accountId: string,
  seenVersion: number,
  options: RefreshOptions = {},
): Promise<RefreshedCredentials> {
  const place = { workspaceId, accountId }
  for (let pauseMs = 50; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const lease = await takeLease(context.db, place, seenVersion)
    const refreshed = lease && (await useLease(context, place, lease, options))
    if (refreshed) return refreshed
    const found = await findConnection(context.db, place)
    if (!found) throw new Failure('unauthorized', 'This account is not connected.')
    if (found.version !== seenVersion) return openFound(context, place, found)
    if (found.refused) throw new Failure('unauthorized', 'This account must be connected again.')
    if (found.guarded)
      throw new Failure('unavailable', 'No token is refreshed until the operator confirms this instance.')
    await pause(pauseMs)
  }
}

/** Null when another caller has the lease, a guard is up, or the credentials were refreshed meanwhile. */
function takeLease(db: Queryable, place: AccountKey, version: number): Promise<RefreshLease | null> {
  return db.row<RefreshLease>(sql`
    update connections set refresh_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond'
    where workspace_id = ${place.workspaceId} and account_id = ${place.accountId} and version = ${version}
      and revoke_after is null and coalesce(refresh_until, '-infinity') <= clock_timestamp()
      and not exists (select from guards) and not exists (select from social_accounts
        where workspace_id = ${place.workspaceId} and id = ${place.accountId} and status = 'needs_reconnect')
    returning credentials, way, version, refresh_until::text as until`)
}

async function giveLeaseBack(
  db: Queryable,
  { workspaceId, accountId }: AccountKey,
  lease: RefreshLease,
): Promise<void> {
  await db.run(sql`
    update connections set refresh_until = null
    where workspace_id = ${workspaceId} and account_id = ${accountId} and refresh_until = ${lease.until}::timestamptz`)
}

interface StoredConnection {
  credentials: string
  version: number
  guarded: boolean
  refused: boolean
}

function findConnection(
  db: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<StoredConnection | null> {
  return db.row<StoredConnection>(sql`
    select c.credentials, c.version, exists (select from guards) as guarded, a.status = 'needs_reconnect' as refused
    from connections c join social_accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id
    where c.workspace_id = ${workspaceId} and c.account_id = ${accountId} and c.revoke_after is null`)
}

async function openFound(
  context: Context,
  place: AccountKey,
  found: StoredConnection,
): Promise<RefreshedCredentials> {
  const { workspaceId, accountId } = place
  const account = await findAccount(context.db, place)
  return {
    credentials: unsealCredentials(context.sealer, workspaceId, accountId, found.credentials),
    version: found.version,
    expiresInMs: null,
    account,
  }
}

async function findAccount(
  db: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<Account & { platform: string }> {
  const row = await db.row<{
    id: string
    platform: string
    external_id: string
    username: string
    settings: JsonObject
  }>(sql`
    select id, platform, external_id, username, settings from social_accounts
    where workspace_id = ${workspaceId} and id = ${accountId}`)
  if (!row) throw new Error('A connection has no account.')
  return { ...accountOf(row), platform: row.platform }
}

/** Asks the network and saves the new credentials. Null when the profile was connected again meanwhile. */
async function useLease(
  context: Context,
  place: AccountKey,
  lease: RefreshLease,
  { onRenewed, isUnused = false }: RefreshOptions,
): Promise<RefreshedCredentials | null> {
  const { db, sealer } = context
  const startedAt = performance.now()
  const { platform, ...account } = await findAccount(db, place)
  const connector = requireConnector(context, platform)
  const old = unsealCredentials(sealer, place.workspaceId, place.accountId, lease.credentials)
  const io = createConnectIo(context, connector, AbortSignal.timeout(answerMs))
  let given: RefreshAnswer
  try {
    given = await wayOf(connector, lease.way).refresh(account, old, io)
  } catch (error) {
    // The account is marked before the lease is given back: a waiting caller would ask the network once more in between.
    const became = inactivityOf(error, isUnused)
    if (became) await db.transaction((tx) => markInactive(tx, { ...place, version: lease.version }, became))
    await giveLeaseBack(db, place, lease)
    throw error
  }
  onRenewed?.()
  const saved = await whileAway(() => saveRenewed(context, place, lease, given), {
    longestMs: leaseMs - (performance.now() - startedAt),
  })
  return saved && finishRefresh(db, place, account, given, saved)
}

type RefreshAnswer = Awaited<ReturnType<Connect['refresh']>>

interface Saved {
  readonly version: number
  readonly expiresInMs: number | null
  readonly profileIsSaved: boolean
}

/** Null when the profile was connected again meanwhile. */
function saveRenewed(
  { db, sealer }: Context,
  place: AccountKey,
  lease: RefreshLease,
  { credentials, expiresAt, profile }: RefreshAnswer,
): Promise<Saved | null> {
  const { workspaceId, accountId } = place
  return db.transaction(async (tx) => {
    const saved = await tx.row<{ version: number; expires_in_ms: number | null }>(sql`
      update connections set version = version + 1, expires_at = ${expiresAt}, updated_at = clock_timestamp(),
        refresh_until = null, refresh_after = ${nextRefresh},
        credentials = ${sealCredentials(sealer, workspaceId, accountId, credentials)}
      where workspace_id = ${workspaceId} and account_id = ${accountId} and version = ${lease.version}
        and refresh_until = ${lease.until}::timestamptz
      returning version, (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as expires_in_ms`)
    if (!saved) return null
    const { version, expires_in_ms: expiresInMs } = saved
    // A lock on the account is not waited for here: disconnecting locks the account first and the connection second.
    const lock = sql`for no key update skip locked`
    const profileIsSaved = !profile || (await saveProfile(tx, place, { version, profile }, lock))
    return { version, expiresInMs, profileIsSaved }
  })
}

async function finishRefresh(
  db: Queryable,
  place: AccountKey,
  account: Account,
  { credentials, profile }: RefreshAnswer,
  { version, expiresInMs, profileIsSaved }: Saved,
): Promise<RefreshedCredentials> {
  if (!profile) return { credentials, version, expiresInMs, account }
  // A profile that is not saved here is found again by the next refresh.
  if (!profileIsSaved) await saveProfile(db, place, { version, profile }, sql`for no key update`)
  const { username, settings } = profile
  return { credentials, version, expiresInMs, account: { ...account, username, settings } }
}

/**
 * Saves the profile that came with a refresh, and answers whether it did: not while another transaction holds the account,
 * unless `lock` waits for it, and not when the profile was connected again meanwhile.
 */
async function saveProfile(
  db: Queryable,
  { workspaceId, accountId }: AccountKey,
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

// A refresh token that we have not needed yet is dropped only on 401: a 403 may come from a firewall before the network.
function inactivityOf(error: unknown, isUnused: boolean): Inactivity | null {
  if (!(error instanceof Failure)) return null
  if (error.kind === 'account_blocked') return 'blocked'
  const kinds = isUnused ? ['unauthorized'] : ['unauthorized', 'forbidden', 'invalid']
  return kinds.includes(error.kind) ? 'needs_reconnect' : null
}
