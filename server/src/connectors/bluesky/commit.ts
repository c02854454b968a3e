import type { Json, JsonObject } from '../../lib/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import {
  type CommitStep,
  type Committed,
  Failure,
  type Io,
  type PublishedPost,
  type Settled,
} from '../connector.ts'
import { asObject, bearer, errorCode, failureOf, isArray, textOf, toRequest, unavailable } from './api.ts'
import { type Artefacts, collection, readArtefacts } from './record.ts'
import { readSession, readSettings } from './settings.ts'

/**
 * Sends the record to its key. Anything but the record's own address or a listed refusal leaves the outcome unknown;
 * so does "something stands there already", which may be our own post of a send whose answer was lost.
 * @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const { accessJwt } = readSession(io.credentials)
  const answer = await io.sendOnce(bearer(accessJwt))
  return { outcome: 'published', ...readCommitted(step, answer, io.now(), accessJwt) }
}

function readCommitted(step: CommitStep, answer: OutboundAnswer, now: Date, secret: string): PublishedPost {
  if (answer.status !== 200) {
    const failure = failureOf(answer, now, [secret])
    if (failure) throw failure
    const text = `The Bluesky server answered with status ${answer.status}; the post may be public.`
    throw new Failure('unknown_outcome', text, { platformCode: errorCode(answer) })
  }
  const post = readPost(step, asObject(answer.json))
  if (!post) throw new Failure('unknown_outcome', 'The Bluesky server gave an answer that cannot be read.')
  return post
}

/** Looks at our key: the post stands there, or the same request may be sent again, which can never make a second. */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const { service, did } = readSettings(step.account)
  const { rkey } = mustReadArtefacts(step)
  const query = { repo: did, collection, rkey }
  // Without our session: the truth can be read even when our leave has ended.
  const answer = await io.fetch(toRequest({ service, method: 'com.atproto.repo.getRecord', query }))
  if (answer.status === 400 && errorCode(answer) === 'RecordNotFound') return { outcome: 'repeat' }
  if (answer.status !== 200) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
  const found = asObject(answer.json)
  const post = readPost(step, found)
  if (!post) throw unavailable(answer)
  return isOurs(step, asObject(found?.value)) ? { outcome: 'published', ...post } : { outcome: 'not_found' }
}

function readPost(step: CommitStep, answer: JsonObject | null): PublishedPost | null {
  const { did } = readSettings(step.account)
  const { rkey } = mustReadArtefacts(step)
  const uri = `at://${did}/${collection}/${rkey}`
  const cid = textOf(answer?.cid)
  if (answer?.uri !== uri || cid === null) return null
  return { remoteId: uri, url: `https://bsky.app/profile/${did}/post/${rkey}`, reference: { uri, cid } }
}

/** The record we sent, whatever its time: one of an earlier try is ours too. Else it is for a person to look at. */
function isOurs(step: CommitStep, found: JsonObject | null): boolean {
  const input = typeof step.commit.body === 'string' ? asObject(JSON.parse(step.commit.body)) : null
  const sent = asObject(input?.record)
  if (!sent || !found) return false
  return isSame({ ...sent, createdAt: null }, { ...found, createdAt: null })
}

function isSame(a: Json, b: Json): boolean {
  if (isArray(a) && isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index] ?? null))
  const [left, right] = [asObject(a), asObject(b)]
  if (!left || !right) return a === b
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name] ?? null, right[name] ?? null))
  )
}

function mustReadArtefacts(step: CommitStep): Artefacts {
  const artefacts = readArtefacts(step.artefacts)
  if (!artefacts) throw new Error('This post is sent before it is prepared.')
  return artefacts
}
