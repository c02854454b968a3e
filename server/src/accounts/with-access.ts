import { type Account, Failure } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { markNeedsReconnect } from './mark-needs-reconnect.ts'
import { type AccountKey, openCredentials } from './read-credentials.ts'
import { type RefreshedCredentials, type RefreshOptions, refreshCredentials } from './refresh-credentials.ts'

// Credentials must still be good when the network reads them.
const refreshAheadMs = 120_000

/** Crier's access to an account: its credentials, and the account as it is now, which refreshing may have moved. */
export interface Access {
  readonly credentials: JsonObject
  readonly account: Account
}

/** An account to be used, and what to be told while its credentials are refreshed. */
export interface AccessWish extends AccountKey {
  readonly account: Account
  readonly refreshing?: RefreshOptions
}

/**
 * Opens the credentials of an account for one repeatable call, and repeats the call with refreshed ones if the network
 * refuses them.
 * @throws Failure `unauthorized` when the network refuses those too; the account is then marked `needs_reconnect`.
 */
export async function withAccess<Result>(
  context: Context,
  wish: AccessWish,
  call: (access: Access) => Promise<Result>,
): Promise<Result> {
  const opened = await openFreshCredentials(context, wish)
  try {
    return await call(opened)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    return callRefreshed(context, wish, opened.version, call)
  }
}

async function callRefreshed<Result>(
  context: Context,
  wish: AccessWish,
  version: number,
  call: (access: Access) => Promise<Result>,
): Promise<Result> {
  const refreshed = await refreshNow(context, wish, version)
  try {
    return await call(refreshed)
  } catch (error) {
    if (isUnauthorized(error)) await giveUp(context, wish, refreshed.version)
    throw error
  }
}

function isUnauthorized(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'unauthorized'
}

function giveUp(context: Context, { workspaceId, accountId }: AccessWish, version: number): Promise<void> {
  return context.db.transaction((tx) => markNeedsReconnect(tx, workspaceId, accountId, version))
}

/** Opens credentials that do not expire within the next two minutes, refreshed if need be. @throws Failure */
export async function openFreshCredentials(
  context: Context,
  wish: AccessWish,
): Promise<RefreshedCredentials> {
  const opened = await openCredentials(context, wish)
  if (!opened) throw new Failure('unauthorized', 'This account is not connected.')
  const isFresh = opened.expiresInMs === null || opened.expiresInMs > refreshAheadMs
  return isFresh ? { ...opened, account: wish.account } : refreshNow(context, wish, opened.version)
}

/** Refreshes credentials of which this version was seen. @throws Failure */
export function refreshNow(
  context: Context,
  { workspaceId, accountId, refreshing }: AccessWish,
  seenVersion: number,
): Promise<RefreshedCredentials> {
  return refreshCredentials(context, workspaceId, accountId, seenVersion, refreshing)
}
