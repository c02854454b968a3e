import { accountOf } from '../../accounts/account-of.ts'
import { createConnectIo } from '../../accounts/connect-io.ts'
import { withAccess } from '../../accounts/with-access.ts'
import type { Connector, EditPower } from '../../connectors/connector.ts'
import { requirePower } from '../../connectors/of-platform.ts'
import type { Context } from '../../context.ts'
import { asFailure } from '../../publishing/target-error.ts'
import { createExchangeLog, type ExchangeLog } from '../../publishing/worker/calling/exchange.ts'
import { watchExchanges } from '../../publishing/worker/calling/watch-exchanges.ts'
import { explainAtNetwork, pauseBeforeNextTry } from '../network-errors.ts'
import type { EditClaim } from './claim-edit.ts'
import { goneError } from './edit-error.ts'
import { failEdit, finishEdit, putOffEdit } from './edit-outcome.ts'

/** The time that a network has for one edit, refreshing the access included. */
const editMs = 60_000
const longestPauseMs = 600_000
/** With the pauses between them, about an hour and a half: until then no other edit of the result is taken. */
const mostTries = 16

/**
 * Makes an edit at its network. It sets the text to a given one, so it is repeated after a lost answer. Answers the time until
 * the next try in milliseconds, or null where there is none.
 */
export async function makeEdit(
  context: Context,
  claim: EditClaim,
  signal: AbortSignal,
): Promise<number | null> {
  const exchanges = createExchangeLog()
  try {
    const { connector, power } = requirePower(context, claim.platform, 'edit', 'edit posts')
    const outcome = await askNetwork(context, claim, { connector, power, exchanges, signal })
    const exchange = exchanges.describe()
    await context.db.transaction((tx) =>
      outcome === 'edited'
        ? finishEdit(tx, claim, exchange)
        : failEdit(tx, claim, goneError(connector.name), exchange),
    )
    return null
  } catch (error) {
    return settleFailure(context, claim, error, { exchanges, signal })
  }
}

function askNetwork(
  context: Context,
  { workspaceId, accountId, account, edit }: EditClaim,
  means: {
    readonly connector: Connector
    readonly power: EditPower
    readonly exchanges: ExchangeLog
    readonly signal: AbortSignal
  },
): Promise<'edited' | 'gone'> {
  const { connector, power, exchanges, signal } = means
  const world = createConnectIo(context, connector, AbortSignal.any([signal, AbortSignal.timeout(editMs)]))
  const io = watchExchanges(world, exchanges)
  const request = { workspaceId, accountId, account: accountOf(account) }
  return withAccess(context, request, (access) => {
    exchanges.learn(access.credentials)
    return power.edit(edit, access.account, access.credentials, io)
  })
}

async function settleFailure(
  context: Context,
  claim: EditClaim,
  error: unknown,
  { exchanges, signal }: { readonly exchanges: ExchangeLog; readonly signal: AbortSignal },
): Promise<number | null> {
  const exchange = exchanges.describe()
  if (signal.aborted) {
    await putOffEdit(context.db, claim, 0, { error: null, exchange })
    return 0
  }
  const failure = asFailure(error, 'unavailable')
  context.log.info({ err: error, post_result_id: claim.rootId }, 'a post could not be edited at its network')
  const explained = explainAtNetwork(failure, {
    refused: { code: 'edit_refused_by_network', retryable: false },
    notDone: { code: 'edit_not_done' },
  })
  const inMs = pauseBeforeNextTry(context, failure, claim.tries, { mostTries, longestPauseMs })
  if (inMs === null) await context.db.transaction((tx) => failEdit(tx, claim, explained, exchange))
  else await putOffEdit(context.db, claim, inMs, { error: explained, exchange })
  return inMs
}
