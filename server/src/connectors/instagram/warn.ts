import { sentence, type Words } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Draft, DraftMedia, DraftProblem } from '../connector.ts'
import { formOf } from './options.ts'

const uncertain = {
  captionUnits: 2_200,
  hashtags: 5,
  carouselVideoMs: 60_000,
  carouselVideoBytes: 100_000_000,
}

/** The things that Instagram changes or leaves out, and those that it may refuse though its documentation does not say so. */
export function warn(draft: Draft): DraftProblem[] {
  const form = formOf(draft)
  if (form === 'comment') return []
  const isStory = form === 'story'
  return [
    ...(isStory ? warnOfStory(draft) : warnOfCaption(draft.text)),
    ...draft.media.flatMap((medium, index) => warnOfAltText(medium, index, isStory)),
    ...(form === 'carousel' ? warnOfCarousel(draft.media) : []),
  ]
}

function warnOfStory({ text }: Draft): DraftProblem[] {
  if (text.trim() === '') return []
  return [{ pointer: '/text', code: 'text_ignored', detail: 'A story shows no caption.' }]
}

function warnOfCaption(text: string): DraftProblem[] {
  const found = findRanges(text)
  const warnings: DraftProblem[] = []
  const say = (code: string, detail: Words) => warnings.push({ pointer: '/text', code, detail })
  const hashtags = found.filter(({ kind }) => kind === 'hashtag').length
  if (hashtags > uncertain.hashtags)
    say(
      'many_hashtags',
      sentence('Instagram may take no more than {max} hashtags; this caption has {count}.', {
        max: uncertain.hashtags,
        count: hashtags,
      }),
    )
  if (found.some(({ kind }) => kind === 'link'))
    say('link_plain', 'Links in a caption cannot be clicked at Instagram.')
  if (text.length > uncertain.captionUnits)
    say(
      'text_maybe_too_long',
      'Instagram may count some of these characters twice, and find the caption too long.',
    )
  return warnings
}

/** Source: the changelog of 24 March 2025 for `alt_text`: pictures of the feed alone. */
function warnOfAltText({ altText, kind }: DraftMedia, index: number, isStory: boolean): DraftProblem[] {
  if (altText === '' || (kind === 'image' && !isStory)) return []
  const detail = 'Instagram takes alt texts for pictures of the feed alone; this one is left out.'
  return [{ pointer: `/media/${index}/alt_text`, code: 'alt_text_ignored', detail }]
}

function warnOfCarousel(media: readonly DraftMedia[]): DraftProblem[] {
  const warnings: DraftProblem[] = []
  const [first] = media
  for (const [index, medium] of media.entries()) {
    const pointer = `/media/${index}`
    const isLong = (medium.durationMs ?? 0) > uncertain.carouselVideoMs
    if (medium.kind === 'video' && (isLong || medium.bytes > uncertain.carouselVideoBytes)) {
      const detail = 'Instagram may refuse a video of more than 60 seconds or 100 MB among several media.'
      warnings.push({ pointer, code: 'video_maybe_too_long', detail })
    }
    if (first && ratioOf(medium) !== ratioOf(first)) {
      const detail = 'Instagram cuts all media of a post to the proportions of the first.'
      warnings.push({ pointer, code: 'carousel_cropped', detail })
    }
  }
  return warnings
}

function ratioOf({ width, height, crop }: DraftMedia): string {
  const ratio = ((width ?? 1) * (crop?.width ?? 1)) / ((height ?? 1) * (crop?.height ?? 1))
  return ratio.toFixed(2)
}
