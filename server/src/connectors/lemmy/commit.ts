import { asObject, type JsonObject } from '../../lib/json/json.ts'
import type { CommitStep, Committed, Io, PublishedPost, Step } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { blockIn } from './compose.ts'
import { numberIn, publishedAs } from './names.ts'
import { readCertainRefusal } from './refusals.ts'
import { readToken } from './settings.ts'
import { wordsOf } from './words.ts'

/** Sends the post or the comment. Anything but it or a refusal of the list leaves the outcome unknown. @throws Failure */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const kind = step.replyTo ? 'comment' : 'post'
  const made = answer.status === 200 ? asObject(asObject(answer.json)?.[`${kind}_view`]) : null
  const post = publishedIn(asObject(made?.[kind]), step)
  if (post) return { outcome: 'published', ...post }
  throw readCertainRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}

/**
 * A post or a comment as the API shows it; null without its number. The reference has the pictures that an edit must keep, and says
 * whether the first line of the text became the title.
 */
export function publishedIn(shown: JsonObject | null, step: Step): PublishedPost | null {
  const id = numberIn(shown?.id)
  if (id === null) return null
  const pictures = blockIn(step, readArtefacts(step.artefacts))
  const isTitled = step.replyTo !== null || !wordsOf(step.draft).isFirstLine
  const reference = pictures === '' && isTitled ? null : { pictures, is_titled: isTitled }
  return { ...publishedAs(step.replyTo ? 'comment' : 'post', id, step.account), reference }
}
