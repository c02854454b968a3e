const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Within printable ASCII and line feeds every UTF-16 unit is a grapheme of its own.
const plain = /^[\n\x20-\x7e]*$/

/** Counts the characters a person sees: extended grapheme clusters of Unicode. */
export function countGraphemes(text: string): number {
  if (plain.test(text)) return text.length
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

/** Finds the end of the first `count` graphemes, in UTF-16 units; the length of the text if it has fewer. */
export function offsetAfterGraphemes(text: string, count: number): number {
  if (plain.test(text)) return Math.min(count, text.length)
  let seen = 0
  for (const { index } of segmenter.segment(text)) {
    if (seen === count) return index
    seen++
  }
  return text.length
}

/** Cuts a text to at most `max` UTF-16 units, between graphemes. The result is always valid Unicode. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text.toWellFormed()
  // A grapheme may have any length, so only the part that could fit is segmented.
  const near = text.slice(0, max + longestUsual)
  let end = 0
  for (const { index, segment } of segmenter.segment(near)) {
    if (index + segment.length > max) break
    end = index + segment.length
  }
  if (end > 0) return text.slice(0, end).toWellFormed()
  return text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
}

const longestUsual = 64
