import { type Account, Failure, type FailureKind } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { type Inactivity, markInactive } from './mark-inactive.ts'
import { type AccountKey, openCredentials } from './open-credentials.ts'
import { type RefreshedCredentials, type RefreshOptions, refreshCredentials } from './refresh-credentials.ts'

// Credentials must still be good when the network reads them.
const refreshAheadMs = 120_000

/** Crier's access to an account: its credentials, and the account as it is now, which refreshing may have moved. */
export interface Access {
  readonly credentials: JsonObject
  readonly account: Account
}

/** The account to open credentials for, and a callback for the moment after they were refreshed. */
export interface AccessRequest extends AccountKey {
  readonly account: Account
  readonly refreshing?: RefreshOptions
}

/**
 * Opens the credentials of an account for one repeatable call, and repeats the call with refreshed ones if the network
 * refuses them.
 * @throws Failure `unauthorized` when the network refuses those too, and `account_blocked` when it has blocked the account;
 * the account is then marked `needs_reconnect` or `blocked`.
 */
export async function withAccess<Result>(
  context: Context,
  request: AccessRequest,
  call: (access: Access) => Promise<Result>,
): Promise<Result> {
  const opened = await openFreshCredentials(context, request)
  try {
    return await call(opened)
  } catch (error) {
    if (isKind(error, 'account_blocked')) await giveUp(context, request, opened.version, 'blocked')
    if (!isKind(error, 'unauthorized')) throw error
    return callRefreshed(context, request, opened.version, call)
  }
}

async function callRefreshed<Result>(
  context: Context,
  request: AccessRequest,
  version: number,
  call: (access: Access) => Promise<Result>,
): Promise<Result> {
  const refreshed = await refreshNow(context, request, version)
  try {
    return await call(refreshed)
  } catch (error) {
    if (isKind(error, 'unauthorized')) await giveUp(context, request, refreshed.version, 'needs_reconnect')
    if (isKind(error, 'account_blocked')) await giveUp(context, request, refreshed.version, 'blocked')
    throw error
  }
}

function isKind(error: unknown, kind: FailureKind): boolean {
  return error instanceof Failure && error.kind === kind
}

function giveUp(
  context: Context,
  { workspaceId, accountId }: AccessRequest,
  version: number,
  became: Inactivity,
): Promise<void> {
  return context.db.transaction((tx) => markInactive(tx, { workspaceId, accountId, version }, became))
}

/** Opens credentials that do not expire within the next two minutes, refreshed if need be. @throws Failure */
export async function openFreshCredentials(
  context: Context,
  request: AccessRequest,
): Promise<RefreshedCredentials> {
  const opened = await openCredentials(context, request)
  if (!opened) throw new Failure('unauthorized', 'This account is not connected.')
  const isFresh = opened.expiresInMs === null || opened.expiresInMs > refreshAheadMs
  return isFresh ? { ...opened, account: request.account } : refreshNow(context, request, opened.version)
}

/** Refreshes credentials of which this version was seen. @throws Failure */
export function refreshNow(
  context: Context,
  { workspaceId, accountId, refreshing }: AccessRequest,
  seenVersion: number,
): Promise<RefreshedCredentials> {
  return refreshCredentials(context, workspaceId, accountId, seenVersion, refreshing)
}
