import { findRanges } from '../../lib/text/text-ranges.ts'
import type { TextRange } from '../connector.ts'
import { type Counting, countingBy } from '../kit/text/count-text.ts'
import type { InstanceLimits } from './settings.ts'
import type { Software } from './software.ts'

/** How a server counts: where it shortens, a link costs what it says, and a mention no more than its name. */
export function countingOf({ unit, shortens }: Software, limits: InstanceLimits): Counting {
  if (!shortens) return countingBy(unit)
  return countingBy(unit, (text) =>
    findSpans(text, limits.charactersReservedPerUrl)
      .filter(({ range }) => range.kind !== 'hashtag')
      .map(({ range: { start, end }, short }) => ({ start, end, cost: short })),
  )
}

/** Links, mentions and hashtags as the network sees them. */
export function findPlaces(text: string): TextRange[] {
  return findSpans(text, 0).map(({ range }) => range)
}

// The forms Mastodon itself takes: a name and, for somebody elsewhere, a domain.
export const mention =
  /(?<![=/\p{L}\p{N}_@])(@[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*)?/giu

// Mastodon takes an address for a link only if it can be reached from everywhere; any other counts as it is written.
export const linkable =
  /^https?:\/\/(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?:[\p{L}]{2,}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#]|$)/iu

interface TextSpan {
  readonly range: TextRange
  /** Its cost where links and mentions are shortened. */
  readonly short: number
}

function findSpans(text: string, linkCost: number): TextSpan[] {
  const ranges = findRanges(text)
  const links = ranges.filter(
    ({ kind, start, end }) => kind === 'link' && linkable.test(text.slice(start, end)),
  )
  const isInLink = new Uint8Array(text.length)
  for (const { kind, start, end } of ranges) if (kind === 'link') isInLink.fill(1, start, end)
  const mentions = [...text.matchAll(mention)].filter(({ index }) => isInLink[index] !== 1)
  const tags = ranges.filter(({ kind }) => kind === 'hashtag')
  return [
    ...links.map((range) => ({ range, short: linkCost })),
    ...mentions.map(({ index, 0: whole, 1: name = '' }) => ({
      range: { kind: 'mention' as const, start: index, end: index + whole.length },
      short: name.length,
    })),
    ...tags.map((range) => ({ range, short: 0 })),
  ].sort((a, b) => a.range.start - b.range.start)
}
