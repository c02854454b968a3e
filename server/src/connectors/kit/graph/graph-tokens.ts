import type { ConnectIo } from '../../connector.ts'
import { makeRequest } from '../json-api.ts'
import { readTokens, type Tokens } from '../oauth/oauth-answers.ts'
import type { CodeFlow } from '../oauth/oauth-server.ts'
import type { Graph } from './graph.ts'

/**
 * Trades a token for one of 60 days, or such a one for a newer: `/access_token` and `/refresh_access_token` at Instagram and Threads,
 * whose documentation knows these calls with their secrets in the address alone. @throws Failure
 */
export async function tradeToken(
  {
    graph,
    flow,
    stage,
  }: { readonly graph: Graph; readonly flow: CodeFlow; readonly stage: 'code' | 'refresh' },
  path: string,
  query: Readonly<Record<string, string>> & { readonly access_token: string },
  io: Pick<ConnectIo, 'fetch' | 'now'>,
): Promise<Tokens> {
  const answer = await io.fetch(makeRequest(graph.origin, { path, query }))
  const secrets = [query.access_token]
  const refusal = graph.readRefusal(answer, io.now(), [...secrets, ...flow.client.secrets])
  if (refusal) throw refusal
  return readTokens(flow, stage, answer, secrets, io.now())
}
