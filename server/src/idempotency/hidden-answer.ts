import { openBriefly, sealBriefly } from '../lib/secrecy/seal.ts'
import type { SecretKeys } from '../lib/secrecy/secret-keys.ts'
import type { KeptAnswer } from './kept-answers.ts'

const purpose = 'kept answers'
// No answer in JSON begins like this.
const prefix = 'sealed:'

/** An answer that holds a secret, in the form in which it is kept under the name of its request. */
export function hideAnswer<Answer extends KeptAnswer>(keys: SecretKeys, answer: Answer): Answer {
  return { ...answer, body: prefix + sealBriefly(keys, purpose, answer.body) }
}

/** An answer as it is sent, from a kept one that may be hidden. */
export function showAnswer<Answer extends KeptAnswer>(keys: SecretKeys, answer: Answer): Answer {
  if (!answer.body.startsWith(prefix)) return answer
  return { ...answer, body: openBriefly(keys, purpose, answer.body.slice(prefix.length)) }
}
