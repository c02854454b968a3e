import { sentence } from '../../lib/text/sentence.ts'
import type { Account, Draft, DraftMedia, DraftProblem } from '../connector.ts'
import { countText } from '../kit/text/count-text.ts'
import { profileOf } from './names.ts'
import { communityOf, kindOf, mostTitleLetters, wordsOf } from './options.ts'

export const mostCaptionLetters = 180
const mostTextLetters = 40_000

/** The things that Reddit leaves out, and those that a community may refuse, which is not known before it is asked. */
export function warn(draft: Draft, account: Account): DraftProblem[] {
  return [
    ...warnOfCommunity(draft, account),
    ...warnOfWords(draft),
    ...draft.media.flatMap((medium, index) => warnOfMedium(medium, index, draft)),
  ]
}

/** The rules of a community are its own, and may change until the post is due. */
function warnOfCommunity(draft: Draft, account: Account): DraftProblem[] {
  const community = communityOf(draft, account)
  if (community.toLowerCase() === profileOf(account).toLowerCase()) return []
  const detail = sentence(
    'The community r/{community} may refuse this post by rules of its own, or remove it later. Crier looks at the rules that Reddit tells before it is published.',
    { community },
  )
  return [{ pointer: '/options/subreddit', code: 'community_rules', detail }]
}

/** The documentation names no unit of its limits. */
function warnOfWords(draft: Draft): DraftProblem[] {
  const { title, isFirstLine } = wordsOf(draft)
  const code = 'text_maybe_too_long'
  const detail = 'Reddit may count some of these characters twice, and find this too long.'
  const isDoubtful = (text: string, max: number) => text.length > max && countText(text, 'codepoint') <= max
  const place = isFirstLine ? '/text' : '/options/title'
  return [
    ...(isDoubtful(draft.text, mostTextLetters) ? [{ pointer: '/text', code, detail }] : []),
    ...(isDoubtful(title, mostTitleLetters) ? [{ pointer: place, code, detail }] : []),
  ]
}

function warnOfMedium({ altText }: DraftMedia, index: number, draft: Draft): DraftProblem[] {
  const pointer = `/media/${index}/alt_text`
  if (altText.trim() === '') return []
  if (kindOf(draft) !== 'gallery') {
    const detail = 'Reddit shows no alt text of this. In a gallery of several pictures it is the caption.'
    return [{ pointer, code: 'alt_text_not_shown', detail }]
  }
  if (altText.length <= mostCaptionLetters) return []
  const detail = sentence('Reddit shows it as a caption, which is cut after {max} characters.', {
    max: mostCaptionLetters,
  })
  return [{ pointer, code: 'alt_text_cut', detail }]
}
