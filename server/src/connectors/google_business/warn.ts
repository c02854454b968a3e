import type { Draft, DraftMedia, DraftProblem } from '../connector.ts'
import { readChoices } from './options.ts'

const most = 1_500
const sureSides = { width: 400, height: 300 }
const leastBytes = 10_240

/** The things that Google leaves out, and those that it may refuse though its documentation does not say so of posts. */
export function warn(draft: Draft): DraftProblem[] {
  return [...warnOfText(draft.text), ...warnOfButton(draft), ...draft.media.flatMap(warnOfPhoto)]
}

// A number as people write it: with a plus or a zero ahead, or in three groups as in America.
const telephone = /(?<![\d.,-])(?:(?:\+|\(?0)\d[\d\s()./-]{6,20}\d|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d))/

function warnOfText(text: string): DraftProblem[] {
  const pointer = '/text'
  const warnings: DraftProblem[] = []
  if (text.length > most && [...text].length <= most) {
    const detail = 'Google may count some of these characters twice, and find this too long.'
    warnings.push({ pointer, code: 'text_maybe_too_long', detail })
  }
  // Source: support.google.com/business/answer/7213077, the content policy for posts.
  if (telephone.test(text)) {
    const detail = 'Google rejects posts with a telephone number in their text. Use a button that calls.'
    warnings.push({ pointer, code: 'telephone_number', detail })
  }
  return warnings
}

/** Source: `callToAction` of the reference, which is ignored for offers. */
function warnOfButton(draft: Draft): DraftProblem[] {
  const { ctaActionType, offer } = readChoices(draft)
  if (ctaActionType === null || !offer) return []
  const detail = 'Google shows no button of yours below an offer.'
  return [{ pointer: '/options/cta_action_type', code: 'button_left_out', detail }]
}

/** Sources: developers.google.com/my-business/content/upload-photos, for photos of a profile; publishers report 400 by 300 for posts. */
function warnOfPhoto(photo: DraftMedia, index: number): DraftProblem[] {
  const pointer = `/media/${index}`
  const warnings: DraftProblem[] = []
  const { width, height, bytes, altText } = photo
  if ((width ?? sureSides.width) < sureSides.width || (height ?? sureSides.height) < sureSides.height) {
    const detail = 'Google may refuse photos of less than 400 by 300 pixels.'
    warnings.push({ pointer, code: 'photo_small', detail })
  }
  if (bytes < leastBytes) {
    const detail = 'Google may refuse photos of less than 10 kB.'
    warnings.push({ pointer, code: 'photo_file_small', detail })
  }
  if (altText !== '')
    warnings.push({ pointer, code: 'alt_text_not_shown', detail: 'Google shows no alt texts.' })
  return warnings
}
