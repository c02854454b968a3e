import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaFit } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { findArticleFault, wordsOf } from '../kit/text/article.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { titleOf } from './body.ts'
import { mostTitleLetters, readChoices } from './options.ts'

/** Forem takes 800 kB; this limit is ours. A request of 256 kB has room for so many characters of four bytes. */
const mostText = 60_000

/** The limits, which are the same for all communities. README.md has the source of each. */
export function limits(_account: Account | null): Limits {
  return {
    text: textUpTo(mostText, 'codepoint'),
    media: {
      required: false,
      kinds: [
        { ...unlimited, kind: 'image', types: ['image/jpeg', 'image/png', 'image/webp'] },
        { ...unlimited, kind: 'gif', types: ['image/gif'] },
      ],
      sets: [upTo(10, 'image', 'gif')],
      altTextMax: 1_000,
    },
    placements: null,
    threadMax: 1,
    rates: [],
  }
}

/** Everything that a community is certain to refuse, or that would be published in another way than was meant. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'Crier',
    counting: countingBy('codepoint'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    checkPart: (part, at) => checkWords(part, at, readChoices(draft.options).title),
  })
  return {
    ...checked,
    problems: [...checked.problems, ...refuseFits(checked.fits, draft), ...checkTitle(draft)],
    warnings: [...checked.warnings, ...warn(draft)],
  }
}

/** The reasons why a text cannot be an article, the first of which is told. */
function checkWords({ text }: DraftPart, at: string, title: string | null): DraftProblem[] {
  const words = wordsOf(text, title)
  const detail = findFrontMatter(words) ?? findArticleFault(text, words)
  return detail === null ? [] : [{ pointer: `${at}/text`, code: 'text_invalid', detail }]
}

/** Source: FrontMatterParser, by which Forem reads a title and whether an article is public out of its text. */
function findFrontMatter(words: string): string | null {
  return /^\s*---/.test(words)
    ? 'Forem reads a text that begins with --- as settings of the article. Begin with words.'
    : null
}

/** Forem shows pictures from where they lie, and a file that was made to fit does not stay there. */
function refuseFits(fits: readonly MediaFit[], { media }: Draft): DraftProblem[] {
  const detail =
    'Forem shows pictures as they are on this server, so none is cropped or converted. Upload it as it is to be shown.'
  return fits
    .filter(({ result }) => !media.includes(result))
    .map(({ pointer }) => ({ pointer, code: 'media_not_fitted', detail }))
}

function checkTitle(draft: Draft): DraftProblem[] {
  const pointer = '/options/title'
  const title = titleOf(draft)
  const isEmpty = draft.text.trim() === '' && draft.media.length === 0
  if (title === '' && !isEmpty)
    return [{ pointer, code: 'title_missing', detail: 'An article needs a title.' }]
  if ([...title].length <= mostTitleLetters) return []
  return [{ pointer, code: 'text_too_long', detail: 'A title has up to 128 characters.' }]
}

/** The things that a person may not expect, although the community takes the article. */
function warn({ text, media, options }: Draft): DraftProblem[] {
  const { title, mainImage } = readChoices(options)
  const isRepeated = title === null && text.trim() !== '' && wordsOf(text, null) === wordsOf(text, '')
  const repeated = 'The first line of the text is the title too. Set a title to have another one.'
  const unused = 'There is no picture to be the cover.'
  return [
    ...(isRepeated ? [{ pointer: '/options/title', code: 'title_from_text', detail: repeated }] : []),
    ...(mainImage !== 'none' && media.length === 0
      ? [{ pointer: '/options/main_image', code: 'option_unused', detail: unused }]
      : []),
  ]
}
