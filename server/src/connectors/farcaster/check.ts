import { sentence } from '../../lib/text/sentence.ts'
import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Account, Checked, Draft, DraftProblem, Limits, MediaFit } from '../connector.ts'
import { checkByLimits, type DraftPart } from '../kit/media/check-by-limits.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import { countingBy, textUpTo } from '../kit/text/count-text.ts'
import { embeddableLinks, mostEmbeds } from './embeds.ts'
import { mostParts, readChoices } from './options.ts'
import { notACast, readQuote } from './quote.ts'
import { readSettings } from './settings.ts'

/** Bytes of a cast. Source: validate_cast_add_body of Snapchain. */
const mostBytes = { usual: 1_024, pro: 10_000 }

const mostMentions = 10

/** The limits of the account's plan; those without Farcaster Pro where there is no account. */
export function limits(account: Account | null): Limits {
  const isPro = account !== null && readSettings(account).isPro
  return {
    text: textUpTo(isPro ? mostBytes.pro : mostBytes.usual, 'utf8'),
    media: {
      required: false,
      // Clients show an address as a picture that ends in .png, .jpg or .gif. Source: README.md.
      kinds: [
        { ...unlimited, kind: 'image', types: ['image/jpeg', 'image/png'] },
        { ...unlimited, kind: 'gif', types: ['image/gif'] },
      ],
      sets: [upTo(mostEmbeds, 'image', 'gif')],
      altTextMax: 1_000,
    },
    placements: null,
    threadMax: mostParts,
    rates: [],
  }
}

/** Everything that Neynar or Farcaster is certain to refuse, or that would be published in another way than was meant. */
export function check(draft: Draft, account: Account): Checked {
  const checked = checkByLimits(draft, limits(account), {
    network: 'Farcaster',
    counting: countingBy('utf8'),
    altTextUnit: 'codepoint',
    mayBeEmpty: readChoices(draft.options).quote !== null,
    findPlaces: findRanges,
    checkPart: checkWords,
  })
  return {
    ...checked,
    problems: [...checked.problems, ...refuseFits(checked.fits, draft), ...checkOptions(draft)],
    warnings: [...checked.warnings, ...warn(draft)],
  }
}

function checkWords({ text }: DraftPart, at: string): DraftProblem[] {
  if (!text.includes('\0')) return []
  const detail = 'This text has a NUL character, which nothing can show.'
  return [{ pointer: `${at}/text`, code: 'text_invalid', detail }]
}

/** A cast has the addresses of its pictures, and a file that was made to fit does not stay under any. */
function refuseFits(fits: readonly MediaFit[], { media, thread }: Draft): DraftProblem[] {
  const detail =
    'Farcaster shows pictures as they are on this server, so none is cropped or converted. Upload it as it is to be shown.'
  const all = [...media, ...thread.flatMap((part) => part.media)]
  return fits
    .filter(({ result }) => !all.includes(result))
    .map(({ pointer }) => ({ pointer, code: 'media_not_fitted', detail }))
}

function checkOptions({ media, options }: Draft): DraftProblem[] {
  const { channel, quote } = readChoices(options)
  const problems: DraftProblem[] = []
  if (channel !== null && !/^[a-z0-9][a-z0-9_-]*$/.test(channel)) {
    const detail = 'This is no id of a channel. Choose one from the list.'
    problems.push({ pointer: '/options/channel', code: 'channel_unknown', detail })
  }
  if (quote !== null && !readQuote(quote))
    problems.push({ pointer: '/options/quote', code: 'quote_invalid', detail: notACast })
  if (quote !== null && media.length === mostEmbeds) {
    const detail = sentence(
      'A cast has room for {max} embeds, and a quoted cast is one. Leave it out, or a picture.',
      {
        max: mostEmbeds,
      },
    )
    problems.push({ pointer: '/options/quote', code: 'too_many_media', detail })
  }
  return problems
}

/** The things that a person may not expect, although the network takes the cast. */
function warn(draft: Draft): DraftProblem[] {
  const parts = [draft, ...draft.thread].map((part, index) => ({
    ...part,
    at: index === 0 ? '' : `/thread/${index - 1}`,
  }))
  return parts.flatMap((part, index) => [
    ...part.media.flatMap(({ altText }, place) =>
      altText === ''
        ? []
        : [
            {
              pointer: `${part.at}/media/${place}/alt_text`,
              code: 'alt_text_not_shown',
              detail: 'Farcaster has no alt texts; this one is left out.',
            },
          ],
    ),
    ...warnOfText(part, readChoices(draft.options), index === 0),
  ])
}

function warnOfText(
  { text, media, at }: DraftPart & { readonly at: string },
  { linkCard, quote }: ReturnType<typeof readChoices>,
  isFirst: boolean,
): DraftProblem[] {
  const pointer = `${at}/text`
  const mentions = findRanges(text).filter(({ kind }) => kind === 'mention').length
  const room = mostEmbeds - media.length - (isFirst && quote !== null ? 1 : 0)
  const warnings: DraftProblem[] = []
  if (mentions > mostMentions) {
    const detail = sentence('Farcaster takes up to {max} mentions in a cast; this text has {count}.', {
      max: mostMentions,
      count: mentions,
    })
    warnings.push({ pointer, code: 'many_mentions', detail })
  }
  if (linkCard && embeddableLinks(text).length > room) {
    const detail = 'There is no room to show every link of this text as a card: a cast has two embeds.'
    warnings.push({ pointer, code: 'link_plain', detail })
  }
  return warnings
}
