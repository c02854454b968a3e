import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { byName } from '../../src/connectors/of-platform.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const list = (query = '') => house.request('GET', `/v1/platforms${query}`)

test('answers every network this server speaks to by its name, with or without a key for test data', async () => {
  const { status, json } = await list()
  expect(status).toBe(200)
  expect(json.data.map(({ platform }: { platform: string }) => platform)).toEqual(
    byName(connectors).map(({ platform }) => platform),
  )
  expect(json.data.at(-2).name).toBe('X')
  expect(json.meta).toEqual({ total: connectors.length, offset: 0, limit: connectors.length, next: null })
  expect((await house.request('GET', '/v1/platforms', { key: house.testKey })).json).toEqual(json)
})

test('sends the list compressed to those who take that, and as it is to others', async () => {
  const ask = async (coding: string) => {
    const headers = { authorization: `Bearer ${house.testKey}`, 'accept-encoding': coding }
    const request = get(`${house.url}/v1/platforms`, { headers })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return { headers: answer.headers, bytes: await buffer(answer) }
  }
  const plain = await ask('gzip;q=0, identity')
  const zipped = await ask('deflate, gzip')
  expect([plain.headers.vary, zipped.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
  expect([plain.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([undefined, 'gzip'])
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
  expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 4)
})

test('says of each network what may be posted, how it counts and how to connect', async () => {
  const { json } = await list()
  const sandbox = json.data.find(({ platform }: { platform: string }) => platform === 'sandbox')
  expect(sandbox).toMatchObject({
    name: 'Sandbox',
    modes: ['live', 'test'],
    options: { type: 'object', properties: { cover: { type: 'string', format: 'media-id' } } },
    connect: { kind: 'form', fields: { type: 'object', properties: { name: { type: 'string' } } } },
    ways: [
      { way: 'name', kind: 'form', fields: { properties: { name: { type: 'string' } } } },
      { way: 'oauth', kind: 'redirect', fields: { type: 'object', properties: {} } },
    ],
  })
  for (const { limits, counting } of json.data) {
    expect(counting).toEqual(limits.text)
    expect(counting).toMatchObject({
      max: expect.any(Number),
      unit: expect.stringMatching(/^(grapheme|codepoint|utf16|utf8|weighted|emoji_utf8)$/),
    })
    expect(limits.media.kinds.length).toBeGreaterThan(0)
    expect(limits.media.sets.length).toBeGreaterThan(0)
    expect(limits.thread_max).toBeGreaterThan(0)
  }
})

test('answers 304 to who has this version already', async () => {
  const first = await list()
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  const again = await house.request('GET', '/v1/platforms', {
    headers: { 'if-none-match': `"other", W/${etag}` },
  })
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
  const other = await house.request('GET', '/v1/platforms', { headers: { 'if-none-match': '"other"' } })
  expect(other.status).toBe(200)
})

test('goes page by page when asked to', async () => {
  const first = await list('?limit=1')
  expect(first.json.meta).toEqual({
    total: connectors.length,
    offset: 0,
    limit: 1,
    next: connectors.length > 1 ? `${house.url}/v1/platforms?limit=1&offset=1` : null,
  })
  expect((await list(`?limit=1&offset=${connectors.length}`)).json).toMatchObject({
    data: [],
    meta: { next: null },
  })
})

test('is 422 for a page that cannot be', async () => {
  const { status, json } = await list('?limit=201&offset=-1')
  expect(status).toBe(422)
  expect(json.errors).toMatchObject([
    { pointer: '?limit', code: 'too_large' },
    { pointer: '?offset', code: 'too_small' },
  ])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/platforms' }),
)

test('answers those that were asked for, and nothing for a name that none has', async () => {
  const names = async (query: string) =>
    (await list(query)).json.data.map(({ platform }: { platform: string }) => platform)
  expect(await names('?platform=mastodon&platform=sandbox')).toEqual(['mastodon', 'sandbox'])
  expect(await names('?platform=sandbox,nowhere')).toEqual(['sandbox'])
  expect(await names('?platform=nowhere')).toEqual([])
  expect((await list('?platform=sandbox')).json.meta.total).toBe(1)
  expect((await list('?platform=')).status).toBe(422)
})
