import { accountOf } from '../../accounts/account-of.ts'
import { createConnectIo } from '../../accounts/connect-io.ts'
import { withAccess } from '../../accounts/with-access.ts'
import { type Connector, type DeletePower, Failure } from '../../connectors/connector.ts'
import { connectorOf, powerOf } from '../../connectors/of-platform.ts'
import type { Context } from '../../context.ts'
import { asFailure, targetError } from '../../publishing/target-error.ts'
import { explainDeletion, isLasting } from './deletion-error.ts'
import {
  type Claim,
  failUnpublication,
  finishUnpublication,
  listPublicParts,
  noteDeleted,
  type PublicPart,
  putOffUnpublication,
} from './unpublication.ts'

/** The network may take so long to delete one part. */
const partMs = 30_000
const longestPauseMs = 3_600_000
/** With the pauses between them, about a day. */
const mostTries = 30

/**
 * Deletes a result at its network, part by part, the newest first: a thread is never left without its beginning. Each part
 * that is gone is noted before the next is begun. Answers the time until the next try in milliseconds, or null where there
 * is none.
 */
export async function unpublishResult(
  context: Context,
  claim: Claim,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    for (const part of await listPublicParts(context.db, claim)) {
      await deletePart(context, claim, part, signal)
      if (!(await noteDeleted(context.db, claim, part.position))) return null
    }
  } catch (error) {
    return settleFailure(context, claim, error, signal)
  }
  await context.db.transaction((tx) => finishUnpublication(tx, claim))
  return null
}

async function deletePart(
  context: Context,
  { workspaceId, accountId, platform, account }: Claim,
  { remote_id: remoteId, remote_url: url, remote_reference: reference }: PublicPart,
  signal: AbortSignal,
): Promise<void> {
  const { connector, power } = findPower(context, platform)
  const io = createConnectIo(context, connector, AbortSignal.any([signal, AbortSignal.timeout(partMs)]))
  const wish = { workspaceId, accountId, account: accountOf(account) }
  await withAccess(context, wish, (access) =>
    power.delete({ remoteId, url, reference }, access.account, access.credentials, io),
  )
}

/** @throws Failure where the connector lost the power since the deletion was asked for */
function findPower(context: Context, platform: string): { connector: Connector; power: DeletePower } {
  const connector = connectorOf(context, platform)
  const power = powerOf(connector, 'delete')
  if (connector && power) return { connector, power }
  throw new Failure('forbidden', `This server can no longer delete posts on ${connector?.name ?? platform}.`)
}

async function settleFailure(
  context: Context,
  claim: Claim,
  error: unknown,
  signal: AbortSignal,
): Promise<number | null> {
  if (signal.aborted) {
    await putOffUnpublication(context.db, claim, 0, null)
    return 0
  }
  const failure = asFailure(error, 'unavailable')
  context.log.info({ err: error, post_result_id: claim.id }, 'a post could not be deleted at its network')
  const explained = explainDeletion(failure, targetError(failure))
  if (isLasting(failure.kind) || claim.tries + 1 >= mostTries) {
    await context.db.transaction((tx) => failUnpublication(tx, claim, explained))
    return null
  }
  const growing = context.config.timings.backoffMs * 2 ** Math.min(claim.tries, 20)
  const inMs = Math.max(Math.min(longestPauseMs, growing), failure.retryAfterMs ?? 0)
  await putOffUnpublication(context.db, claim, inMs, explained)
  return inMs
}
