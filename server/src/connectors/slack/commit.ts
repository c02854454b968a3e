import { asObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep, Committed, Io } from '../connector.ts'
import { bearer, makeUnknown } from '../kit/json-api.ts'
import { dialect } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { publishedAs } from './own-messages.ts'
import { readRefusal } from './refusals.ts'
import { readToken } from './settings.ts'

const firstLookMs = 1_000

/**
 * Sends the post. Files that Slack has taken are followed by `settle` until their message is there. Anything but that or a refusal of
 * the list leaves the outcome unknown. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const body = answer.status === 200 ? asObject(answer.json) : null
  const [file] = readArtefacts(step.artefacts).files
  if (body?.ok === true) {
    if (file) return { outcome: 'accepted', ref: file.fileId, againInMs: firstLookMs }
    const post = publishedAs(textOf(body.ts), step)
    if (post) return { outcome: 'published', ...post }
  }
  throw readRefusal(dialect, answer, io.now(), [token]) ?? makeUnknown(dialect, answer)
}
