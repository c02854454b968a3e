import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Counting } from '../kit/text/count-text.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Signs that are drawn as emoji; others, such as ©, are letters unless a variation selector asks for the emoji.
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\u20e3/u

/** Letters count as code points, emoji as their bytes in UTF-8. Source: developers.facebook.com/documentation/threads/posts. */
export const counting: Counting = {
  count: (text) => {
    let count = 0
    for (const { segment } of segmenter.segment(text)) count += costOf(segment)
    return count
  },
  findOver: (text, max) => {
    let left = max
    for (const { index, segment } of segmenter.segment(text)) {
      left -= costOf(segment)
      if (left < 0) return index
    }
    return null
  },
}

function costOf(grapheme: string): number {
  return emoji.test(grapheme) ? Buffer.byteLength(grapheme) : Array.from(grapheme).length
}

// Addresses without a scheme count as links too.
const bareLink = /(?<![\p{L}\p{N}@/._-])www\.[^\s<>"]+/giu

/** The different links of a post, as Threads counts them: those of its text, and the one that is previewed. */
export function findLinks(text: string, preview: string | null): ReadonlySet<string> {
  const links = findRanges(text).flatMap(({ kind, start, end }) =>
    kind === 'link' ? [text.slice(start, end)] : [],
  )
  const bare = Array.from(text.matchAll(bareLink), ([link]) => link)
  return new Set([...links, ...bare, ...(preview === null ? [] : [preview])])
}
