import { takePermits } from '../../../accounts/permits.ts'
import { Failure, type NetworkClass, repeatableForMs } from '../../../connectors/connector.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import { moveTarget } from '../../move.ts'
import { asFailure } from '../../target-error.ts'
import { openFreshAccess } from '../calling/access.ts'
import type { SendWindow } from '../calling/connector-io.ts'
import type { Work } from '../claiming/load-work.ts'
import { type CommitRow, commitAge } from '../records/commit-record.ts'
import { lockTargetAsSeen } from '../records/result-writer.ts'
import { openWindow, permitOf } from '../sending/intend.ts'
import { send } from '../sending/send.ts'
import { settleSend } from '../settling/settle-send.ts'
import type { WorkerContext } from '../worker-context.ts'

const mostSends = 8

/**
 * R2: sends the same bytes under the same key once more, where that is still safe. `not_now`: the account's credentials
 * cannot be had, or its network has no room at the moment. `sent` also where the target is no longer ours.
 */
export async function repeatSend(
  context: WorkerContext,
  work: Work,
  commit: CommitRow,
  network: NetworkClass,
): Promise<'sent' | 'not_safe' | 'not_now'> {
  if (commit.sends >= mostSends || repeatableForMs(network) === 0) return 'not_safe'
  if (!(await isKeyAlive(context.db, work, commit, network))) return 'not_safe'
  const access = await openFreshAccess(context, work).catch((error: unknown) =>
    asFailure(error, 'unavailable'),
  )
  if (access instanceof Failure) return 'not_now'
  const window = openWindow(context, commit.request)
  const reopened = await context.db.transaction((tx) =>
    reopenCommit(context, tx, work, commit, network, window),
  )
  if (reopened === 'not_safe' || reopened === 'not_now') return reopened
  if (reopened === 'lost') return 'sent'
  const again = { ...commit, sends: commit.sends + 1, ambiguous: true }
  const seen = { ...work.seen, state: 'committing' as const }
  const sent = { ...work, seen, step: { ...work.step, account: access.account } }
  await settleSend(context, sent, again, await send(context, { work: sent, commit: again, window }, access))
  return 'sent'
}

/** Writes down that the commit is sent once more. */
async function reopenCommit(
  context: WorkerContext,
  tx: Queryable,
  work: Work,
  commit: CommitRow,
  network: NetworkClass,
  { windowMs, timeoutMs }: SendWindow,
): Promise<'reopened' | 'lost' | 'not_safe' | 'not_now'> {
  // Asked again in this transaction: refreshing the credentials may have taken long.
  if (!(await isKeyAlive(tx, work, commit, network))) return 'not_safe'
  if (!(await lockTargetAsSeen(tx, work))) return 'lost'
  const [wait] = await takePermits(tx, [permitOf(work)], context.config.timings.sendWindowMs)
  if (wait) return 'not_now'
  const moved = await moveTarget(tx, work.seen, 'send_again', {
    keepLease: true,
    nextActionAt: sql`lease_until`,
  })
  if (!moved) return 'lost'
  const { settleMs } = context.config.timings
  await tx.run(sql`
    update commits set sends = sends + 1, ambiguous = true, outcome = 'pending', fence = ${work.seen.fence},
      send_deadline = clock_timestamp() + ${windowMs}::float8 * interval '1 millisecond',
      look_after = clock_timestamp() + ${windowMs + timeoutMs + settleMs}::float8 * interval '1 millisecond'
    where workspace_id = ${work.seen.workspaceId} and id = ${commit.id}`)
  return 'reopened'
}

/** Whether the network surely still knows the key of the first send. */
async function isKeyAlive(
  db: Queryable,
  work: Work,
  commit: CommitRow,
  network: NetworkClass,
): Promise<boolean> {
  const forMs = repeatableForMs(network)
  return forMs === Number.POSITIVE_INFINITY || (await commitAge(db, work, commit)) <= forMs
}
