import { cleanText } from '../lib/text/clean-text.ts'
import {
  cleaned,
  type KeptParts,
  partsOf,
  type ShownParts,
  type Words,
  word,
  wordsOf,
} from '../lib/text/sentence.ts'

/** An account that a notification is about. */
export interface AccountFact extends KeptParts {
  readonly username: string
  readonly platform: string
  readonly state: 'failed' | 'needs_review' | 'held' | null
  /** Why it is held or needs a review. */
  readonly reason: string | null
  /** Why it failed, in English; what varies in it stands in `template` and `params`. */
  readonly message: string | null
}

const longestMessage = 300

/** An account with texts that are fit to be kept and shown. */
export function cleanAccount(account: AccountFact): AccountFact {
  const { platform, state, reason, message: said } = account
  const username = cleanText(account.username, 100)
  if (said === null) return { username, platform, state, reason, message: null }
  const { detail: message, ...parts } = cleanReason(said, account)
  return { username, platform, state, reason, message, ...parts }
}

/** A sentence in English, with its varying parts beside it. */
export interface Reason extends ShownParts {
  readonly detail: string
}

/** A reason as it is kept. One that is longer than a person reads is cut, and has no parts then. */
export function cleanReason(detail: string, parts: KeptParts): Reason {
  const words = cleaned(wordsOf(detail, parts), (text) => cleanText(text, longestMessage))
  const english = cleanText(String(words), longestMessage)
  return { detail: english, ...(english === String(words) ? partsOf(words) : {}) }
}

/** Why an account failed, as a part of a sentence; null where nothing is known. */
export function reasonOf(account: AccountFact): Words | null {
  return account.message === null ? null : word(wordsOf(account.message, account))
}

/** Why a feed or a recurrence makes no posts, but for the reasons that are about an account. */
export function problemsIn({
  problems,
  problem_parts: parts = [],
}: {
  readonly problems: readonly string[]
  readonly problem_parts?: readonly KeptParts[]
}): Words[] {
  return problems.map((detail, index) => wordsOf(detail, parts[index] ?? {}))
}
