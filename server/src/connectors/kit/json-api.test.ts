import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { readEpochSeconds } from '../../lib/retry-after.ts'
import type { Outbound, OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { localOutbound } from '../conformance/local-network.ts'
import { Failure } from '../connector.ts'
import { type FakeAnswer, type FakeCall, type FakeServer, startFakeServer } from './fakes/fake-server.ts'
import {
  type ApiCall,
  type Dialect,
  makeRequest,
  makeUnavailable,
  quoteAnswer,
  readObject,
  redactSecrets,
  refusalTable,
} from './json-api.ts'

let outbound: Outbound
let origin: string
let server: FakeServer
beforeAll(async () => {
  outbound = localOutbound()
  server = await startFakeServer({ routes: { '*': echo }, internalError: null })
  origin = server.url
})
afterAll(async () => {
  await outbound.close()
  await server.close()
})

/** Says what was asked, or whatever the query wants, with its status and headers. */
function echo({ method, url, headers, body }: FakeCall): FakeAnswer {
  const wanted = url.searchParams.get('answer')
  const asked = { method, path: url.pathname, headers: { ...headers } as JsonObject, body: body.toString() }
  return {
    status: Number(url.searchParams.get('status') ?? 200),
    json: wanted === null ? asked : (JSON.parse(wanted) as Json),
    headers: JSON.parse(url.searchParams.get('headers') ?? '{}') as Record<string, string>,
  }
}

function ask(call: Partial<ApiCall>): Promise<OutboundAnswer> {
  const limits = { timeoutMs: 5_000, maxBytes: 100_000, signal: new AbortController().signal }
  return outbound.fetch(makeRequest(origin, { path: '/', ...call }), limits)
}

function answered(status: number, body: unknown, headers: Record<string, string> = {}) {
  const query = { status: String(status), answer: JSON.stringify(body), headers: JSON.stringify(headers) }
  return ask({ query })
}

const dialect: Dialect = {
  name: 'The server',
  code: ({ json }) => (typeof asObject(json)?.code === 'string' ? String(asObject(json)?.code) : null),
  words: ({ json }) => (typeof asObject(json)?.words === 'string' ? String(asObject(json)?.words) : null),
  limitedUntil: ({ headers }) => readEpochSeconds(headers['x-reset']),
}
const now = new Date('2026-05-01T12:00:00Z')
const clock = { date: now.toUTCString() }

describe('a call', () => {
  test('reads where it has no body, and posts JSON', async () => {
    const read = asObject((await ask({ path: '/a?b=c', query: { d: 'é&' } })).json)
    expect(read).toMatchObject({ method: 'GET', path: '/a', headers: { accept: 'application/json' } })
    expect(makeRequest(origin, { path: '/a?b=c', query: { d: 'é&' } }).url).toBe(
      `${origin}/a?b=c&d=%C3%A9%26`,
    )
    const posted = asObject((await ask({ json: { a: null }, token: 'secret', headers: { 'x-a': 'b' } })).json)
    expect(posted).toMatchObject({
      method: 'POST',
      body: '{"a":null}',
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret', 'x-a': 'b' },
    })
    expect(asObject((await ask({ method: 'DELETE', token: null })).json)).toMatchObject({ method: 'DELETE' })
  })

  test('announces the length of a file that it streams', async () => {
    const bytes = new Blob(['12345']).stream()
    const sent = asObject((await ask({ file: { bytes, size: 5, mimeType: 'video/mp4' } })).json)
    const headers = { 'content-type': 'video/mp4', 'content-length': '5' }
    expect(sent).toMatchObject({ method: 'POST', body: '12345', headers })
  })

  test('answers an object or fails', async () => {
    expect(readObject(dialect, await answered(200, { a: 1 }))).toEqual({ a: 1 })
    for (const body of [[], 'text', null, 7]) {
      const answer = await answered(200, body)
      expect(() => readObject(dialect, answer)).toThrow('The server gave an answer that cannot be read.')
    }
  })
})

describe('a refusal', () => {
  const read = refusalTable(dialect, [
    { answers: ['401', '400 Expired'], kind: 'unauthorized', text: 'Connect again.' },
    { answers: ['422'], says: /not ready/, kind: 'rate_limited', text: 'Soon.', retryAfterMs: 5_000 },
    { answers: ['422'], says: /^/, kind: 'invalid', text: 'It was refused.', isQuoting: true },
    { answers: ['403'], says: null, kind: 'forbidden', text: 'No.', isQuoting: true },
  ])

  test.each([
    [401, {}, 'unauthorized', 'Connect again.', null],
    [400, { code: 'Expired' }, 'unauthorized', 'Connect again.', null],
    [422, { words: 'It is not ready yet' }, 'rate_limited', 'Soon.', 5_000],
    [422, { words: 'Too long' }, 'invalid', 'It was refused. It said: Too long', null],
    [403, { code: 'No' }, 'forbidden', 'No.', null],
  ])('%i %j is %s', async (status, body, kind, message, retryAfterMs) => {
    const failure = read(await answered(status, body), now, [])
    const platformCode = 'code' in body ? body.code : null
    expect(failure).toMatchObject({ kind, message, retryAfterMs, platformCode })
  })

  test.each([
    [400, { code: 'Other' }],
    [400, {}],
    [422, {}],
    [500, { words: 'not ready' }],
    [200, {}],
  ])('%i %j is none that is listed', async (status, body) => {
    expect(read(await answered(status, body), now, [])).toBeNull()
  })

  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Fri, 01 May 2026 12:00:10 GMT', ...clock }, 11_000],
    [{ 'x-reset': String(now.getTime() / 1_000 + 20), ...clock }, 21_000],
    [{ 'retry-after': '7', 'x-reset': String(now.getTime() / 1_000 + 20) }, 7_000],
    [{ 'x-reset': 'soon' }, null],
    [{}, null],
  ])('429 with %j means to wait %s ms', async (headers, retryAfterMs) => {
    const failure = read(await answered(429, { code: 'Slow' }, headers), now, [])
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterMs, platformCode: 'Slow' })
    expect(failure?.message).toBe('The server asks us to wait: too many requests.')
  })

  test('that no list knows says no more than its status', async () => {
    const failure = makeUnavailable(dialect, await answered(503, { words: 'a secret' }))
    expect(failure).toBeInstanceOf(Failure)
    expect(failure.message).toBe('The server could not do it this time (status 503).')
  })
})

describe('the words of a network are quoted', () => {
  test('on one line of bounded length', () => {
    expect(String(quoteAnswer('No.', 'no\u0007t\n now', []))).toBe('No. It said: no t now')
    expect(String(quoteAnswer('No.', 'x'.repeat(1_000_000), []))).toHaveLength('No. It said: '.length + 300)
    expect(quoteAnswer('No.', ' \n', [])).toBe('No.')
    expect(quoteAnswer('No.', null, [])).toBe('No.')
  })

  test.each([
    ['Bearer abc/def is bad', ['abc/def'], 'Bearer [secret] is bad'],
    ['?token=abc%2Fdef', ['abc/def'], '?token=[secret]'],
    ['abcdef and abc', ['abc', 'abcdef'], '[secret] and [secret]'],
    ['nothing', [''], 'nothing'],
    [`a ${'x'.repeat(12)}.${'y'.repeat(12)}.${'z'.repeat(12)} b`, [], 'a [secret] b'],
  ])('without secrets: %s', (words, secrets, shown) => {
    expect(redactSecrets(words, secrets)).toBe(shown)
  })

  test('without a secret that an invisible mark or the end of the line would split', () => {
    expect(String(quoteAnswer('No.', 'se\u200bcret-token', ['secret-token']))).toBe('No. It said: [secret]')
    const long = String(quoteAnswer('No.', `${'x'.repeat(295)}secret-token`, ['secret-token']))
    expect(long).toBe(`No. It said: ${'x'.repeat(295)}[secr`)
  })
})
