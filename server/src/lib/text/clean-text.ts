import { cutText } from './graphemes.ts'

// Terminal control sequences: everything that begins with ESC or its one-byte forms.
const [esc, bell] = ['\\u001b', '\\u0007']
const escapeSequences = new RegExp(
  [
    `(?:${esc}\\[|\\u009b)[0-?]*[ -/]*[@-~]?`,
    `(?:${esc}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^${bell}${esc}\\u009c\\n]*(?:${bell}|${esc}\\\\|\\u009c)?`,
    `${esc}[ -/]*[0-~]?`,
  ].join('|'),
  'g',
)
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
// Invisible marks, those that turn the direction of reading among them. Joiners and the tags of flags belong to letters.
const marks = /(?![\u200c]|[\u200d]|[\u{e0020}-\u{e007f}])\p{Cf}/gu
// A joiner has no use within ASCII. There it could only split a word, or a secret, invisibly.
const idle = /(?<=\p{ASCII})\p{Default_Ignorable_Code_Point}+/gu

/**
 * Turns foreign text into one line that may be stored and shown anywhere: valid Unicode without control characters, escape
 * sequences and invisible marks, at most `max` UTF-16 units long, cut between graphemes.
 */
export function cleanText(text: string, max: number): string {
  return cutText(cleanLine(text), max)
}

/** Cleans a line without cutting it, for callers that remove something before they cut. */
export function cleanLine(text: string): string {
  if (isPlain(text)) return text
  return text
    .toWellFormed()
    .replace(escapeSequences, '')
    .replace(breaks, ' ')
    .replace(marks, '')
    .replace(idle, '')
    .trim()
}

// Most texts need no cleaning.
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text) && !text.includes('  ') && text.trim() === text
}
