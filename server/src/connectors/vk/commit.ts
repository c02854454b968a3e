import { asObject } from '../../lib/json/json.ts'
import type { CommitStep, Committed, Io } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect, idOf, responseOf } from './api.ts'
import { publishedAs } from './own-posts.ts'
import { readCertainRefusal } from './refusals.ts'
import { writingToken } from './settings.ts'

/** Sends the post. Anything but its number or a refusal of the list leaves the outcome unknown. @throws Failure */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = writingToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const made = asObject(responseOf(answer))
  const id = idOf(step.part === 'first_comment' ? made?.comment_id : made?.post_id)
  if (id !== null) return { outcome: 'published', ...publishedAs(id, step) }
  throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}
