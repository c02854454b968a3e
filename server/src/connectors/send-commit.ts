import type { JsonObject } from '../lib/json/json.ts'
import { type OutboundAnswer, OutboundError, type OutboundRequest } from '../lib/safe-fetch/outbound.ts'
import { type AccessHeaders, type ProveAccess, sendWithNonce } from '../lib/safe-fetch/send-with-nonce.ts'
import { requestOf } from './commit-request.ts'
import type { CommitRequest, Conversation, Io } from './connector.ts'

/**
 * Sends a stored commit by `send`: to its server, or to each of its servers at once. The one answer then tells of each of
 * several, and there is none where nothing left for any of them. @throws OutboundError, Failure `not_sent`
 */
export async function sendCommit(
  commit: CommitRequest,
  world: Pick<Io, 'credentials' | 'media' | 'secrets'>,
  access: AccessHeaders | ProveAccess | Conversation,
  send: (request: OutboundRequest) => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  if (!isConversation(access))
    return sendWithNonce(access, async (headers) => send(await requestOf(commit, world, headers)))
  const request = await requestOf(commit, world, {})
  const sendTo = (url: string) => send({ ...request, url, talk: access.talkTo(url) })
  if (commit.alsoTo === undefined) return sendTo(commit.url)
  const urls = [commit.url, ...commit.alsoTo]
  const all = await Promise.allSettled(urls.map(sendTo))
  if (all.every(isUnsent)) throw all[0]?.reason
  const json = { servers: urls.map((url, index) => ({ url, ...tell(all[index]) })) }
  const text = JSON.stringify(json)
  return { status: 207, headers: {}, bytes: Buffer.from(text), text, json }
}

export function isConversation(access: AccessHeaders | ProveAccess | Conversation): access is Conversation {
  return typeof access === 'object' && typeof access.talkTo === 'function'
}

function isUnsent(one: PromiseSettledResult<OutboundAnswer>): one is PromiseRejectedResult {
  return one.status === 'rejected' && one.reason instanceof OutboundError && one.reason.kind !== 'no_answer'
}

function tell(one: PromiseSettledResult<OutboundAnswer> | undefined): JsonObject {
  if (one?.status === 'fulfilled') return { answer: one.value.json }
  // Any other error is a fault of ours.
  if (!(one?.reason instanceof OutboundError)) throw one?.reason
  return { [isUnsent(one) ? 'not_sent' : 'no_answer']: one.reason.message }
}
