const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Within printable ASCII and line feeds every UTF-16 unit is a grapheme of its own.
const plain = /^[\n\x20-\x7e]*$/

/** How many letters a person sees: extended grapheme clusters of Unicode. */
export function countGraphemes(text: string): number {
  if (plain.test(text)) return text.length
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

/** Where the grapheme after the first `count` begins, in UTF-16 units; the length of the text if it has no more. */
export function offsetAfterGraphemes(text: string, count: number): number {
  if (plain.test(text)) return Math.min(count, text.length)
  let seen = 0
  for (const { index } of segmenter.segment(text)) {
    if (seen === count) return index
    seen++
  }
  return text.length
}
