import type { JsonObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type ConnectIo, Failure } from '../connector.ts'
import { facebookGraph } from '../kit/graph/facebook-login.ts'
import {
  askGraph,
  fetchGraph,
  type Graph,
  type GraphRefusal,
  graphAt,
  graphVersionOf,
} from '../kit/graph/graph.ts'
import type { ApiCall } from '../kit/json-api.ts'
import { type Login, readSettings, readToken } from './settings.ts'

export const instagramGraph = 'https://graph.instagram.com'

const hourMs = 3_600_000

export const takenForSpam =
  'Instagram took this for spam and restricts the account. Open the Instagram app and do as it asks.'

/**
 * Instagram's own refusals, by their subcodes. A failed container names them too.
 * Source: developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes.
 */
export const refusals: readonly GraphRefusal[] = [
  {
    codes: ['/2207051'],
    kind: 'account_blocked',
    text: takenForSpam,
  },
  {
    codes: ['/2207050'],
    kind: 'account_blocked',
    text: 'Instagram has restricted this account. Open the Instagram app and do as it asks.',
  },
  {
    codes: ['/2207042'],
    kind: 'rate_limited',
    text: 'Instagram takes no more posts of this account from apps today.',
    retryAfterMs: hourMs,
  },
  {
    codes: ['9004', '/2207003', '/2207052', '/2207077'],
    kind: 'unavailable',
    text: 'Instagram could not fetch the file from this server. Its PUBLIC_URL must be open to the internet.',
  },
  {
    codes: ['/2207057'],
    kind: 'invalid',
    text: 'The moment for the cover lies behind the end of the video.',
  },
  {
    codes: ['352', '36001', '/2207005', '/2207026'],
    kind: 'invalid',
    text: 'Instagram does not take files of this format.',
    isQuoting: true,
  },
  { codes: ['36000', '/2207004'], kind: 'invalid', text: 'The picture is too large for Instagram.' },
  {
    codes: ['36003', '/2207009'],
    kind: 'invalid',
    text: 'The picture is too wide or too high for Instagram.',
  },
  { codes: ['36004', '/2207010'], kind: 'invalid', text: 'The caption is too long for Instagram.' },
  {
    codes: ['/2207023', '/2207028', '/2207035', '/2207036', '/2207037', '/2207040'],
    kind: 'invalid',
    text: 'Instagram refused the post.',
    isQuoting: true,
  },
  {
    codes: ['/2207081'],
    kind: 'invalid',
    text: 'This account may not publish trial reels. Instagram offers them to some accounts only.',
  },
]

/** Each login has a host of its own, where the same calls are made with tokens of its own. */
export const graphs: Readonly<Record<Login, Graph>> = {
  facebook: graphAt('Instagram', facebookGraph, refusals),
  instagram: graphAt('Instagram', instagramGraph, refusals),
}

/** Everything that a call for one account needs. */
export interface Access {
  readonly graph: Graph
  readonly version: string
  readonly token: string
  /** The path of the account, such as `/17841400000000000`. */
  readonly home: string
  readonly io: Pick<ConnectIo, 'fetch' | 'now'>
}

export async function openAccess(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Access> {
  const version = graphVersionOf(await io.app())
  return {
    graph: graphs[readSettings(account).login],
    version,
    token: readToken(credentials),
    home: pathOf(account.externalId),
    io,
  }
}

export function pathOf(id: string): string {
  return `/${encodeURIComponent(id)}`
}

/** Makes a call that may be repeated. @throws Failure unless it succeeds */
export function callInstagram(
  { graph, version, token, io }: Access,
  call: Omit<ApiCall, 'token'>,
): Promise<JsonObject> {
  return askGraph(graph, version, call, token, io)
}

/** Makes such a call where the headers of its answer matter too. */
export function callInstagramForHeaders(
  { graph, version, token, io }: Access,
  call: Omit<ApiCall, 'token'>,
): Promise<OutboundAnswer> {
  return fetchGraph(graph, version, call, token, io)
}

/** Whether a failure says that the network knows no such thing, or that we may not see it. */
export function isUnseen(error: unknown): boolean {
  return error instanceof Failure && error.platformCode === '100/33'
}
