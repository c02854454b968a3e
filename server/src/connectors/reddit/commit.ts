import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { CommitStep, Committed, Io } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dataOf, dialect, errorsIn } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { kindOf } from './options.ts'
import { publishedAs } from './own-posts.ts'
import { readCertainRefusal } from './refusals.ts'
import { readToken } from './settings.ts'

const firstLookMs = 5_000

/**
 * Sends the post or the comment. A picture or a video that Reddit took comes without its id, and `settle` looks for it. Anything but
 * that or a refusal of the list leaves the outcome unknown. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const data = takenIn(answer)
  const post = data && publishedAs(data, step)
  if (post) return { outcome: 'published', ...post }
  const [first] = readArtefacts(step.artefacts).media
  if (data && first && isProcessed(step) && isPromise(data))
    return { outcome: 'accepted', ref: first.assetId, againInMs: firstLookMs }
  throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}

/** The thing that was made, or what Reddit says of one that it took; null for any other answer. */
function takenIn(answer: OutboundAnswer): JsonObject | null {
  if (answer.status !== 200 || errorsIn(answer)?.length !== 0) return null
  const data = asObject(asObject(asObject(answer.json)?.json)?.data)
  // A comment stands in a list of one.
  return isArray(data?.things) ? dataOf(data.things[0]) : data
}

/** Whether a post becomes visible only after Reddit has processed its file. */
export function isProcessed({ draft, replyTo }: Pick<CommitStep, 'draft' | 'replyTo'>): boolean {
  const kind = kindOf(draft)
  return replyTo === null && (kind === 'image' || kind === 'video')
}

/** Reddit says where the end of the processing will be told. */
function isPromise(data: JsonObject): boolean {
  return typeof data.websocket_url === 'string' || typeof data.user_submitted_page === 'string'
}
