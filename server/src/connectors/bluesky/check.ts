import { parseLanguageString } from '@atproto/syntax'
import { countGraphemes, offsetAfterGraphemes } from '../../lib/text/graphemes.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, TextRange } from '../connector.ts'
import { altTextMax, checkMedia, imageTypes, mostImages, videoTypes } from './check-media.ts'
import { findSpans } from './facets.ts'
import { readTexts } from './options.ts'
import { notAPost, readQuote } from './quote.ts'
import { defaultService, limitsOf, readSettings, videoMaxDurationMs } from './settings.ts'

const threadMax = 25

const text = {
  max: 300,
  unit: 'grapheme',
  also: [{ max: 3000, unit: 'utf8' }],
  linkCost: null,
} as const satisfies Limits['text']

/**
 * The limits of the account's server; those of the official one when `account` is null (docs.bsky.app, lexicons app.bsky.feed.post
 * and app.bsky.embed.*). The lengths of an alt text and of a video are the official app's limits; that of a thread is ours.
 */
export function limits(account: Account | null): Limits {
  const { videoMaxBytes } = account ? readSettings(account) : limitsOf(defaultService, null)
  return {
    text,
    media: {
      max: mostImages,
      required: false,
      kinds: [
        { kind: 'image', max: mostImages, types: imageTypes, maxBytes: null, maxDurationMs: null },
        {
          kind: 'video',
          max: 1,
          types: videoTypes,
          maxBytes: videoMaxBytes,
          maxDurationMs: videoMaxDurationMs,
        },
      ],
      altTextMax,
      mixed: false,
    },
    threadMax,
    rates: hourly.map((rate) => ({ per: 'account', of: account?.externalId ?? '', ...rate })),
  }
}

/**
 * Bluesky's servers take writes for 5,000 points an hour and 35,000 a day of each repository, and count three for making
 * a record: a post, and the gate that may come with it. docs.bsky.app, "Rate Limits".
 */
const hourly = [
  { posts: 833, everyMs: 3_600_000 },
  { posts: 5_833, everyMs: 24 * 3_600_000 },
] as const

/** Everything the server is certain to refuse, and everything the official app would not let pass. */
export function check(draft: Draft, account: Account): Checked {
  const { videoMaxBytes } = readSettings(account)
  const count = countGraphemes(draft.text)
  const isQuoting = draft.options.quote !== undefined
  const parts = draft.thread.flatMap((each, index) =>
    checkPart(each, `/thread/${index}`, videoMaxBytes, false),
  )
  return {
    problems: [
      ...checkPart(draft, '', videoMaxBytes, isQuoting),
      ...checkLanguages(draft),
      ...checkQuote(draft),
      ...checkThread(draft),
      ...parts,
    ],
    length: { count, max: text.max, unit: text.unit },
    ranges: findRanges(draft.text),
  }
}

type Part = Pick<Draft, 'text' | 'media'>

function checkPart(part: Part, at: string, videoMaxBytes: number, isQuoting: boolean): DraftProblem[] {
  if (part.text.trim() === '' && part.media.length === 0 && !isQuoting) {
    const detail = 'A Bluesky post needs a text, a picture or a video.'
    return [{ pointer: `${at}/text`, code: 'empty', detail }]
  }
  return [...checkText(part.text, `${at}/text`), ...checkMedia(part.media, `${at}/media`, videoMaxBytes)]
}

function checkText(words: string, pointer: string): DraftProblem[] {
  const graphemes = countGraphemes(words)
  if (graphemes > text.max) {
    const detail = `Bluesky takes ${text.max} characters; this text has ${graphemes}.`
    return [{ pointer, code: 'text_too_long', detail }]
  }
  const bytes = Buffer.byteLength(words)
  if (bytes <= text.also[0].max) return []
  const detail = `Bluesky takes ${text.also[0].max} bytes of text; these characters need ${bytes}.`
  return [{ pointer, code: 'text_too_long', detail }]
}

function checkLanguages(draft: Draft): DraftProblem[] {
  return readTexts(draft.options.langs).flatMap((lang, index) => {
    if (parseLanguageString(lang)) return []
    const detail = `"${lang}" is not a language tag. Use one such as en or pt-BR.`
    return [{ pointer: `/options/langs/${index}`, code: 'language_unknown', detail }]
  })
}

function checkQuote({ options }: Draft): DraftProblem[] {
  const { quote } = options
  if (quote === undefined || (typeof quote === 'string' && readQuote(quote))) return []
  return [{ pointer: '/options/quote', code: 'quote_invalid', detail: notAPost }]
}

function checkThread(draft: Draft): DraftProblem[] {
  if (draft.thread.length < threadMax) return []
  const detail = `A thread has up to ${threadMax} posts, the first one included.`
  return [{ pointer: `/thread/${threadMax - 1}`, code: 'thread_too_long', detail }]
}

function findRanges(words: string): TextRange[] {
  const ranges: TextRange[] = findSpans(words).map(({ kind, start, end }) => ({ kind, start, end }))
  const over = findOverflow(words)
  if (over !== null) ranges.push({ kind: 'over', start: over, end: words.length })
  return ranges
}

/** Where the text stops fitting, in whole characters; null if all of it fits. */
function findOverflow(words: string): number | null {
  const byCount = offsetAfterGraphemes(words, text.max)
  let fits = byCount
  while (fits > 0 && Buffer.byteLength(words.slice(0, fits)) > text.also[0].max) {
    fits = offsetAfterGraphemes(words, countGraphemes(words.slice(0, fits)) - 1)
  }
  return fits < words.length ? fits : null
}
