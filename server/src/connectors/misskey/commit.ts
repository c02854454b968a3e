import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Account,
  type CommitStep,
  type Committed,
  Failure,
  type Io,
  type PublishedPost,
} from '../connector.ts'
import { bearer, quoteAnswer } from '../kit/json-api.ts'
import { dialect } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readRefusal } from './refusals.ts'
import { readSettings, readToken } from './settings.ts'

/**
 * Sends the post. Anything but a post with an id or a refusal that the list names leaves the outcome unknown.
 * @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const token = readToken(io.credentials)
  const answer = await io.sendOnce(bearer(token))
  const note = answer.status === 200 ? asObject(asObject(answer.json)?.createdNote) : null
  const post = note ? readPost(step.account, note) : null
  if (post && isRepetition(step, post)) throw takenForRepetition()
  if (post) return { outcome: 'published', ...post }
  const failure = readRefusal(dialect, answer, io.now(), [token])
  if (failure) throw failure
  const { status } = answer
  const text = sentence('The server answered with status {status}; the post may be public.', { status })
  const platformCode = dialect.code(answer) ?? String(status)
  throw new Failure('unknown_outcome', quoteAnswer(text, dialect.words(answer), [token]), { platformCode })
}

/** A post as the API shows it; null if it has no id. */
export function readPost(account: Account, note: JsonObject): PublishedPost | null {
  const id = textOf(note.id)
  if (id === null) return null
  const url = new URL(`/notes/${encodeURIComponent(id)}`, readSettings(account).instance).href
  return { remoteId: id, url, reference: null }
}

/** The server of misskey.io answers a post of the last minute that says the same, in place of another one. */
function isRepetition({ artefacts }: CommitStep, { remoteId }: PublishedPost): boolean {
  return readArtefacts(artefacts).seen?.includes(remoteId) ?? false
}

function takenForRepetition(): Failure {
  const text = 'The server took this for a repetition of a post of the last minute. It is sent again.'
  return new Failure('rate_limited', text, { retryAfterMs: 60_000 })
}
