import type { TextRange } from '../connector.ts'

const patterns: readonly { kind: TextRange['kind']; pattern: RegExp }[] = [
  { kind: 'link', pattern: /https?:\/\/[^\s<>"]+/giu },
  { kind: 'mention', pattern: /(?<![\p{L}\p{N}_@/])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu },
  { kind: 'hashtag', pattern: /(?<![\p{L}\p{N}_#&/])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}\p{M}_]+/gu },
]

/** Links, mentions and hashtags, in order; what stands inside a link is none of its own. */
export function findRanges(text: string): TextRange[] {
  const found: TextRange[] = []
  for (const { kind, pattern } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const words = kind === 'link' ? trimLink(match[0]) : match[0]
      const range = { kind, start: match.index, end: match.index + words.length }
      if (!found.some((other) => other.start < range.end && range.start < other.end)) found.push(range)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** A sentence's own marks at the end of a link are no part of it; a closing bracket is if one was opened. */
function trimLink(link: string): string {
  const trimmed = link.replace(/[.,;:!?'’”…]+$/u, '')
  if (!trimmed.endsWith(')') || trimmed.includes('(')) return trimmed
  return trimLink(trimmed.slice(0, -1))
}
