import { asObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { CommitStep, Committed, Io } from '../connector.ts'
import { makeUnknown } from '../kit/json-api.ts'
import { dialect } from './api.ts'
import { readPost } from './own-messages.ts'
import { readCertainRefusal } from './refusals.ts'
import { readToken } from './settings.ts'

/** Sends the post. Anything but its messages or a refusal of the list leaves the outcome unknown. @throws Failure */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce({})
  const body = answer.status === 200 ? asObject(answer.json) : null
  const post = body?.ok === true ? readPost(body.result, step.account) : null
  if (post) return { outcome: 'published', ...post }
  if (isOfOneMessage(answer)) throw makeUnknown(dialect, answer)
  throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}

/**
 * An album is one call with several messages, and the refusal of one of them proves nothing of the others: some were seen in the
 * chat beside such an answer. README.md has the source.
 */
function isOfOneMessage({ json }: OutboundAnswer): boolean {
  return /failed to send message #|group send failed/i.test(textOf(asObject(json)?.description) ?? '')
}
