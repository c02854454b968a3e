import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { findArticleFault, wordsOf } from '../kit/text/article.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { bodyOf, titleOf } from './body.ts'
import { sizeOfDraft } from './draft.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

/** Source: github.com/Hashnode/gql-skill, mutations.md, "createImageUploadURL". */
export const mostPictureBytes = 8_000_000

/** Hashnode takes requests of 100 kB; the text leaves room for the rest of one, which is measured beside it. */
const mostTextBytes = 90_000
const mostRequestBytes = 100_000

/** The limits, which are the same for all publications. README.md has the source of each. */
export function limits(_account: Account | null): Limits {
  const file = { ...unlimited, maxBytes: mostPictureBytes }
  return {
    text: textUpTo(mostTextBytes, 'utf8'),
    media: {
      required: false,
      kinds: [
        { ...file, kind: 'image', types: ['image/jpeg', 'image/png', 'image/webp'] },
        { ...file, kind: 'gif', types: ['image/gif'] },
      ],
      sets: [upTo(10, 'image', 'gif')],
      altTextMax: 1_000,
    },
    placements: null,
    threadMax: 1,
    rates: [],
  }
}

/** Everything that Hashnode is certain to refuse, or that would be published in another way than was meant. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'Hashnode',
    counting: countingBy('utf8'),
    altTextUnit: 'codepoint',
    findPlaces: findRanges,
    checkPart: (part, at) => checkWords(part, at, readChoices(draft.options).title),
  })
  const problems = [...checked.problems, ...checkTitle(draft), ...checkTeam(draft, account)]
  return {
    ...checked,
    problems: problems.length > 0 ? problems : checkSize(draft, account),
    warnings: [...checked.warnings, ...warn(draft)],
  }
}

/** The reasons why a text cannot be an article, the first of which is told. */
function checkWords({ text }: DraftPart, at: string, title: string | null): DraftProblem[] {
  const detail = findArticleFault(text, wordsOf(text, title))
  return detail === null ? [] : [{ pointer: `${at}/text`, code: 'text_invalid', detail }]
}

function checkTitle(draft: Draft): DraftProblem[] {
  const isEmpty = draft.text.trim() === '' && draft.media.length === 0
  if (isEmpty || titleOf(draft) !== '') return []
  return [{ pointer: '/options/title', code: 'title_missing', detail: 'An article needs a title.' }]
}

/** Source: PublishPostInput in schema.graphql of github.com/Hashnode/gql-skill: "Only for team publications". */
function checkTeam({ options }: Draft, account: Account): DraftProblem[] {
  if (readSettings(account).isTeam) return []
  const { publishAs, coAuthors } = readChoices(options)
  const detail = 'This publication is of one person. Only a team has other authors.'
  const code = 'option_not_possible'
  return [
    ...(publishAs === null ? [] : [{ pointer: '/options/publish_as', code, detail }]),
    ...(coAuthors.length === 0 ? [] : [{ pointer: '/options/co_authors', code, detail }]),
  ]
}

/** An address of Hashnode's has fewer characters than this. */
const longestAddress = 250

/** The request that makes the draft is as long as it can become: a line break and a quote take two bytes in it. */
function checkSize(draft: Draft, account: Account): DraftProblem[] {
  const url = 'x'.repeat(longestAddress)
  const shown = draft.media.map(({ altText }) => ({ url, altText }))
  const body = bodyOf(draft.text, readChoices(draft.options).title, '0'.repeat(32), shown)
  if (sizeOfDraft(draft, body, url, account) <= mostRequestBytes) return []
  const detail =
    'The text, its pictures and their alt texts are more than Hashnode takes in one request, which is 100 kB. Shorten the text.'
  return [{ pointer: '/text', code: 'article_too_large', detail }]
}

/** The things that a person may not expect, although Hashnode takes the article. */
function warn({ text, media, options }: Draft): DraftProblem[] {
  const { title, cover } = readChoices(options)
  const isRepeated = title === null && text.trim() !== '' && wordsOf(text, null) === wordsOf(text, '')
  const repeated = 'The first line of the text is the title too. Set a title to have another one.'
  const unused = 'There is no picture to be the cover.'
  return [
    ...(isRepeated ? [{ pointer: '/options/title', code: 'title_from_text', detail: repeated }] : []),
    ...(cover !== 'none' && media.length === 0
      ? [{ pointer: '/options/cover', code: 'option_unused', detail: unused }]
      : []),
  ]
}
