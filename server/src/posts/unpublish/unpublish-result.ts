import { accountOf } from '../../accounts/account-of.ts'
import { createConnectIo } from '../../accounts/connect-io.ts'
import { withAccess } from '../../accounts/with-access.ts'
import { requirePower } from '../../connectors/of-platform.ts'
import type { Context } from '../../context.ts'
import { asFailure } from '../../publishing/target-error.ts'
import { explainAtNetwork, pauseBeforeNextTry } from '../network-errors.ts'
import {
  failUnpublication,
  finishUnpublication,
  listPublicParts,
  noteDeleted,
  type PublicPart,
  putOffUnpublication,
  type UnpublicationClaim,
} from './unpublication.ts'

/** The time that a network has to delete one part. */
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
  claim: UnpublicationClaim,
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
  { workspaceId, accountId, platform, account }: UnpublicationClaim,
  { remote_id: remoteId, remote_url: url, remote_reference: reference }: PublicPart,
  signal: AbortSignal,
): Promise<void> {
  const { connector, power } = requirePower(context, platform, 'delete', 'delete posts')
  const io = createConnectIo(context, connector, AbortSignal.any([signal, AbortSignal.timeout(partMs)]))
  const request = { workspaceId, accountId, account: accountOf(account) }
  await withAccess(context, request, (access) =>
    power.delete({ remoteId, url, reference }, access.account, access.credentials, io),
  )
}

async function settleFailure(
  context: Context,
  claim: UnpublicationClaim,
  error: unknown,
  signal: AbortSignal,
): Promise<number | null> {
  if (signal.aborted) {
    await putOffUnpublication(context.db, claim, 0, null)
    return 0
  }
  const failure = asFailure(error, 'unavailable')
  context.log.info({ err: error, post_result_id: claim.id }, 'a post could not be deleted at its network')
  const explained = explainAtNetwork(failure, {
    refused: { code: 'deletion_refused_by_network' },
    notDone: { code: 'deletion_not_done' },
  })
  const inMs = pauseBeforeNextTry(context, failure, claim.tries, { mostTries, longestPauseMs })
  if (inMs === null) await context.db.transaction((tx) => failUnpublication(tx, claim, explained))
  else await putOffUnpublication(context.db, claim, inMs, explained)
  return inMs
}
