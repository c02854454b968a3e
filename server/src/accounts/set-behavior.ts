import { type Connector, Failure } from '../connectors/connector.ts'
import { connectorOf, powerOf } from '../connectors/of-platform.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { invalid, notFound, Problem } from '../lib/problem.ts'
import { createValidate } from '../lib/requests/validate.ts'
import { sentence } from '../lib/text/sentence.ts'
import { type AccountFacts, accountOf } from './account-of.ts'
import { createConnectIo } from './connect-io.ts'
import { openCredentials } from './open-credentials.ts'

// Workers that want to publish on this account wait for its lock meanwhile.
const answerMs = 2_000

/**
 * Sets how the simulated network treats an account from now on. The account stays locked during the call, so that no
 * commit is written between the network’s change and ours. Only networks inside Crier have this power. They answer on
 * database connections of their own, so the call cannot wait for the connection that its caller holds.
 * @throws Problem 404; 409 when the network no longer accepts our credentials; 422; 503
 */
export async function setBehavior(
  call: CallContext,
  accountId: string,
  behavior: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { context, db, workspaceId, mode } = call
  const row = await db.row<AccountFacts & { platform: string }>(sql`
    select id, platform, external_id, username, settings from social_accounts
    where workspace_id = ${workspaceId} and mode = ${mode} and id = ${accountId} and disconnected_at is null
    for no key update`)
  if (!row) throw notFound('social account')
  const connector = connectorOf(context, row.platform)
  const power = powerOf(connector, 'behavior')
  if (!connector || !power) throw unable(connector?.name ?? row.platform)
  const wrong = createValidate(power.schema)(behavior)
  if (wrong.length > 0) throw invalid(wrong.map((each) => ({ ...each, pointer: `/behavior${each.pointer}` })))
  const opened = await openCredentials({ db, sealer: context.sealer }, { workspaceId, accountId })
  if (!opened) throw accessIsGone(connector)
  const io = createConnectIo(context, connector, AbortSignal.timeout(answerMs))
  const accepted = await power
    .set(accountOf(row), opened.credentials, behavior as JsonObject, io)
    .catch((error: unknown) => {
      throw explainFailure(error, connector)
    })
  await db.run(sql`
    update social_accounts set settings = ${JSON.stringify(accepted)}::jsonb, updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${accountId}`)
}

function unable(name: string): Problem {
  const detail = sentence(
    'Accounts on {network} have no behaviour to set. Only accounts on a simulated network have.',
    { network: name },
  )
  return invalid([{ pointer: '/behavior', code: 'behavior_not_supported', detail }])
}

function accessIsGone({ name }: Connector): Problem {
  return new Problem(
    409,
    'account_needs_reconnect',
    sentence('{network} no longer accepts Crier’s access to this account. Connect it again.', {
      network: name,
    }),
  )
}

/** The problem for a failed call to the network. Any error but a Failure is our own fault and is thrown on. */
function explainFailure(error: unknown, connector: Connector): unknown {
  if (!(error instanceof Failure)) return error
  if (error.kind === 'unauthorized') return accessIsGone(connector)
  if (error.kind === 'invalid' || error.kind === 'forbidden') {
    return invalid([{ pointer: '/behavior', code: 'refused_by_network', detail: error.message }])
  }
  return new Problem(503, 'network_unavailable', `The network could not be reached: ${error.message}`, {
    retryAfterSeconds: 5,
  })
}
