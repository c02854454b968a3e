import { markNeedsReconnect } from '../accounts/mark-needs-reconnect.ts'
import { type OpenCredentials, openCredentials } from '../accounts/read-credentials.ts'
import { refreshCredentials } from '../accounts/refresh-credentials.ts'
import { Failure } from '../connectors/connector.ts'
import type { JsonObject } from '../lib/json.ts'
import type { Work } from './load-work.ts'
import type { WorkerContext } from './worker-context.ts'

/** Credentials that will still be good when the network reads them. */
const refreshAheadMs = 120_000

/**
 * Opens the credentials of an account for one repeatable call, and once more, refreshed, if the network refuses them.
 * @throws Failure `unauthorized` when our leave is gone for good; the account is then marked `needs_reconnect`.
 */
export async function withCredentials<Result>(
  context: WorkerContext,
  work: Work,
  call: (credentials: JsonObject) => Promise<Result>,
): Promise<Result> {
  const opened = await openFresh(context, work)
  try {
    return await call(opened.credentials)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    return callRefreshed(context, work, opened.version, call)
  }
}

async function callRefreshed<Result>(
  context: WorkerContext,
  work: Work,
  version: number,
  call: (credentials: JsonObject) => Promise<Result>,
): Promise<Result> {
  const refreshed = await refresh(context, work, version)
  try {
    return await call(refreshed.credentials)
  } catch (error) {
    if (isUnauthorized(error)) await giveUp(context, work)
    throw error
  }
}

/**
 * The credentials for a commit. A commit that was refused for them is not repeated here: the next try comes with
 * `lastError` set, and begins by refreshing.
 * @throws Failure as `withCredentials`
 */
export async function openFreshCredentials(context: WorkerContext, work: Work): Promise<JsonObject> {
  const opened = await openFresh(context, work)
  if (work.lastError?.code !== 'account_needs_reconnect') return opened.credentials
  if (work.tries > mostRefusals) {
    await giveUp(context, work)
    throw new Failure('unauthorized', work.lastError.message, { platformCode: work.lastError.platform_code })
  }
  return (await refresh(context, work, opened.version)).credentials
}

// Refused, refreshed, refused again.
const mostRefusals = 1

function isUnauthorized(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'unauthorized'
}

function giveUp(context: WorkerContext, work: Work): Promise<void> {
  return context.db.transaction((tx) => markNeedsReconnect(tx, work.seen.workspaceId, work.accountId))
}

async function openFresh(context: WorkerContext, work: Work): Promise<OpenCredentials> {
  const { workspaceId } = work.seen
  const opened = await openCredentials(context, workspaceId, work.accountId)
  if (!opened) throw new Failure('unauthorized', 'This account is not connected.')
  const isFresh = opened.expiresInMs === null || opened.expiresInMs > refreshAheadMs
  return isFresh ? opened : refresh(context, work, opened.version)
}

function refresh(context: WorkerContext, work: Work, seenVersion: number): Promise<OpenCredentials> {
  return refreshCredentials(context, work.seen.workspaceId, work.accountId, seenVersion)
}
