import { measureText } from '../counting/counting.ts'
import type { CountedFor } from './text-field.tsx'

/** Cuts a text that is too long for a network at the ends of its sentences; one part where it fits everywhere. */
export function splitAtSentences(text: string, counted: readonly CountedFor[]): string[] {
  const fits = (part: string) =>
    counted.every(({ rules, options }) => measureText(part, rules, options).over === null)
  if (counted.length === 0 || fits(text)) return [text]
  const parts: string[] = []
  let current = ''
  for (const piece of pieces(text)) {
    if (current === '' || fits((current + piece).trim())) current += piece
    else {
      parts.push(current.trim())
      current = piece
    }
  }
  return [...parts, current.trim()].filter((part) => part !== '')
}

function pieces(text: string): string[] {
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text),
    ({ segment }) => segment,
  )
}
