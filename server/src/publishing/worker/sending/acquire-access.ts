import { Failure } from '../../../connectors/connector.ts'
import { asFailure } from '../../target-error.ts'
import { openFreshAccess, type VersionedAccess } from '../calling/access.ts'
import type { Work } from '../claiming/load-work.ts'
import { pauseFor } from '../waiting/backoff.ts'
import { findHoldReason, holdTarget, yieldTurn } from '../waiting/stop-target.ts'
import type { WorkerContext } from '../worker-context.ts'
import { stayReady } from './intend.ts'

// The bounds of a pause after a 429 for renewing credentials. The gate is passed again after it, so what is too late asks.
const [shortestLimitMs, longestLimitMs] = [2_000, 600_000]

/**
 * Opens the credentials for a commit. Null when there are none now: the target waits, or is held until its account is
 * connected again. Nothing was written down yet, so nothing was sent.
 */
export async function acquireAccess(context: WorkerContext, work: Work): Promise<VersionedAccess | null> {
  const access = await openFreshAccess(context, work).catch((error: unknown) =>
    asFailure(error, 'unavailable'),
  )
  if (!(access instanceof Failure)) return access
  const isGone = access.kind === 'unauthorized' || access.kind === 'account_blocked'
  if (isGone && (await holdForReconnect(context, work))) {
    await yieldTurn(context, work)
    return null
  }
  const pauseMs = pauseFor(context, work.tries + 1, access)
  const isLimited = access.kind === 'rate_limited'
  await stayReady(
    context.db,
    work,
    isLimited ? Math.min(longestLimitMs, Math.max(shortestLimitMs, pauseMs)) : pauseMs,
  )
  return null
}

/** False when the account was connected again meanwhile. */
function holdForReconnect({ db }: WorkerContext, work: Work): Promise<boolean> {
  return db.transaction(async (tx) => {
    const reason = await findHoldReason(tx, work)
    if (reason) await holdTarget(tx, work, reason)
    return reason !== null
  })
}
