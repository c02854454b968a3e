import type { JsonObject } from '../../../lib/json/json.ts'
import { Failure, type RedirectIo } from '../../connector.ts'
import { beginCode, finishCode } from './oauth.ts'
import type { Tokens } from './oauth-answers.ts'
import type { CodeFlow } from './oauth-server.ts'

/** Begins a sign-in at a network that does not support PKCE. Its state alone identifies it, and is kept. */
export async function beginByState(
  flow: CodeFlow,
  io: RedirectIo,
): Promise<{ url: string; keep: { state: string } }> {
  const { url } = await beginCode(flow, io)
  return { url, keep: { state: io.state } }
}

/** Trades the query of a callback for tokens, once. @throws Failure as `finishCode`, and `invalid` with what another sign-in kept */
export function finishByState(
  flow: CodeFlow,
  callback: URLSearchParams,
  keep: JsonObject,
  io: RedirectIo,
): Promise<Tokens> {
  if (keep.state === io.state) return finishCode(flow, callback, null, io)
  const text = 'The sign-in came back with the answer to another one. Sign in again.'
  return Promise.reject(new Failure('invalid', text))
}
