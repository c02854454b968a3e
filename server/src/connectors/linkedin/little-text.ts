import { findRanges } from '../../lib/text/text-ranges.ts'
import type { TextRange } from '../connector.ts'
import { countText, type FixedCost } from '../kit/text/count-text.ts'

// A mention names a page or a person by its URN: `@[Harbour](urn:li:organization:123)`.
export const mention = /@\[([^[\]()\n]{1,200})\]\((urn:li:(?:organization|person):[\w-]{1,100})\)/g
const reserved = /[\\|{}@[\]()<>#*_~]/g

/** Links, mentions and hashtags of a text, in order. */
export function findPlaces(text: string): TextRange[] {
  const mentions = [...text.matchAll(mention)].map((match): TextRange => {
    return { kind: 'mention', start: match.index, end: match.index + match[0].length }
  })
  const isApart = ({ kind, start, end }: TextRange) =>
    kind !== 'mention' && mentions.every((one) => end <= one.start || start >= one.end)
  return [...mentions, ...findRanges(text).filter(isApart)].sort((a, b) => a.start - b.start)
}

/** The mentions of a text, each of which readers see as its name alone. */
export function mentionCosts(text: string): FixedCost[] {
  return [...text.matchAll(mention)].map(({ index, 0: whole, 1: name = '' }) => {
    return { start: index, end: index + whole.length, cost: countText(name, 'codepoint') }
  })
}

/**
 * Writes a text in LinkedIn's `little` format, in which an unescaped sign of its own silently ends the post. Hashtags and
 * mentions stay alive; every other sign stands for itself. Source: learn.microsoft.com/linkedin, Little Text Format.
 */
export function toLittleText(text: string): string {
  let written = ''
  let at = 0
  for (const { kind, start, end } of findPlaces(text)) {
    if (kind === 'link') continue
    const found = text.slice(start, end)
    written += escapeSigns(text.slice(at, start))
    written += kind === 'hashtag' ? `{hashtag|\\#|${escapeSigns(found.slice(1))}}` : writeMention(found)
    at = end
  }
  return written + escapeSigns(text.slice(at))
}

function escapeSigns(text: string): string {
  return text.replace(reserved, (sign) => `\\${sign}`)
}

function writeMention(found: string): string {
  return found.replace(mention, (_, name: string, urn: string) => `@[${escapeSigns(name)}](${urn})`)
}

/** The words of a little text, to compare: LinkedIn may show a hashtag or an escaped sign in another form than it got. */
export function wordsOf(little: string): string {
  return little
    .replaceAll('\\', '')
    .replace(/\{hashtag\|#\|([^{}|]*)\}/g, '#$1')
    .replace(/@\[([^[\]\n]*)\]\(urn:li:[\w:-]*\)/g, '$1')
}
