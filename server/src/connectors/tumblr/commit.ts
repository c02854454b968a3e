import { textOf } from '../../lib/json/json.ts'
import type { CommitStep, Committed, Io } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect, idOf, responseOf } from './api.ts'
import { publishedAs } from './own-posts.ts'
import { readCertainRefusal } from './refusals.ts'
import { readToken } from './settings.ts'

const firstLookMs = 5_000

/**
 * Sends the post. One with a video is shown only once Tumblr has processed it, under another id; until then its state is
 * `transcoding`. Anything but an id or a refusal of the list leaves the outcome unknown. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const response = answer.status === 201 ? responseOf(answer) : null
  const id = idOf(response?.id)
  if (id === null)
    throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
  const isShown = !hasVideo(step) || textOf(response?.state) === 'published'
  if (isShown) return { outcome: 'published', ...publishedAs(id, step.account) }
  return { outcome: 'accepted', ref: id, againInMs: firstLookMs }
}

export function hasVideo({ draft }: Pick<CommitStep, 'draft'>): boolean {
  return draft.media.some(({ kind }) => kind === 'video')
}
