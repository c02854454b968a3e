import { randomBytes } from 'node:crypto'

const longestStem = 80

/**
 * A file name for a storage path, made from the user’s name of the file: ASCII letters, digits, `-` and `_`, at most 80 of
 * them, eight random characters so that no two are alike, and the ending that belongs to its type.
 */
export function safeFileName(name: string, extension: string): string {
  const stem = (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, longestStem)
    .replace(/^-+|(?<!-)-+$/g, '')
  return `${stem || 'file'}-${randomBytes(5).toString('hex').slice(0, 8)}.${extension}`
}
