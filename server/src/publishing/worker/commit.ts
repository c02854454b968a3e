import { type Committed, Failure } from '../../connectors/connector.ts'
import { createMediaSource } from '../../media/media-source.ts'
import { asFailure } from '../target-error.ts'
import { openFreshAccess, type VersionedAccess } from './access.ts'
import { releaseTurn, wakeIfFirst } from './account-order.ts'
import { createIo, type Sending } from './connector-io.ts'
import { findHoldReason, holdTarget, releaseIfFree } from './hold.ts'
import { type Intent, intend, stayReady } from './intend.ts'
import type { Work } from './load-work.ts'
import { pauseFor, stopHeld } from './prepare.ts'
import { type SendOutcome, settleSend } from './settle.ts'
import type { WorkerContext } from './worker-context.ts'

/**
 * W4 to W6: writes the commit down, then sends it, then writes down what came of it. The record with the exact bytes is
 * durable before the first of them leaves; when its COMMIT is not known to have happened, nothing is sent.
 */
export async function commitTarget(context: WorkerContext, work: Work): Promise<void> {
  const access = await openFreshAccess(context, work).catch((error: unknown) =>
    asFailure(error, 'unavailable'),
  )
  if (access instanceof Failure) return waitForAccess(context, work, access)
  const intent = await intend(context, { ...work, step: { ...work.step, account: access.account } })
  if (intent === 'behind') {
    if (await wakeIfFirst(context, work.seen)) context.wake(0)
    return
  }
  if (intent === 'to_hold') return stopHeld(context, work)
  if (intent === 'left') return yieldTurn(context, work)
  if (intent === 'waits') return
  context.failpoint('after_intent_commit')
  const outcome = await send(context, intent, access)
  await settleSend(context, intent.work, intent.commit, outcome)
}

// It is held or asks: nothing it does stands in another's way any more.
async function yieldTurn(context: WorkerContext, work: Work): Promise<void> {
  await releaseIfFree(context, work)
  await releaseTurn(context, work)
}

// The bounds of a pause after a 429 for renewing credentials. The gate is passed again after it, so what is too late asks.
const [shortestLimitMs, longestLimitMs] = [2_000, 600_000]

// Nothing was written down yet, so nothing was sent.
async function waitForAccess(context: WorkerContext, work: Work, failure: Failure): Promise<void> {
  if (failure.kind === 'unauthorized' && (await holdForAccess(context, work))) return yieldTurn(context, work)
  const pauseMs = pauseFor(context, work.tries + 1, failure)
  const isLimited = failure.kind === 'rate_limited'
  await stayReady(
    context.db,
    work,
    isLimited ? Math.min(longestLimitMs, Math.max(shortestLimitMs, pauseMs)) : pauseMs,
  )
}

/** False when the account was connected again meanwhile. */
function holdForAccess({ db }: WorkerContext, work: Work): Promise<boolean> {
  return db.transaction(async (tx) => {
    const reason = await findHoldReason(tx, work)
    if (reason) await holdTarget(tx, work, reason)
    return reason !== null
  })
}

/** W5: sends a record that is durable, once. Whatever is thrown after the call began and is not on a list is unknown. */
export async function send(
  context: WorkerContext,
  intent: Intent,
  { credentials, version: accessVersion }: VersionedAccess,
): Promise<SendOutcome> {
  const { work, commit, window } = intent
  const sending: Sending = { called: false }
  const media = createMediaSource(context, work.seen.workspaceId)
  const io = createIo(context, { credentials, media, now: work.now, window, sending })
  const step = {
    ...work.step,
    commit: commit.request,
    firstSentAt: commit.firstSentAt,
    sends: commit.sends,
    ref: null,
    looks: 0,
  }
  try {
    const committed: Committed = await work.connector.commit(step, io)
    if (!sending.called)
      throw new Error(`${work.connector.platform} claims to have published without sending.`)
    return committed
  } catch (error) {
    const failure = asFailure(error, sending.called ? 'unknown_outcome' : 'not_sent')
    if (failure !== error) context.log.error({ err: error, target: work.seen.id }, 'committing broke')
    if (!sending.called)
      return {
        outcome: 'failed',
        accessVersion,
        failure: new Failure('not_sent', failure.message, { cause: failure }),
      }
    return { outcome: 'failed', accessVersion, failure }
  }
}
