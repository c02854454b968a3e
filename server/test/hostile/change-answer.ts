import { gzipSync } from 'node:zlib'
import type { OutboundAnswer } from '../../src/lib/safe-fetch/outbound.ts'
import type { Chance } from '../soak/random.ts'
import { changeJson } from './change-json.ts'

/** An answer as it comes over the line. */
export interface RawAnswer {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

const statuses = [200, 201, 202, 204, 301, 400, 401, 403, 404, 409, 410, 422, 429, 500, 503]
const hostileHeaders: readonly [string, string][] = [
  ...['', '-1', '999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT', '1e400'].map((value): [string, string] => [
    'retry-after',
    value,
  ]),
  ['x-ratelimit-reset', '+275760-09-13T00:00:00.001Z'],
  ['ratelimit-reset', '9'.repeat(1_000)],
  ['dpop-nonce', 'n'.repeat(12_000)],
  ['dpop-nonce', 'ÿ"\t'.repeat(100)],
  ['www-authenticate', `DPoP error="use_dpop_nonce", ${'a,'.repeat(5_000)}`],
  ['location', 'http://169.254.169.254/'],
  ['content-type', 'text/html; charset=utf-7'],
  ['date', '-'],
]

/** An honest answer with another status, header or body: its JSON changed in a few places, or bytes that are no answer at all. */
export function changeAnswer(honest: OutboundAnswer, chance: Chance): RawAnswer {
  const status = chance.is(0.7) ? honest.status : chance.oneOf(statuses)
  const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = honest.headers
  const [name, value] = chance.oneOf(hostileHeaders)
  const hostile = chance.is(0.3) ? { ...headers, [name]: value } : headers
  if (chance.is(0.7))
    return { status, headers: hostile, bytes: Buffer.from(JSON.stringify(changeJson(honest.json, chance))) }
  const { bytes, encoding } = chance.oneOf(rawBodies)(honest, chance)
  return {
    status,
    headers: encoding === null ? hostile : { ...hostile, 'content-encoding': encoding },
    bytes,
  }
}

interface RawBody {
  readonly bytes: Buffer
  readonly encoding: string | null
}

const mostDepth = 100_000
const megabyte = 1_000_000
// Small on the line, and 50 MB behind it.
const bomb = gzipSync(Buffer.alloc(50 * megabyte, ' '))

const rawBodies: readonly ((honest: OutboundAnswer, chance: Chance) => RawBody)[] = [
  // Half of it.
  ({ text }, chance) => plain(Buffer.from(text.slice(0, Math.floor(chance.between(0, text.length))))),
  // Deeper than whoever walks through it by recursion can go.
  ({ text }, chance) => plain(Buffer.from(withDepth(text, chance))),
  ({ text }) => plain(Buffer.from(text, 'utf16le')),
  ({ text }) => plain(Buffer.from(`\ufeff${text}`)),
  ({ text }) => plain(Buffer.from(text.replaceAll(/[a-z]/g, 'é'), 'latin1')),
  (_honest, chance) =>
    plain(Buffer.alloc(megabyte, chance.oneOf(['\0', ' ', '[', '{"a":', '"\\u0000', '\\ud83d', '<', '9']))),
  (_honest, chance) =>
    plain(Buffer.from(Array.from({ length: 20_000 }, () => Math.floor(chance.between(0, 256))))),
  () => ({ bytes: bomb, encoding: 'gzip' }),
  ({ text }, chance) => {
    const packed = gzipSync(text)
    return { bytes: packed.subarray(0, Math.floor(chance.between(1, packed.length))), encoding: 'gzip' }
  },
  ({ text }, chance) => ({
    bytes: Buffer.from(text),
    encoding: chance.oneOf(['br', 'zstd', 'deflate', 'x-none']),
  }),
]

function plain(bytes: Buffer): RawBody {
  return { bytes, encoding: null }
}

/** The text with a deep value in place of all or one of its values. */
function withDepth(text: string, chance: Chance): string {
  const depth = Math.floor(chance.between(100, mostDepth))
  const deep = chance.is(0.5)
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `${'{"id":'.repeat(depth)}1${'}'.repeat(depth)}`
  const values = [...text.matchAll(/:("[^"\\]*"|\d+|true|false|null)/g)]
  if (values.length === 0 || chance.is(0.2)) return deep
  const { index, 0: found } = chance.oneOf(values)
  return `${text.slice(0, index)}:${deep}${text.slice(index + found.length)}`
}
