import { cleanLine } from '../../lib/text/clean-text.ts'
import { cutText } from '../../lib/text/graphemes.ts'
import { sentence, type Words } from '../../lib/text/sentence.ts'
import { Failure, type FailureKind, type Omission } from '../connector.ts'

/** The reason why a relay does not have an event. */
export interface Refusal {
  readonly relay: string
  readonly words: string
  readonly kind: FailureKind
}

/** The meaning of the first word of a refusal. Sources: NIP-01 and NIP-42. Any other word is a refusal of the relay's own. */
const meanings: Readonly<Record<string, FailureKind>> = {
  invalid: 'invalid',
  pow: 'invalid',
  blocked: 'forbidden',
  mute: 'forbidden',
  restricted: 'unauthorized',
  'auth-required': 'unauthorized',
  'rate-limited': 'rate_limited',
  // Something went wrong at the relay, perhaps after it had stored the event.
  error: 'unknown_outcome',
}

export function readRefusal(relay: string, words: string): Refusal {
  const [prefix = ''] = words.split(':', 1)
  const kind = Object.hasOwn(meanings, prefix) ? meanings[prefix] : undefined
  return { relay, words, kind: kind ?? 'forbidden' }
}

interface Meaning {
  readonly kind: FailureKind
  say(parts: { readonly why: string }): Words
}

const unknown: Meaning = {
  kind: 'unknown_outcome',
  say: (parts) => sentence('No relay said that it has the post, and one may have it. {why}', parts),
}

/** The meanings of it that no relay has the event, in the order in which kinds of refusals decide it. */
const meaningsOfAll: readonly Meaning[] = [
  unknown,
  { kind: 'rate_limited', say: (parts) => sentence('The relays ask us to wait. {why}', parts) },
  {
    kind: 'not_sent',
    say: (parts) => sentence('No relay took the post, and one could not be reached. {why}', parts),
  },
  { kind: 'invalid', say: (parts) => sentence('No relay takes this post. {why}', parts) },
  { kind: 'forbidden', say: (parts) => sentence('No relay takes this post of this account. {why}', parts) },
  {
    kind: 'unauthorized',
    say: (parts) =>
      sentence('No relay takes posts of this account. Connect it again with relays that do. {why}', parts),
  },
]

const usualWaitMs = 60_000
const mostShown = 150

/** The failure of a post that no relay is known to have. */
export function failureOf(refusals: readonly Refusal[]): Failure {
  const { kind, say } =
    meaningsOfAll.find((one) => refusals.some((refusal) => refusal.kind === one.kind)) ?? unknown
  const why = refusals.map((refusal) => `${refusal.relay}: ${shown(refusal.words)}`).join('; ')
  const retryAfterMs = kind === 'rate_limited' ? waitOf(refusals) : null
  return new Failure(kind, say({ why }), { retryAfterMs })
}

/** The seconds that the relays name, the fewest of them. */
function waitOf(refusals: readonly Refusal[]): number {
  const named = refusals.map(({ words }) => /\b(\d{1,5}) ?s(?:ec|econds?)?\b/.exec(words)?.[1])
  const waits = named.filter((seconds) => seconds !== undefined).map((seconds) => Number(seconds) * 1_000)
  return waits.length === 0 ? usualWaitMs : Math.min(...waits)
}

/** A relay that does not have a post that is public. */
export function omissionOf({ relay, words }: Refusal): Omission {
  const detail: Words = sentence('The relay {relay} does not have this post. It said: {words}', {
    relay,
    words: shown(words),
  })
  return { code: 'relay_without_post', detail }
}

function shown(words: string): string {
  return cutText(cleanLine(words), mostShown)
}
