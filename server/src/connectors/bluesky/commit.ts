import { isDeepStrictEqual } from 'node:util'
import { asObject, isArray, type Json, type JsonObject } from '../../lib/json/json.ts'
import { toStorable } from '../../lib/json/storable-json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type CommitStep,
  type Committed,
  Failure,
  type Io,
  type PublishedPost,
  type Settled,
} from '../connector.ts'
import { openAccess } from './access.ts'
import { errorCode, failureOf, toRequest, unavailable } from './api.ts'
import { type Artefacts, readArtefacts, readReference } from './artefacts.ts'
import { collection } from './record.ts'
import { readSettings } from './settings.ts'

/**
 * Sends the record to its key. Anything but the record's own address or a listed refusal leaves the outcome unknown;
 * so does "something stands there already", which may be our own post of a send whose answer was lost.
 * @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  if (new URL(step.commit.url).origin !== readSettings(step.account).service)
    throw new Failure('not_sent', 'The account has moved to another server since this post was prepared.')
  const access = await openAccess(io)
  const answer = await io.sendOnce(access.prove(step.commit))
  return { outcome: 'published', ...readCommitted(step, answer, io.now(), access.secret) }
}

function readCommitted(step: CommitStep, answer: OutboundAnswer, now: Date, secret: string): PublishedPost {
  if (answer.status !== 200) {
    const failure = failureOf(answer, now, [secret])
    if (failure) throw failure
    const text = sentence('The Bluesky server answered with status {status}; the post may be public.', {
      status: answer.status,
    })
    throw new Failure('unknown_outcome', text, { platformCode: errorCode(answer) })
  }
  const written = asObject(answer.json)
  // The post is written first, its gate second.
  const post = readPost(step, isArray(written?.results) ? (written.results[0] ?? null) : written)
  if (!post) throw new Failure('unknown_outcome', 'The Bluesky server gave an answer that cannot be read.')
  return post
}

/**
 * Looks at our key: either the post is there, or the same request may be sent again, which can never make a second
 * post.
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const { service, did } = readSettings(step.account)
  const { rkey } = mustReadArtefacts(step)
  const query = { repo: did, collection, rkey }
  // The record is public: it is read without our session, which may have ended.
  const answer = await io.fetch(toRequest({ service, method: 'com.atproto.repo.getRecord', query }))
  if (answer.status === 400 && errorCode(answer) === 'RecordNotFound') return { outcome: 'repeat' }
  if (answer.status !== 200) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
  const found = asObject(answer.json)
  const post = readPost(step, found)
  if (!post) throw unavailable(answer)
  return isOurs(step, asObject(found?.value)) ? { outcome: 'published', ...post } : { outcome: 'not_found' }
}

function readPost(step: CommitStep, answer: Json): PublishedPost | null {
  const { did } = readSettings(step.account)
  const { rkey } = mustReadArtefacts(step)
  const uri = `at://${did}/${collection}/${rkey}`
  const found = readReference(answer)
  if (found?.uri !== uri) return null
  const reference = { uri, cid: found.cid }
  return { remoteId: uri, url: `https://bsky.app/profile/${did}/post/${rkey}`, reference }
}

/** Whether this is the record we sent. Its time may differ: a record of an earlier try is ours too. */
function isOurs(step: CommitStep, found: JsonObject | null): boolean {
  const sent = readSent(step)
  if (!sent || !found) return false
  return isDeepStrictEqual({ ...sent, createdAt: null }, { ...found, createdAt: null })
}

function readSent({ commit }: CommitStep): JsonObject | null {
  // Reading an answer replaces letters that cannot be stored, so they are replaced in both.
  const input = typeof commit.body === 'string' ? asObject(toStorable(JSON.parse(commit.body))) : null
  if (!isArray(input?.writes)) return asObject(input?.record)
  return asObject(asObject(input.writes[0])?.value)
}

function mustReadArtefacts(step: CommitStep): Artefacts {
  const artefacts = readArtefacts(step.artefacts)
  if (!artefacts) throw new Error('This post is sent before it is prepared.')
  return artefacts
}
