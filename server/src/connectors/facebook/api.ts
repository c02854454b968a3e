import { type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { askGraph, type GraphRefusal, graphAt, graphVersionOf } from '../kit/graph/graph.ts'
import { type ApiCall, makeUnavailable, readObject } from '../kit/json-api.ts'
import { readToken } from './settings.ts'

const hour = 3_600_000

/**
 * The refusals of Pages, beside those that all networks of Meta share. Most are subcodes that Meta does not list anywhere
 * and that publishers have met.
 */
const refusals: readonly GraphRefusal[] = [
  // The photos may be in the post whose answer was lost, and a temporary error says nothing about the effect.
  {
    codes: ['/1366051'],
    kind: 'unknown_outcome',
    text: 'Facebook says that these photos were posted already; the post may be public.',
  },
  {
    codes: ['/1363047', '/1609010'],
    kind: 'unknown_outcome',
    text: 'Facebook could not do it just now; the post may be public.',
  },
  {
    codes: ['/1390008'],
    kind: 'rate_limited',
    text: 'Facebook says that this Page posts too fast.',
    retryAfterMs: hour,
  },
  {
    codes: ['/1346003', '/1404006', '/1404112', '/4854002'],
    kind: 'account_blocked',
    text: 'Facebook has limited this Page or its owner. Sign in there and do as it asks.',
    isQuoting: true,
  },
  {
    codes: ['/1404078'],
    kind: 'forbidden',
    text: 'Facebook wants the owner of this Page to complete its Page Publishing Authorization first.',
  },
  {
    codes: ['100'],
    says: /no permission to publish/i,
    kind: 'forbidden',
    text: 'The person who connected this Page may not publish videos on it.',
    isQuoting: true,
  },
  {
    codes: ['/1366046', '/2069019', '/1349125', '/2061006', '/1609008', '/1404102', '/1609005', '352'],
    kind: 'invalid',
    text: 'Facebook refused the post.',
    isQuoting: true,
  },
]

export const graph = graphAt('Facebook', 'https://graph.facebook.com', refusals)
/** The host that takes the chunks of a video. */
export const videoGraph = graphAt('Facebook', 'https://graph-video.facebook.com', refusals)
/** The host that takes reels and the videos of stories. */
export const uploadOrigin = 'https://rupload.facebook.com'
export const site = 'https://www.facebook.com'

/** The Page as which calls are made, and the version of the API. */
export interface Caller {
  readonly token: string
  readonly version: string
}

export async function callerOf(credentials: JsonObject, io: Pick<ConnectIo, 'app'>): Promise<Caller> {
  return { token: readToken(credentials), version: graphVersionOf(await io.app()) }
}

/** Makes a call that may be repeated, and answers the body. @throws Failure */
export function callFacebook(
  call: Omit<ApiCall, 'token'>,
  { token, version }: Caller,
  io: Pick<ConnectIo, 'fetch' | 'now'>,
  at = graph,
): Promise<JsonObject> {
  return askGraph(at, version, call, token, io)
}

/** The answer to a call that was made without `callFacebook`. @throws Failure unless it succeeded */
export function mustSucceed(answer: OutboundAnswer, token: string, io: Pick<ConnectIo, 'now'>): JsonObject {
  if (answer.status >= 200 && answer.status < 300) return readObject(graph.dialect, answer)
  throw graph.readRefusal(answer, io.now(), [token]) ?? makeUnavailable(graph.dialect, answer)
}

/** @throws Failure where the answer does not say it */
export function requireText(body: JsonObject, name: string): string {
  const found = textOf(body[name])
  if (found !== null) return found
  throw new Failure('unavailable', sentence('Facebook answered without {name}.', { name }))
}

/** Facebook says the same of something that is gone and of something that this Page may not see. */
export function isMissing(error: unknown): boolean {
  return error instanceof Failure && error.platformCode === '100/33'
}
