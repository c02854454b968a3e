import { asObject, isArray, type Json, type JsonObject } from './json.ts'

/**
 * Parses foreign JSON so that a database can store it. Half a surrogate pair and NUL, which PostgreSQL's jsonb refuses, become
 * U+FFFD. Null if it is not JSON, or so deep that no answer is and that walking through it would overflow the stack.
 */
export function parseStorable(text: string): Json {
  // Many answers have no body, and an exception costs more than all the rest.
  if (text === '') return null
  try {
    const json = JSON.parse(suspect.test(text) ? text.replace(escapes, replaceUnstorable) : text) as Json
    return isDeeperThan(deepest, json) ? null : json
  } catch {
    return null
  }
}

// The answers of networks have about ten levels; a thread of answers to answers has the most.
const deepest = 200

function isDeeperThan(levels: number, json: Json): boolean {
  if (typeof json !== 'object' || json === null) return false
  return levels === 0 || Object.values(json).some((inner: Json) => isDeeperThan(levels - 1, inner))
}

// Decoded text contains neither, so only an escape can introduce them.
const suspect = /\\u(?:0000|d[89a-f])/i
const escapes = /\\(?:u(d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|0000|d[89a-f][0-9a-f]{2})|.)/gis

function replaceUnstorable(whole: string, hex: string | undefined): string {
  return hex === undefined || hex.includes('\\') ? whole : '\\ufffd'
}

/** Makes a value that contains foreign texts storable in a database. */
export function toStorable(json: JsonObject): JsonObject
export function toStorable(json: Json): Json
export function toStorable(json: Json): Json {
  if (typeof json === 'string') return storableText(json)
  if (isArray(json)) return json.map((item) => toStorable(item))
  const object = asObject(json)
  if (!object) return json
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [storableText(name), toStorable(value)]),
  )
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
