import { Problem } from '../problem.ts'

const deepest = 20
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads JSON that means the same to every reader: UTF-8, at most 20 levels deep, no name twice in one object, no
 * `__proto__`, no number too large to be one.
 * @throws Problem 400
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  scan(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(`This is not JSON${placeOf(error, text)}.`)
  }
}

/** Tells where reading ended. The text itself is not repeated: it may hold secrets. */
function placeOf(error: unknown, text: string): string {
  const at = Number(/ position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? Number.NaN)
  if (Number.isNaN(at)) return ''
  const lines = text.slice(0, at).split('\n')
  return `: reading ended in line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

/**
 * Finds text that cannot be stored, a NUL or half of a surrogate pair, in values and names. Returns JSON pointers.
 */
export function unstorableText(value: unknown): string[] {
  return isAllStorable(value) ? [] : findUnstorable(value, '')
}

// Nearly all text can be stored, so places are searched only if some cannot.
function isAllStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isAllStorable)
  for (const name of Object.keys(value)) {
    if (!isStorable(name) || !isAllStorable((value as Record<string, unknown>)[name])) return false
  }
  return true
}

function findUnstorable(value: unknown, pointer: string): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [pointer]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = `${pointer}/${escapePointer(name)}`
    return isStorable(name) ? findUnstorable(inner, place) : [pointer]
  })
}

/** A name as one part of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw unreadable('This is not UTF-8.')
  }
}

/** Refuses what JSON.parse would accept. It looks only at strings and brackets, so text that is not JSON may pass. */
function scan(text: string): void {
  const names: (Set<string> | null)[] = []
  let at = 0
  while (at < text.length) {
    const char = text.charCodeAt(at)
    if (char === quote) at = scanString(text, at, names.at(-1) ?? null)
    else if (char === openBrace || char === openBracket) {
      names.push(char === openBrace ? new Set() : null)
      if (names.length > deepest) throw unreadable(`This is nested more than ${deepest} levels deep.`)
      at += 1
    } else if (char === closeBrace || char === closeBracket) {
      names.pop()
      at += 1
    } else if (char === minus || (char >= zero && char <= nine)) at = scanNumber(text, at)
    else at += 1
  }
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, minus, zero, nine, colon] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2d, 0x30, 0x39, 0x3a,
] as const

/** Returns the position behind the string. `names` are the names seen so far in the enclosing object. */
function scanString(text: string, start: number, names: Set<string> | null): number {
  let end = start + 1
  while (end < text.length && text.charCodeAt(end) !== quote)
    end += text.charCodeAt(end) === backslash ? 2 : 1
  end += 1
  if (names && nextMark(text, end) === colon) addName(names, text.slice(start, end))
  return end
}

function nextMark(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  return text.charCodeAt(at)
}

function addName(names: Set<string>, quoted: string): void {
  const name = readName(quoted)
  if (name === '__proto__') throw unreadable('"__proto__" cannot be a name here.')
  if (names.has(name)) throw unreadable(`"${name.slice(0, 100)}" stands twice in one object.`)
  names.add(name)
}

function readName(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw unreadable('This is not JSON.')
  }
}

function scanNumber(text: string, start: number): number {
  const number = /[-+.0-9eE]*/y
  number.lastIndex = start
  const [found = ''] = number.exec(text) ?? []
  if (Math.abs(Number(found)) === Number.POSITIVE_INFINITY)
    throw unreadable(`${found.slice(0, 40)} is too large a number.`)
  return start + Math.max(found.length, 1)
}

function unreadable(detail: string): Problem {
  return new Problem(400, 'invalid_json', `The body cannot be read. ${detail}`)
}
