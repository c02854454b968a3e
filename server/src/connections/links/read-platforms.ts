import type { Connector } from '../../connectors/connector.ts'
import { connectorOf } from '../../connectors/of-platform.ts'
import type { CallContext, Mode } from '../../context.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { ReconnectedAccount } from '../reconnected-account.ts'
import { readyWays } from '../sign-in.ts'

/**
 * The platforms of a new link: those that were wanted, or else that of its account, or else all that people use in the
 * mode and that can be connected here. @throws Problem 422
 */
export async function readPlatforms(
  call: CallContext,
  wanted: readonly string[] | null,
  account: ReconnectedAccount | null,
): Promise<string[]> {
  const named = wanted ?? (account ? [account.platform] : null)
  if (named === null) return findPossible(call)
  const faults: FieldProblem[] = []
  for (const [index, platform] of named.entries()) {
    const fault = await explain(call, platform, account)
    if (fault) faults.push({ ...fault, pointer: `/platforms/${index}` })
  }
  if (faults.length > 0) throw invalid(faults)
  return [...named]
}

async function findPossible(call: CallContext): Promise<string[]> {
  const possible: string[] = []
  for (const connector of call.context.connectors)
    if (isOffered(connector, call.mode) && (await isReady(call, connector))) possible.push(connector.platform)
  if (possible.length > 0) return possible
  const detail = 'No platform can be connected on this server. GET /v1/platforms says what is missing.'
  throw invalid([{ pointer: '/platforms', code: 'not_ready', detail }])
}

/** In live mode a simulated network is offered only if the link names it. */
function isOffered({ modes }: Connector, mode: Mode): boolean {
  return modes.includes(mode) && (mode === 'test' || !modes.includes('test'))
}

async function isReady({ context, db }: CallContext, connector: Connector): Promise<boolean> {
  return (await readyWays({ ...context, db }, connector)).length > 0
}

type Fault = Omit<FieldProblem, 'pointer'>

async function explain(
  call: CallContext,
  platform: string,
  account: ReconnectedAccount | null,
): Promise<Fault | null> {
  const { context, mode } = call
  const connector = connectorOf(context, platform)
  if (!connector) return unknownPlatform(context.connectors, platform)
  const { name, modes } = connector
  if (!modes.includes(mode))
    return {
      code: 'live_only',
      detail: sentence('Accounts on {network} are always live.', { network: name }),
    }
  if (account && account.platform !== platform)
    return {
      code: 'another_platform',
      detail: sentence('The account is on {network}.', { network: account.platform }),
    }
  if (await isReady(call, connector)) return null
  const detail = sentence(
    '{network} cannot be connected on this server. GET /v1/platforms says what is missing.',
    { network: name },
  )
  return { code: 'not_ready', detail }
}

function unknownPlatform(connectors: readonly Connector[], platform: string): Fault {
  const known = connectors.map((each) => each.platform).join(', ')
  return {
    code: 'unknown_platform',
    detail: sentence('There is no platform {platform}. The platforms are: {known}.', { platform, known }),
  }
}
