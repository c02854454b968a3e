import { t } from '@lingui/core/macro'
import { type SentenceParts, translateServerSentence } from '../boot/server-sentences.ts'

/**
 * Why a network or the server failed, in the language of the viewer. Where only the code is known, it says what that means, and
 * the words of the server follow as they are.
 */
export function sayFailure(failure: SentenceParts & { readonly message: string }): string {
  const { message, code = '' } = failure
  const said = translateServerSentence(message, failure)
  if (said !== message) return said
  const name = `code ${code}`
  const meaning = translateServerSentence(name)
  return meaning === name ? said : t`${meaning} “${message}”`
}
