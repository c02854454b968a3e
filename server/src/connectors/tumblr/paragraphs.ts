/** The most code points of a block of text. Source: github.com/tumblr/docs, npf-spec.md, Text Block Length. */
export const mostBlockLetters = 4_096

/**
 * The paragraphs of a text, each of which becomes a block: an empty line ends one, and a single new line stays within it. A
 * paragraph that is too long for a block goes on in the next, between two words where there are any.
 */
export function paragraphsOf(text: string): string[] {
  const paragraphs = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
  return paragraphs.flatMap((paragraph) => cutParagraph(paragraph.trim()))
}

function cutParagraph(paragraph: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < paragraph.length; ) {
    const end = at + lengthOfPiece(paragraph, at)
    const piece = paragraph.slice(at, end).trim()
    if (piece !== '') pieces.push(piece)
    at = end
  }
  return pieces
}

/** How much of the rest goes into one block, in UTF-16 units. */
function lengthOfPiece(paragraph: string, at: number): number {
  // The most code points have room in so many units, and some more with them.
  const ahead = paragraph.slice(at, at + 2 * mostBlockLetters + 1)
  const head = [...ahead].slice(0, mostBlockLetters).join('')
  if (at + head.length >= paragraph.length || /\s/.test(ahead.charAt(head.length))) return head.length
  for (let end = head.length; end > 0; end--) if (/\s/.test(head.charAt(end - 1))) return end
  return startOfSign(ahead, head.length) || head.length
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const mostSignUnits = 100

/** The beginning of the sign, as people see one, that a place is within; the place itself where one begins there. */
function startOfSign(text: string, place: number): number {
  const from = Math.max(0, place - mostSignUnits)
  const near = segmenter.segment(text.slice(from, place + mostSignUnits)).containing(place - from)
  return near && near.index > 0 ? from + near.index : place
}
