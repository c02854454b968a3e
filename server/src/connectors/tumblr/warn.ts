import { sentence, type Words } from '../../lib/text/sentence.ts'
import type { Draft, DraftProblem } from '../connector.ts'
import { countRanges, mostLinks, mostMentions } from './text-blocks.ts'

/** The things that a post does not show although the draft has them. */
export function warn(draft: Draft): DraftProblem[] {
  return [...warnOfRanges(draft), ...warnOfVideo(draft)]
}

function warnOfRanges({ text }: Draft): DraftProblem[] {
  const { links, mentions } = countRanges(text)
  const warning = (code: string, detail: Words) => ({ pointer: '/text', code, detail })
  return [
    ...(links > mostLinks
      ? [
          warning(
            'links_plain',
            sentence('Tumblr takes {max} links in a text: further ones cannot be clicked.', {
              max: mostLinks,
            }),
          ),
        ]
      : []),
    ...(mentions > mostMentions
      ? [
          warning(
            'mentions_plain',
            sentence('Tumblr takes {max} mentions in a post: further ones are plain words.', {
              max: mostMentions,
            }),
          ),
        ]
      : []),
  ]
}

function warnOfVideo({ media }: Draft): DraftProblem[] {
  return media.flatMap(({ kind, altText }, index) =>
    kind === 'video' && altText.trim() !== ''
      ? [
          {
            pointer: `/media/${index}/alt_text`,
            code: 'alt_text_not_shown',
            detail: 'Tumblr takes no alt text for videos.',
          },
        ]
      : [],
  )
}
