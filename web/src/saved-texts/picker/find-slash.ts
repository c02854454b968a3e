/** A slash that asks for a saved text, and the words behind it. */
export interface Slash {
  /** The place of the slash in the text. */
  readonly at: number
  readonly words: string
}

const mostWords = 40

/**
 * The slash before the cursor, at the beginning of a line or after a space, with the words that follow it. A slash in an address,
 * in a date or between two words is none, nor is one that a space or another slash follows.
 */
export function findSlash(text: string, cursor: number): Slash | null {
  const lineStart = text.lastIndexOf('\n', cursor - 1) + 1
  const from = Math.max(lineStart, cursor - mostWords - 2)
  const before = text.slice(from, cursor)
  const slash = before.lastIndexOf('/')
  if (slash === -1) return null
  const at = from + slash
  const words = before.slice(slash + 1)
  if (/^\s/.test(words)) return null
  if (at > 0 && !/\s/.test(text.charAt(at - 1))) return null
  return { at, words }
}
