import { offsetAfterGraphemes } from './graphemes.ts'

/** A word that is longer than this is cut in its middle: an address, or a language that writes no spaces. */
const longestWord = 24

/**
 * The beginning of a text for a list or a title: at most `max` characters that a person sees, cut after a word, with `…` where
 * the text goes on.
 */
export function excerptOf(text: string, max: number): string {
  const end = offsetAfterGraphemes(text, max)
  if (end === text.length) return text
  const room = text.slice(0, offsetAfterGraphemes(text, max - 1))
  const space = Math.max(room.lastIndexOf(' '), room.lastIndexOf('\n'))
  const cutsWord = !/\s/.test(text.charAt(room.length)) && space > 0 && room.length - space <= longestWord
  return `${(cutsWord ? room.slice(0, space) : room).trimEnd()}…`
}
