import { asObject } from '../../lib/json/json.ts'
import type { CommitStep, Committed, Io } from '../connector.ts'
import { makeUnknown } from '../kit/json-api.ts'
import { accessOf, dialect, headersOf } from './api.ts'
import { mayCrosspost } from './crosspost.ts'
import { readChoices } from './options.ts'
import { readMessage, readPublished } from './own-messages.ts'
import { certainRefusalOf } from './refusals.ts'

/**
 * Sends the message. One that is to be published to followers is followed by `settle`. Anything but the message or a refusal of
 * the list leaves the outcome unknown. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const { account, draft } = step
  const access = accessOf(account, io.credentials)
  const answer = await io.sendOnce(headersOf(access))
  const message = answer.status === 200 ? readMessage(asObject(answer.json)) : null
  const post = message && readPublished(message, account)
  if (post && mayCrosspost(step)) return { outcome: 'accepted', ref: post.remoteId, againInMs: 0 }
  if (post) return { outcome: 'published', ...post }
  const isPlain = draft.media.length === 0 && readChoices(draft.options).poll === null
  const refusal = certainRefusalOf(isPlain)(dialect, answer, io.now(), [access.token])
  throw refusal ?? makeUnknown(dialect, answer)
}
