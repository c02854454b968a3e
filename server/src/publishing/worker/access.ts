import { markNeedsReconnect } from '../../accounts/mark-needs-reconnect.ts'
import { openCredentials } from '../../accounts/read-credentials.ts'
import { type RefreshedCredentials, refreshCredentials } from '../../accounts/refresh-credentials.ts'
import { type Account, Failure } from '../../connectors/connector.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Work } from './load-work.ts'
import type { WorkerContext } from './worker-context.ts'

// Credentials must still be good when the network reads them.
const refreshAheadMs = 120_000

/** Crier's access to an account: its credentials, and the account as it is now, which refreshing may have moved. */
export interface Access {
  readonly credentials: JsonObject
  readonly account: Account
}

/** `version` counts the credentials that the account has had. */
export interface VersionedAccess extends Access {
  readonly version: number
}

/**
 * Opens the credentials of an account for one repeatable call, and repeats the call with refreshed ones if the network
 * refuses them.
 * @throws Failure `unauthorized` when the network refuses those too; the account is then marked `needs_reconnect`.
 */
export async function withAccess<Result>(
  context: WorkerContext,
  work: Work,
  call: (access: Access) => Promise<Result>,
): Promise<Result> {
  const opened = await openFresh(context, work)
  try {
    return await call(opened)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    return callRefreshed(context, work, opened.version, call)
  }
}

async function callRefreshed<Result>(
  context: WorkerContext,
  work: Work,
  version: number,
  call: (access: Access) => Promise<Result>,
): Promise<Result> {
  const refreshed = await refresh(context, work, version)
  try {
    return await call(refreshed)
  } catch (error) {
    if (isUnauthorized(error)) await giveUp(context, work, refreshed.version)
    throw error
  }
}

/**
 * Opens the credentials for a commit. A commit that its network refused for them is not repeated here: the next try finds
 * that in `lastError` and refreshes first. If those are refused too, `settleSend` gives the access up.
 * @throws Failure as `withAccess`
 */
export async function openFreshAccess(context: WorkerContext, work: Work): Promise<VersionedAccess> {
  const opened = await openFresh(context, work)
  return wasAccessRefused(work) ? refresh(context, work, opened.version) : opened
}

/** The network refused the credentials of the last try, so this try came with refreshed ones. */
export function wasAccessRefused({ lastError }: Work): boolean {
  return lastError?.code === 'account_needs_reconnect'
}

function isUnauthorized(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'unauthorized'
}

function giveUp(context: WorkerContext, work: Work, version: number): Promise<void> {
  return context.db.transaction((tx) =>
    markNeedsReconnect(tx, work.seen.workspaceId, work.accountId, version),
  )
}

async function openFresh(context: WorkerContext, work: Work): Promise<RefreshedCredentials> {
  const { workspaceId } = work.seen
  const opened = await openCredentials(context, { workspaceId, accountId: work.accountId })
  if (!opened) throw new Failure('unauthorized', 'This account is not connected.')
  const isFresh = opened.expiresInMs === null || opened.expiresInMs > refreshAheadMs
  return isFresh ? { ...opened, account: work.step.account } : refresh(context, work, opened.version)
}

function refresh(context: WorkerContext, work: Work, seenVersion: number): Promise<RefreshedCredentials> {
  return refreshCredentials(context, work.seen.workspaceId, work.accountId, seenVersion, {
    onRenewed: () => context.failpoint('after_token_refresh'),
  })
}
