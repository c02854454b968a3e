import { createConnectIo } from '../accounts/connect-io.ts'
import {
  type Candidate,
  type Connect,
  type Connector,
  Failure,
  type IdentifyIo,
  type RedirectConnect,
} from '../connectors/connector.ts'
import { connectorOf } from '../connectors/of-platform.ts'
import type { Context, Mode } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { invalid, Problem } from '../lib/problem.ts'
import { createValidate } from '../lib/requests/validate.ts'
import { sentence, type Words, word } from '../lib/text/sentence.ts'
import type { AppParts } from '../platform-apps/find-app.ts'
import { listMissingNeeds } from '../platform-apps/missing-needs.ts'

/** The platform and the way that a request names. */
export interface ChosenWay {
  readonly connector: Connector
  readonly connect: Connect
}

/** Finds the connector and its way, the first one unless another is named. @throws Problem 422 */
export function chooseWay(
  context: Pick<Context, 'connectors'>,
  { platform, mode, way }: { platform: string; mode: Mode; way: string | undefined },
): ChosenWay {
  const connector = connectorOf(context, platform)
  if (!connector) {
    const known = context.connectors.map((each) => each.platform).join(', ')
    const detail = sentence('There is no platform {platform}. The platforms are: {known}.', {
      platform,
      known,
    })
    throw invalid([{ pointer: '/platform', code: 'unknown_platform', detail }])
  }
  if (!connector.modes.includes(mode)) {
    const detail = sentence('Accounts on {network} are always live.', { network: connector.name })
    throw invalid([{ pointer: '/platform', code: 'live_only', detail }])
  }
  const connect = way === undefined ? connector.connect[0] : connector.connect.find((one) => one.way === way)
  if (connect) return { connector, connect }
  const ways = connector.connect.map((each) => each.way).join(', ')
  const detail = sentence('Accounts on {network} are connected by: {ways}.', {
    network: connector.name,
    ways,
  })
  throw invalid([{ pointer: '/way', code: 'unknown_way', detail }])
}

/** Refuses a form that its way would not accept; `pointer` is where the form stands in the request. @throws Problem 422 */
export function refuseWrongForm({ fields }: Connect, form: unknown, pointer: string): void {
  const wrong = createValidate(fields)(form)
  if (wrong.length > 0) throw invalid(wrong.map((each) => ({ ...each, pointer: pointer + each.pointer })))
}

/** Refuses a way for which this server lacks something. @throws Problem 409 `platform_not_ready` */
export async function refuseUnready(context: Context, { connector, connect }: ChosenWay): Promise<void> {
  const missing = await listMissingNeeds(context, connector, connect)
  if (missing.length > 0) throw notReady(missing.map(({ detail }) => detail).join(' '))
}

/** The ways of a platform in which people can connect accounts here, in their order. */
export async function readyWays(parts: AppParts, connector: Connector): Promise<Connect[]> {
  const ready: Connect[] = []
  // One after the other: `db` may be a transaction, which does one thing at a time.
  for (const connect of connector.connect)
    if ((await listMissingNeeds(parts, connector, connect)).length === 0) ready.push(connect)
  return ready
}

function notReady(detail: Words): Problem {
  return new Problem(409, 'platform_not_ready', detail)
}

/** The whole of a sign-in at the network, at most. */
const signInMs = 60_000

/** The world of a connector that signs somebody in. */
export function createSignInIo(
  context: Context,
  connector: Connector,
  place: { workspaceId: string; mode: Mode },
): IdentifyIo {
  const io = createConnectIo(context, connector, AbortSignal.timeout(signInMs))
  return { ...io, space: `${place.workspaceId}:${place.mode}` }
}

/** Signs in by a form that is filled in, and answers with the profiles that it gives access to. @throws Problem as askNetwork */
export function askByForm(
  connector: Connector,
  connect: Exclude<Connect, RedirectConnect>,
  form: JsonObject,
  io: IdentifyIo,
): Promise<readonly Candidate[]> {
  return askNetwork(connector, 'credentials', async () =>
    'list' in connect
      ? connect.list(form, io)
      : [{ profile: await connect.identify(form, io), suggested: true, reason: null }],
  )
}

/**
 * Asks the network, and turns its failure into a problem; `refused` is what it refuses.
 * @throws Problem 409 when it refuses the operator's app, 422 when it refuses, 503 when it is away
 */
export async function askNetwork<Answer>(
  { name }: Connector,
  refused: 'credentials' | 'sign-in',
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const reason = word(error.words)
    if (error.kind === 'unavailable' || error.kind === 'rate_limited') {
      const detail = sentence('{network} could not be reached: {reason}', { network: name, reason })
      throw new Problem(503, 'network_unavailable', detail, { retryAfterSeconds: 60 })
    }
    if (error.kind === 'app_unusable') throw notReady(error.words)
    const parts = { network: name, reason }
    const detail =
      refused === 'credentials'
        ? sentence('{network} refused the credentials: {reason}', parts)
        : sentence('{network} refused the sign-in: {reason}', parts)
    throw new Problem(422, 'sign_in_refused', detail)
  }
}
