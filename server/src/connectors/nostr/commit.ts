import {
  type CommitRequest,
  type CommitStep,
  type Committed,
  Failure,
  type Io,
  type PublishedPost,
  type Step,
} from '../connector.ts'
import { readSentTo, type SentTo } from '../kit/sent-to.ts'
import type { NostrEvent } from './event.ts'
import { nameEvent, pageOf } from './names.ts'
import { signedEvent } from './prepare.ts'
import { failureOf, type Refusal, readRefusal } from './refusals.ts'
import { offering, readVerdict, talkTo } from './relay.ts'
import { readKey, readSettings } from './settings.ts'

/** The signed event, to be given to every relay of the account. Pure. */
export function compose(step: Step): CommitRequest {
  const [url, ...alsoTo] = readSettings(step.account).relays
  if (url === undefined) throw new Error('This account was stored without a relay.')
  const body = offering(signedEvent(step)).first
  return { method: 'POST', url, alsoTo, headers: {}, body }
}

/**
 * Gives the event to all relays at once. It is public when one of them has it; `settle` sees to the others. @throws Failure
 */
export async function commit(step: CommitStep, io: Io): Promise<Committed> {
  const event = signedEvent(step)
  const secretKey = readKey(io.credentials)
  const answer = await io.sendOnce({
    talkTo: (url) => talkTo(url, offering(event), secretKey, io.now()),
  })
  const heard = readSentTo(answer)
  const refusals = heard.map((one) => refusalOf(one, event.id)).filter((refusal) => refusal !== null)
  if (heard.length === 0) throw new Failure('unknown_outcome', 'Nobody knows what the relays said.')
  if (refusals.length === 0) return { outcome: 'published', ...postOf(event, step) }
  if (refusals.length < heard.length) return { outcome: 'accepted', ref: event.id, againInMs: 0 }
  throw failureOf(refusals)
}

/** Null where the relay has the event. */
function refusalOf(sent: SentTo, eventId: string): Refusal | null {
  const { url: relay } = sent
  if ('unsent' in sent) return { relay, words: sent.unsent, kind: 'not_sent' }
  if ('unknown' in sent) return { relay, words: sent.unknown, kind: 'unknown_outcome' }
  const verdict = readVerdict(sent.answer, eventId)
  if (verdict === null) return { relay, words: 'No verdict on the event.', kind: 'unknown_outcome' }
  return verdict.isTaken ? null : readRefusal(relay, verdict.words)
}

/** A post as people find it: on the page of a program that asks the relays. */
export function postOf(event: NostrEvent, step: Pick<Step, 'account'>): PublishedPost {
  const [relay = ''] = readSettings(step.account).relays
  return { remoteId: event.id, url: pageOf(nameEvent(event, relay)), reference: null }
}
