import { parseLanguageString } from '@atproto/syntax'
import { sentence } from '../../lib/text/sentence.ts'
import type { Account, Checked, Draft, DraftProblem, Limits } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { anyShape, unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy } from '../kit/text/count-text.ts'
import { findSpans } from './facets.ts'
import { readTexts } from './options.ts'
import { notAPost, readQuote } from './quote.ts'
import { defaultService, limitsOf, maxSideOf, readSettings, videoMaxDurationMs } from './settings.ts'

const mostImages = 4
const altTextMax = 2000
const imageTypes = ['image/jpeg', 'image/png', 'image/webp']
const videoTypes = ['video/mp4']
const threadMax = 25

const text = {
  max: 300,
  unit: 'grapheme',
  also: [{ max: 3000, unit: 'utf8' }],
  linkCost: null,
  rules: null,
} as const satisfies Limits['text']

/**
 * The limits of the account's server; those of the official one when `account` is null (docs.bsky.app, lexicons app.bsky.feed.post
 * and app.bsky.embed.*). The lengths of an alt text and of a video are the official app's limits; that of a thread is ours.
 */
export function limits(account: Account | null): Limits {
  const { imageMaxBytes, videoMaxBytes } = account ? readSettings(account) : limitsOf(defaultService, null)
  const maxSide = maxSideOf(imageMaxBytes)
  return {
    text,
    media: {
      required: false,
      kinds: [
        {
          ...unlimited,
          kind: 'image',
          types: imageTypes,
          maxBytes: imageMaxBytes,
          shape: { ...anyShape, maxWidth: maxSide, maxHeight: maxSide },
        },
        {
          ...unlimited,
          kind: 'video',
          types: videoTypes,
          maxBytes: videoMaxBytes,
          maxDurationMs: videoMaxDurationMs,
        },
      ],
      sets: [upTo(mostImages, 'image'), upTo(1, 'video')],
      altTextMax,
    },
    placements: null,
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
  const checked = checkByLimits(draft, limits(account), {
    network: 'Bluesky',
    counting: countingBy(text.unit),
    altTextUnit: 'grapheme',
    mayBeEmpty: draft.options.quote !== undefined,
    findPlaces: (words) => findSpans(words).map(({ kind, start, end }) => ({ kind, start, end })),
  })
  return {
    ...checked,
    problems: [...checked.problems, ...checkLanguages(draft), ...checkQuote(draft)],
    warnings: [
      ...checked.warnings,
      ...[draft, ...draft.thread].flatMap((part, index) =>
        warnOfCard(part, draft.options, index === 0 ? '' : `/thread/${index - 1}`),
      ),
    ],
  }
}

// A record holds one embed: media, or the card of a link.
function warnOfCard(
  { text, media }: DraftPart,
  { link_card: card }: Draft['options'],
  at: string,
): DraftProblem[] {
  if (card === false || media.length === 0 || !findSpans(text).some(({ kind }) => kind === 'link')) return []
  const detail = 'Bluesky shows the media of this post, and its link without a preview.'
  return [{ pointer: `${at}/media`, code: 'no_link_preview', detail }]
}

function checkLanguages(draft: Draft): DraftProblem[] {
  return readTexts(draft.options.langs).flatMap((lang, index) => {
    if (parseLanguageString(lang)) return []
    const detail = sentence('"{lang}" is not a language tag. Use one such as en or pt-BR.', { lang })
    return [{ pointer: `/options/langs/${index}`, code: 'language_unknown', detail }]
  })
}

function checkQuote({ options }: Draft): DraftProblem[] {
  const { quote } = options
  if (quote === undefined || (typeof quote === 'string' && readQuote(quote))) return []
  return [{ pointer: '/options/quote', code: 'quote_invalid', detail: notAPost }]
}
