import { type Choice, Failure } from '../connectors/connector.ts'
import { powerOf, requireConnector } from '../connectors/of-platform.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { notFound, Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { type AccountFacts, accountOf } from './account-of.ts'
import { createConnectIo } from './connect-io.ts'
import { withAccess } from './with-access.ts'

/** A person waits for the list. */
const answerMs = 15_000

/**
 * Asks the network of an account for the values that one of its options may have, such as its boards or channels. Nothing
 * is kept: the network may change them at any time.
 * @throws Problem 404, also for an option without such values; 409 when the account must be connected again; 503
 */
export async function listChoices(
  { context, db, workspaceId, mode }: CallContext,
  accountId: string,
  option: string,
  query: string,
): Promise<readonly Choice[]> {
  const row = await db.row<AccountFacts & { platform: string }>(sql`
    select id, platform, external_id, username, settings from social_accounts
    where workspace_id = ${workspaceId} and mode = ${mode} and id = ${accountId} and disconnected_at is null`)
  if (!row) throw notFound('social account')
  const connector = requireConnector(context, row.platform)
  const power = powerOf(connector, 'choices')
  if (!power?.options.includes(option)) throw notFound('list of choices')
  const io = createConnectIo(context, connector, AbortSignal.timeout(answerMs))
  const request = { workspaceId, accountId, account: accountOf(row) }
  return withAccess(context, request, ({ credentials, account }) =>
    power.list({ option, query, account, credentials }, io),
  ).catch((error: unknown) => {
    throw error instanceof Failure ? explainFailure(error, connector.name) : error
  })
}

function explainFailure({ kind, message, retryAfterMs }: Failure, name: string): Problem {
  if (kind === 'unauthorized')
    return new Problem(
      409,
      'account_needs_reconnect',
      sentence('{network} no longer accepts Crier’s access to this account. Connect it again.', {
        network: name,
      }),
    )
  if (kind === 'forbidden' || kind === 'invalid' || kind === 'account_blocked' || kind === 'app_unusable')
    return new Problem(409, 'refused_by_network', message)
  return new Problem(503, 'network_unavailable', `${name} did not answer: ${message}`, {
    retryAfterSeconds: Math.max(5, Math.ceil((retryAfterMs ?? 0) / 1_000)),
  })
}
