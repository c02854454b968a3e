import { type Connector, Failure, type Identified } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/database.ts'
import type { JsonObject } from '../lib/json.ts'
import { invalid, Problem } from '../lib/problem.ts'
import { createValidate } from '../lib/validate.ts'
import { createConnectIo } from './connect-io.ts'
import { type AccountPlace, saveConnectedAccount } from './save-connected-account.ts'

const signInMs = 60_000

/**
 * Connects a profile: signs in at the network with what a person filled in, then stores the account. `also` runs in the
 * same transaction, with the account's id. Answers that id. The network is asked outside any transaction.
 * @throws Problem 422 when the form is wrong or the network refuses, 503 when it cannot be reached.
 */
export async function connectAccount(
  context: Context,
  place: AccountPlace,
  input: JsonObject,
  also: (tx: Queryable, accountId: string) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const identified = await identify(context, place, input)
  return context.db.transaction(async (tx) => {
    const accountId = await saveConnectedAccount(tx, context, place, identified)
    await also(tx, accountId)
    return accountId
  })
}

async function identify(context: Context, place: AccountPlace, input: JsonObject): Promise<Identified> {
  const connector = connectorFor(context, place)
  const wrong = createValidate(connector.connect.fields)(input)
  if (wrong.length > 0) throw invalid(wrong)
  const io = createConnectIo(context, AbortSignal.timeout(signInMs))
  try {
    return await connector.connect.identify(input, { ...io, space: `${place.workspaceId}:${place.mode}` })
  } catch (error) {
    if (error instanceof Failure) throw refused(connector, error)
    throw error
  }
}

function connectorFor({ connectors }: Context, { platform, mode }: AccountPlace): Connector {
  const connector = connectors.find((known) => known.platform === platform)
  if (!connector) {
    const names = connectors.map((known) => known.platform).join(', ')
    throw problemOf('platform', 'unknown_platform', `Crier does not know "${platform}"; it knows ${names}.`)
  }
  if (connector.modes.includes(mode)) return connector
  throw problemOf('mode', 'live_only', `Accounts on ${connector.name} are real: they cannot be test data.`)
}

/** In words for the person who is connecting; a connector's messages never carry a secret. */
function refused({ name }: Connector, failure: Failure): Problem {
  const cause = { cause: failure.message, platform_code: failure.platformCode }
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'invalid':
      return new Problem(422, 'connection_refused', `${name} refused to sign in: ${failure.message}`, { extra: cause })
    case 'rate_limited':
      return new Problem(429, 'network_rate_limited', `${name} wants a pause before the next sign-in. Try again later.`, {
        extra: cause,
        retryAfterSeconds: Math.ceil((failure.retryAfterMs ?? 60_000) / 1000),
      })
    case 'not_sent':
    case 'unavailable':
    case 'unknown_outcome':
      return new Problem(503, 'network_unavailable', `${name} could not be reached: ${failure.message}`, {
        extra: cause,
        retryAfterSeconds: 30,
      })
  }
}

function problemOf(field: string, code: string, detail: string): Problem {
  return invalid([{ pointer: `/${field}`, code, detail }])
}
