import { Check, Errors } from 'typebox/value'
import { createConnectIo } from '../accounts/connect-io.ts'
import { saveConnectedAccount } from '../accounts/save-connected-account.ts'
import { type Connector, Failure, type Identified } from '../connectors/connector.ts'
import { connectorOf } from '../connectors/of-platform.ts'
import type { Context, Mode } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { type FieldProblem, invalid, Problem } from '../lib/problem.ts'
import { releaseHeld } from '../publishing/person/hold-targets.ts'

export interface NewConnection {
  workspaceId: string
  mode: Mode
  platform: string
  /** The fields that the connector's `connect.fields` ask for. */
  input: JsonObject
}

/**
 * Connects a social account: signs in at the network, then stores the account and releases what was waiting for it.
 * Answers its id. Opens its own transaction, because the network is asked first.
 * @throws Problem 422 for a form or a sign-in that is refused, 503 when the network cannot be reached
 */
export async function connectAccount(
  context: Context,
  { workspaceId, mode, platform, input }: NewConnection,
): Promise<string> {
  const connector = connectorOf(context, platform)
  if (!connector) {
    const known = context.connectors.map((each) => each.platform).join(', ')
    throw invalid([
      {
        pointer: '/platform',
        code: 'unknown_platform',
        detail: `There is no platform ${platform}. The platforms are: ${known}.`,
      },
    ])
  }
  if (!connector.modes.includes(mode)) {
    throw invalid([
      { pointer: '/mode', code: 'live_only', detail: `Accounts on ${connector.name} are always live.` },
    ])
  }
  refuseWrongForm(connector, input)
  const who = await identify(context, connector, input, `${workspaceId}:${mode}`)
  const accountId = await context.db.transaction(async (tx) => {
    const id = await saveConnectedAccount(tx, context.sealer, { workspaceId, mode, platform }, who)
    await releaseHeld(
      tx,
      { workspaceId, accountId: id },
      ['reconnect', 'disconnected'],
      context.config.timings.prepareLeadMs,
    )
    return id
  })
  context.wake(0)
  return accountId
}

function refuseWrongForm(connector: Connector, input: JsonObject): void {
  const { fields } = connector.connect
  if (Check(fields, input)) return
  const problems = Errors(fields, input).map(
    (error): FieldProblem => ({
      pointer: error.instancePath,
      code: 'invalid',
      detail: `${error.instancePath || 'The form'} ${error.message}.`,
    }),
  )
  throw invalid(problems)
}

async function identify(
  context: Context,
  connector: Connector,
  input: JsonObject,
  space: string,
): Promise<Identified> {
  try {
    const io = { ...createConnectIo(context, AbortSignal.timeout(60_000)), space }
    return await connector.connect.identify(input, io)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'unavailable' || error.kind === 'rate_limited') {
      throw new Problem(
        503,
        'network_unavailable',
        `${connector.name} could not be reached: ${error.message}`,
        { retryAfterSeconds: 60 },
      )
    }
    throw new Problem(422, 'sign_in_refused', `${connector.name} refused the credentials: ${error.message}`)
  }
}
