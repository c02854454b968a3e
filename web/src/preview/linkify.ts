/** A part of a text, as networks mark it. */
export interface Piece {
  readonly kind: 'text' | 'link' | 'mention' | 'hashtag'
  readonly text: string
}

// An address ends before the mark that ends its sentence.
const marked =
  /https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}]|(?<![\p{L}\p{N}_@/.])[@#][\p{L}\p{N}_][\p{L}\p{N}_.@-]*[\p{L}\p{N}_]|(?<![\p{L}\p{N}_@/.])[@#][\p{L}\p{N}_]/giu

/** Splits a text into plain parts, links, mentions and hashtags. Joined again they are the text. */
export function linkify(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(marked)) {
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) })
    pieces.push({ kind: kindOf(match[0]), text: match[0] })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) })
  return pieces
}

function kindOf(text: string): Piece['kind'] {
  if (text.startsWith('@')) return 'mention'
  return text.startsWith('#') ? 'hashtag' : 'link'
}

/** An address as networks shorten it: without its scheme, and not too long. */
export function shortLink(url: string): string {
  const bare = url.replace(/^https?:\/\/(?:www\.)?/i, '')
  return bare.length > 30 ? `${bare.slice(0, 29)}…` : bare
}

/** The text up to so many characters, ending at a word where one is near; null where all of it fits. */
export function clampText(text: string, characters: number | null): string | null {
  if (characters === null) return null
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  if (graphemes.length <= characters) return null
  const cut = graphemes.slice(0, characters).join('')
  const word = cut.replace(/\s+\S*$/u, '')
  return word.length > cut.length - 20 ? word : cut
}

const longestTitle = 100

/** The title and the text below it. Where nobody gave a title, a short first line is one, and a long one is cut for it. */
export function titled(title: string | null, text: string): readonly [string, string] {
  if (title !== null && title !== '') return [title, text]
  const [first = '', ...rest] = text.trim().split('\n')
  const cut = clampText(first, longestTitle)
  return cut === null ? [first, rest.join('\n').trim()] : [`${cut}…`, text]
}
