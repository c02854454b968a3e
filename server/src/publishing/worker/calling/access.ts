import {
  type Access,
  type AccessRequest,
  openFreshCredentials,
  refreshNow,
  withAccess as withAccountAccess,
} from '../../../accounts/with-access.ts'
import type { Work } from '../claiming/load-work.ts'
import type { WorkerContext } from '../worker-context.ts'

/** `version` counts the credentials that the account has had. */
export interface VersionedAccess extends Access {
  readonly version: number
}

/** Opens the credentials of the account of a target for one repeatable call. @throws Failure */
export function withAccess<Result>(
  context: WorkerContext,
  work: Work,
  call: (access: Access) => Promise<Result>,
): Promise<Result> {
  return withAccountAccess(context, requestOf(context, work), call)
}

/**
 * Opens the credentials for a commit. A commit that its network refused for them is not repeated here: the next try finds
 * that in `lastError` and refreshes first. If those are refused too, `settleSend` gives the access up.
 * @throws Failure as `withAccess`
 */
export async function openFreshAccess(context: WorkerContext, work: Work): Promise<VersionedAccess> {
  const request = requestOf(context, work)
  const opened = await openFreshCredentials(context, request)
  return wasAccessRefused(work) ? refreshNow(context, request, opened.version) : opened
}

/** The network refused the credentials of the last try, so this try came with refreshed ones. */
export function wasAccessRefused({ lastError }: Work): boolean {
  return lastError?.code === 'account_needs_reconnect'
}

function requestOf(context: WorkerContext, { seen, accountId, step }: Work): AccessRequest {
  return {
    workspaceId: seen.workspaceId,
    accountId,
    account: step.account,
    refreshing: { onRenewed: () => context.failpoint('after_token_refresh') },
  }
}
