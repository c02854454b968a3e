import type { CompiledMessage } from '@lingui/message-utils/compileMessage'

type Tokens = Exclude<CompiledMessage, string>

/**
 * Reads a text with arguments: `Sent {count} times`, `{count, plural, one {# post} other {# posts}}`, and the same with
 * `selectordinal` and `select`. It is what the catalogues of other languages are compiled to when the app is built; texts in
 * English are read when they are first shown. The library's own reader also knows formats of dates, and weighs six times as much.
 */
export function compileMessage(message: string): Tokens {
  const reader = { text: message, at: 0 }
  return readTokens(reader, false)
}

interface Reader {
  readonly text: string
  at: number
}

/** Reads up to the end, or to the brace that closes a case. */
function readTokens(reader: Reader, isInPlural: boolean): Tokens {
  const tokens: Tokens = []
  let words = ''
  const endWords = () => {
    if (words !== '') tokens.push(words)
    words = ''
  }
  for (; reader.at < reader.text.length; reader.at += 1) {
    const char = reader.text[reader.at] ?? ''
    if (char === '}') break
    if (char === "'") words += readQuoted(reader, isInPlural)
    else if (char === '#' && isInPlural) {
      endWords()
      tokens.push('#')
    } else if (char === '{') {
      endWords()
      reader.at += 1
      tokens.push(readArgument(reader, isInPlural))
    } else words += char
  }
  endWords()
  return tokens
}

/** Two apostrophes are one; one before a brace begins words in which braces mean nothing. Any other is itself. */
function readQuoted(reader: Reader, isInPlural: boolean): string {
  const { text, at } = reader
  const next = text[at + 1] ?? ''
  if (next === "'") {
    reader.at += 1
    return "'"
  }
  if (next !== '{' && next !== '}' && !(isInPlural && next === '#')) return "'"
  const end = text.indexOf("'", at + 1)
  reader.at = end === -1 ? text.length : end
  return text.slice(at + 1, end === -1 ? undefined : end)
}

/** Reads an argument, and stops at the brace that closes it. */
function readArgument(reader: Reader, isInPlural: boolean): Tokens[number] {
  const name = readUntil(reader, /[,}]/).trim()
  if (reader.text[reader.at] === '}') return [name]
  reader.at += 1
  const kind = readUntil(reader, /[,}]/).trim()
  if (reader.text[reader.at] === '}') return [name, kind]
  reader.at += 1
  const cases: Record<string, Tokens> = {}
  const isPlural = kind === 'plural' || kind === 'selectordinal'
  for (;;) {
    const key = readUntil(reader, /[{}]/).trim()
    if (reader.text[reader.at] !== '{') break
    reader.at += 1
    cases[key.replace(/^=/, '')] = readTokens(reader, isPlural || (isInPlural && kind === 'select'))
    reader.at += 1
  }
  return [name, kind, cases]
}

function readUntil(reader: Reader, end: RegExp): string {
  const begin = reader.at
  while (reader.at < reader.text.length && !end.test(reader.text[reader.at] ?? '')) reader.at += 1
  return reader.text.slice(begin, reader.at)
}
