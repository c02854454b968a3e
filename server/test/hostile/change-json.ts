import { asObject, isArray, type Json } from '../../src/lib/json/json.ts'
import type { Chance } from '../soak/random.ts'

/** Texts of a network that are meant to harm whoever reads, stores or shows them. */
export const hostileTexts: readonly string[] = [
  '<br'.repeat(90_000),
  '<a '.repeat(90_000),
  `</p>${' '.repeat(270_000)}`,
  '&'.repeat(270_000),
  '<'.repeat(270_000),
  '1'.repeat(900_000),
  'n'.repeat(900_000),
  'javascript:alert(1)',
  `https://example.org/${'x'.repeat(200_000)}`,
  '\u001b]8;;http://x\u001b\\\u001b[31m\r\n{"level":60}',
  '\u200d\u200b\ufe0f'.repeat(50_000),
  'e\u0301'.repeat(100_000),
  '👨‍👩‍👧‍👦'.repeat(20_000),
  `${'x'.repeat(299)}👋`,
  '\ud800\u0000',
  'a.'.repeat(100_000),
  'aaaaaaaaaa.'.repeat(20_000),
  '9999-12-31T23:59:59Z',
  tokenUntil('1e300'),
  tokenUntil('-99999999999'),
  '-'.repeat(200_000),
  '',
]

/** A JSON web token with this time as its end. */
function tokenUntil(seconds: string): string {
  return `e30.${Buffer.from(`{"exp":${seconds}}`).toString('base64url')}.c2lnbmF0dXJl`
}

const mostChanges = 3
// Deeper answers are taken for no JSON, and all changes may nest within each other.
const mostDepth = 150

/** An answer that was changed in one to three places: texts, numbers, kinds, how often and how deep something stands. */
export function changeJson(json: Json, chance: Chance): Json {
  let changed = json
  for (let left = Math.ceil(chance.between(0, mostChanges)); left > 0; left -= 1)
    changed = changeSomewhere(changed, chance)
  return changed
}

function changeSomewhere(json: Json, chance: Chance): Json {
  if (isArray(json) && json.length > 0 && json.length < 1_000 && chance.is(0.8)) {
    const place = Math.floor(chance.between(0, json.length))
    return json.map((item, index) => (index === place ? changeSomewhere(item, chance) : item))
  }
  const object = asObject(json)
  const names = object ? Object.keys(object) : []
  if (object && names.length > 0 && names.length < 1_000 && chance.is(0.9)) {
    const name = chance.oneOf(names)
    return { ...object, [name]: changeSomewhere(object[name] ?? null, chance) }
  }
  return changeValue(json, chance)
}

function changeValue(json: Json, chance: Chance): Json {
  return chance.oneOf<() => Json>([
    () => chance.oneOf(hostileTexts),
    () => chance.oneOf(hostileTexts),
    () => chance.oneOf(hostileTexts),
    () => null,
    () => chance.oneOf<Json>([0, -1, 1e308, 2 ** 53, true, [], {}]),
    () => repeated(json, Math.floor(chance.between(2, 20_000))),
    () => nested(json, Math.floor(chance.between(2, mostDepth)), chance.is(0.5)),
    () => Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`name${index}`, index])),
  ])()
}

function repeated(json: Json, times: number): Json {
  const size = JSON.stringify(json).length + 1
  return Array.from({ length: Math.min(times, Math.ceil(500_000 / size)) }, () => json)
}

/** A value so deep within arrays or objects. */
export function nested(json: Json, depth: number, inArrays = true): Json {
  let inner = json
  for (let level = 0; level < depth; level += 1) inner = inArrays ? [inner] : { id: inner }
  return inner
}
