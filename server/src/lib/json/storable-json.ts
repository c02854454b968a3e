import { asObject, isArray, type Json, type JsonObject } from './json.ts'

/**
 * Reads JSON of somebody else so that a database can store it: half a surrogate pair and NUL, which JSON may hold and
 * PostgreSQL's jsonb does not, become U+FFFD. Null if it is no JSON.
 */
export function parseStorable(text: string): Json {
  // Many answers have no body, and an exception costs more than all the rest.
  if (text === '') return null
  try {
    return JSON.parse(suspect.test(text) ? text.replace(escapes, replaceUnstorable) : text) as Json
  } catch {
    return null
  }
}

// Text that was decoded holds neither by itself: only an escape can bring them in.
const suspect = /\\u(?:0000|d[89a-f])/i
const escapes = /\\(?:u(d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|0000|d[89a-f][0-9a-f]{2})|.)/gis

function replaceUnstorable(whole: string, hex: string | undefined): string {
  return hex === undefined || hex.includes('\\') ? whole : '\\ufffd'
}

/** A value of our own making, from texts of others, as a database can store it. */
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
