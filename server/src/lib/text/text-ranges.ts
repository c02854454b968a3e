/** A place in a text, in UTF-16 units, end exclusive. */
export interface FoundRange {
  readonly kind: 'link' | 'mention' | 'hashtag'
  readonly start: number
  readonly end: number
}

const patterns: readonly { kind: FoundRange['kind']; pattern: RegExp }[] = [
  { kind: 'link', pattern: /https?:\/\/[^\s<>"]+/giu },
  { kind: 'mention', pattern: /(?<![\p{L}\p{N}_@/])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu },
  { kind: 'hashtag', pattern: /(?<![\p{L}\p{N}_#&/])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}\p{M}_]+/gu },
]

/** Finds links, mentions and hashtags, in order. A mention or hashtag inside a link does not count. */
export function findRanges(text: string): FoundRange[] {
  const found: FoundRange[] = []
  const isTaken = new Uint8Array(text.length)
  for (const { kind, pattern } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index
      const end = start + (kind === 'link' ? trimLink(match[0]) : match[0]).length
      // None of them fits between two others without touching one at an end.
      if (isTaken[start] || isTaken[end - 1]) continue
      isTaken.fill(1, start, end)
      found.push({ kind, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

const sentenceMarks = /[.,;:!?'’”…]/u

/** Removes the punctuation of the sentence from the end of a link. A closing bracket stays if it was opened in the link. */
function trimLink(link: string): string {
  const opensBracket = link.includes('(')
  let end = link.length
  for (; end > 0; end--) {
    const last = link.charAt(end - 1)
    if (!sentenceMarks.test(last) && (last !== ')' || opensBracket)) break
  }
  return link.slice(0, end)
}
