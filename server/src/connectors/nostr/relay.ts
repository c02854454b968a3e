import { isArray, type Json, textOf } from '../../lib/json/json.ts'
import type { Talk } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { kinds, type NostrEvent, readEvent, signEvent } from './event.ts'

// Conversations with a relay. Sources: NIP-01 for the messages, NIP-42 for signing in.

/** How long a relay may take with a call that can be repeated. */
const within = { timeoutMs: 10_000, maxBytes: 1_000_000 }
const subscription = 'crier'

/** The first message to a relay, and the way to recognize its last word on that. */
interface Opening {
  readonly first: string
  isEnd(verb: string | null, about: Json | undefined): boolean
}

export function offering(event: NostrEvent): Opening {
  return {
    first: JSON.stringify(['EVENT', event]),
    isEnd: (verb, about) => verb === 'OK' && about === event.id,
  }
}

function asking(filter: Json): Opening {
  return {
    first: JSON.stringify(['REQ', subscription, filter]),
    isEnd: (verb, about) => (verb === 'EOSE' || verb === 'CLOSED') && about === subscription,
  }
}

/** The other half of a conversation with a relay, which may ask whose it is: then that is signed, once, and the opening repeated. */
export function talkTo(url: string, opening: Opening, secretKey: string, now: Date): Talk {
  let challenge: string | null = null
  let isAsked = false
  let proof: NostrEvent | null = null
  const signIn = (): string[] => {
    if (challenge === null) return []
    const tags = [
      ['relay', url],
      ['challenge', challenge],
    ]
    proof = signEvent({ created_at: secondsOf(now), kind: kinds.signIn, tags, content: '' }, secretKey)
    return [JSON.stringify(['AUTH', proof])]
  }
  return (message) => {
    const [verb, about, isTaken] = isArray(message) ? message : []
    if (verb === 'AUTH' && proof === null) {
      challenge = textOf(about)
      return isAsked ? signIn() : []
    }
    if (verb === 'OK' && proof !== null && about === proof.id)
      return isTaken === true ? [opening.first] : null
    if (!opening.isEnd(textOf(verb), about)) return []
    if (proof !== null || !wordsOf(message).startsWith('auth-required:')) return null
    isAsked = true
    return signIn()
  }
}

export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000)
}

/** The words of a relay's verdict: of `OK` the fourth part, of `CLOSED` the third. */
function wordsOf(message: Json | undefined): string {
  if (!isArray(message)) return ''
  const [verb] = message
  return textOf(message[verb === 'OK' ? 3 : 2]) ?? ''
}

/** The verdict of a relay on an event. */
export interface Verdict {
  readonly isTaken: boolean
  /** Such as `blocked: you are not on the list`. */
  readonly words: string
}

/** The verdict on an event in what was heard, or else on the proof of whose it is; null where there is none. */
export function readVerdict(heard: Json, eventId: string): Verdict | null {
  const said = isArray(heard) ? heard.findLast((message) => isArray(message) && message[0] === 'OK') : null
  if (!isArray(said) || typeof said[2] !== 'boolean') return null
  const words = wordsOf(said)
  if (said[1] !== eventId) return said[2] ? null : { isTaken: false, words: `auth-required: ${words}` }
  // An event that is there already was taken.
  return { isTaken: said[2] || words.startsWith('duplicate:'), words }
}

/** Gives an event to one relay by a call that may be repeated. @throws Failure `unavailable` where it says nothing */
export async function offerTo(
  url: string,
  event: NostrEvent,
  secretKey: string,
  io: ConnectIo,
): Promise<Verdict> {
  const opening = offering(event)
  const verdict = readVerdict(await converse(url, opening, secretKey, io), event.id)
  if (verdict) return verdict
  throw new Failure('unavailable', 'The relay gave no verdict on the event.')
}

/** The events of a relay that a filter names, with right signatures. @throws Failure `unavailable` where it does not say all */
export async function readFrom(
  url: string,
  filter: Json,
  secretKey: string,
  io: ConnectIo,
): Promise<NostrEvent[]> {
  const heard = await converse(url, asking(filter), secretKey, io)
  const messages = isArray(heard) ? heard.filter(isArray) : []
  if (messages.at(-1)?.[0] !== 'EOSE')
    throw new Failure('unavailable', 'The relay does not show what it has.')
  return messages
    .filter(([verb, about]) => verb === 'EVENT' && about === subscription)
    .map(([, , event]) => readEvent(event))
    .filter((event) => event !== null)
}

async function converse(url: string, opening: Opening, secretKey: string, io: ConnectIo): Promise<Json> {
  const talk = talkTo(url, opening, secretKey, io.now())
  const request = { method: 'POST', url, headers: {}, body: opening.first, talk } as const
  const { status, json } = await io.fetch(request, within)
  if (status === 101) return json
  throw new Failure('unavailable', 'The relay did not speak to us.')
}
