import { asObject, isArray, type Json, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'

/** The outcome of a commit at one of several servers. */
export type SentTo = { readonly url: string } & (
  | { readonly answer: Json }
  /** The reason why nothing left for it. */
  | { readonly unsent: string }
  /** The reason why nobody knows. */
  | { readonly unknown: string }
)

/** Reads the answer to a commit that went to several servers. */
export function readSentTo({ json }: OutboundAnswer): SentTo[] {
  const servers = asObject(json)?.servers
  const told = isArray(servers) ? servers.map(asObject) : []
  return told.flatMap((one): SentTo[] => {
    const url = textOf(one?.url)
    if (one === null || url === null) return []
    const unsent = textOf(one.not_sent)
    if (unsent !== null) return [{ url, unsent }]
    if (one.answer !== undefined) return [{ url, answer: one.answer }]
    return [{ url, unknown: textOf(one.no_answer) ?? 'There was no answer.' }]
  })
}
