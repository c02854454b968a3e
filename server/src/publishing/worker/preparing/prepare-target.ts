import type { Account, Failure, Prepared } from '../../../connectors/connector.ts'
import { sql } from '../../../db/database.ts'
import { newId } from '../../../lib/id.ts'
import { createMediaSource } from '../../../media/media-source.ts'
import { failChildren } from '../../chain.ts'
import { type Changes, moveTarget } from '../../move.ts'
import { asFailure, targetError } from '../../target-error.ts'
import { due, inMs } from '../../timing.ts'
import { withAccess } from '../calling/access.ts'
import { createIo } from '../calling/connector-io.ts'
import { createExchangeLog, type Exchange, type ExchangeLog } from '../calling/exchange.ts'
import { keepSecrets } from '../calling/prepared-secrets.ts'
import type { Work } from '../claiming/load-work.ts'
import { releaseTurn } from '../waiting/account-order.ts'
import { pauseFor } from '../waiting/backoff.ts'
import { pauseNetwork } from '../waiting/pause-network.ts'
import { deferRateLimited } from '../waiting/rate-limited.ts'
import { findHoldReason, stopTarget, yieldTurn } from '../waiting/stop-target.ts'
import type { WorkerContext } from '../worker-context.ts'

// With the pauses between them, about an hour and a half of trying.
const maxTries = 12
// A connector that asks for a shorter wait than this is called again here, without another claim.
const shortWaitMs = 50

/**
 * W2, W3 and W7 to W10: does everything that is invisible and repeatable. Answers the work with its artefacts complete
 * when it may be committed now. Null when the target waits now, is held, failed, asks a person, or belongs to someone else.
 */
export async function prepareTarget(context: WorkerContext, work: Work): Promise<Work | null> {
  const { gate } = work
  if (gate.verdict !== 'go') {
    await stopTarget(context, work, gate)
    return null
  }
  const startedAt = work.now()
  const exchanges = createExchangeLog()
  try {
    return await prepareOn(context, work, exchanges, gate.dueInMs)
  } catch (error) {
    const failure = asFailure(error, 'unavailable')
    if (failure !== error)
      context.log.error({ err: error, target: work.seen.id }, 'a connector failed to prepare')
    await failPrepare(context, work, failure, { startedAt, exchange: exchanges.describe() })
    await yieldTurn(context, work)
    return null
  }
}

async function prepareOn(
  context: WorkerContext,
  work: Work,
  exchanges: ExchangeLog,
  dueInMs: number,
): Promise<Work | null> {
  let current = work
  for (;;) {
    const { prepared, account } = await callPrepare(context, current, exchanges)
    // Secrets are stored first: artefacts may count on them, but not the other way round.
    if (prepared.secrets) await keepSecrets(context, current, prepared.secrets)
    context.failpoint('after_prepare_call')
    current = { ...current, step: { ...current.step, account, artefacts: prepared.artefacts } }
    if (prepared.outcome === 'ready') break
    const goesOn = prepared.againInMs <= shortWaitMs
    const saved = await saveArtefacts(
      context,
      current,
      goesOn ? { keepLease: true } : {},
      goesOn ? null : prepared.againInMs,
    )
    context.failpoint('after_artefact_save')
    if (saved && !goesOn) await releaseTurn(context, current)
    if (!saved || !goesOn) return null
  }
  // A target that is due stores its artefacts together with the record of its commit.
  if (dueInMs <= 0) return current
  await moveTarget(context.db, current.seen, 'prepared', {
    artefacts: current.step.artefacts,
    nextActionAt: due(sql`t.scheduled_at`, sql`t.workspace_id`, sql`t.mode`),
    tries: 0,
  })
  context.failpoint('after_artefact_save')
  return null
}

function callPrepare(
  context: WorkerContext,
  work: Work,
  exchanges: ExchangeLog,
): Promise<{ prepared: Prepared; account: Account }> {
  const media = createMediaSource(context, work.seen.workspaceId, { mayFit: work.step.draft.mayFit })
  return withAccess(context, work, async ({ credentials, account }) => {
    exchanges.forget()
    const io = createIo(context, {
      work,
      credentials,
      media,
      window: null,
      sending: { called: false },
      exchanges,
    })
    return { prepared: await work.connector.prepare({ ...work.step, account }, io), account }
  })
}

function saveArtefacts(
  context: WorkerContext,
  work: Work,
  lease: Pick<Changes, 'keepLease'>,
  againInMs: number | null,
): Promise<boolean> {
  return moveTarget(context.db, work.seen, 'prepare_again', {
    ...lease,
    artefacts: work.step.artefacts,
    nextActionAt: againInMs === null ? sql`lease_until` : inMs(againInMs),
  })
}

async function failPrepare(
  context: WorkerContext,
  work: Work,
  failure: Failure,
  { startedAt, exchange }: { readonly startedAt: Date; readonly exchange: Exchange | null },
): Promise<void> {
  const error = targetError(failure)
  await context.db.transaction(async (tx) => {
    const deferral = failure.kind === 'rate_limited' ? await deferRateLimited(tx, work, failure) : null
    const tries = work.tries + (deferral?.isTry === false ? 0 : 1)
    if (failure.kind === 'app_unusable') await pauseNetwork(tx, work, failure)
    const mayHold = ['unauthorized', 'account_blocked', 'app_unusable'].includes(failure.kind)
    const holdReason = mayHold ? await findHoldReason(tx, work) : null
    const isRefused = failure.kind === 'invalid' || failure.kind === 'forbidden'
    const final = !holdReason && (isRefused || tries >= maxTries)
    const moved = holdReason
      ? await moveTarget(tx, work.seen, 'hold', { holdReason, error })
      : final
        ? await moveTarget(tx, work.seen, 'refuse_early', { error, tries })
        : await moveTarget(tx, work.seen, 'prepare_again', {
            error,
            tries,
            nextActionAt: deferral?.nextActionAt ?? inMs(pauseFor(context, tries, failure)),
          })
    if (!moved) return
    if (final) await failChildren(tx, work.seen.workspaceId, work.seen.postId, work.seen.id)
    await tx.run(sql`
      insert into failed_prepares (workspace_id, id, target_id, started_at, error, exchange)
      values (${work.seen.workspaceId}, ${newId()}, ${work.seen.id}, ${startedAt}, ${JSON.stringify(error)}::jsonb,
        ${exchange && JSON.stringify(exchange)}::jsonb)`)
  })
}
