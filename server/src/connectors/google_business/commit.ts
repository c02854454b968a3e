import { asObject } from '../../lib/json/json.ts'
import type { CommitStep, Committed, Io } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect } from './api.ts'
import { idOf, isLive, publishedAs } from './own-posts.ts'
import { readCertainRefusal } from './refusals.ts'
import { readToken } from './settings.ts'

const firstLookMs = 2_000

/**
 * Sends the post. One that Google still looks at, or has rejected at once, is followed by `settle`. Anything but a post or a
 * refusal of the list leaves the outcome unknown. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const post = answer.status === 200 || answer.status === 201 ? asObject(answer.json) : null
  const id = post && idOf(post)
  if (post && id) {
    if (isLive(post)) return { outcome: 'published', ...publishedAs(id, post, step.account) }
    return { outcome: 'accepted', ref: id, againInMs: firstLookMs }
  }
  throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}
