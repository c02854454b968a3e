import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { colleague } from '../approving.ts'
import { otherPlatforms } from '../example-accounts.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
let id: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  id = await make()
})
afterAll(() => house.stop())

async function make(more: object = {}): Promise<string> {
  const body = { caption: 'words', social_accounts: [flour, harbour], ...more }
  const { json } = await house.request('POST', '/v1/posts', { body: { ...body, scheduled_at: inDays(30) } })
  return json.id
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const get = (path: string, headers = {}) => house.request('GET', path, { headers })

describe('who may', () => {
  const request = async () => ({ method: 'GET', path: `/v1/posts/${id}`, id })
  testRefusals(() => house, 'read', request)
  testStrangers(() => house, request)
})

test('adds what became of it on each account, in the order sent, if asked for', async () => {
  expect((await get(`/v1/posts/${id}`)).json).not.toHaveProperty('results')
  const { json } = await get(`/v1/posts/${id}?expand=results`)
  expect(json.results).toMatchObject([
    { post_id: id, social_account_id: flour, status: 'pending', success: false, attempts: [], parts: [] },
    {
      post_id: id,
      social_account_id: harbour,
      status: 'pending',
      platform_data: { username: expect.anything() },
    },
  ])
})

test('tells the state and the results of one moment, also while they change', async () => {
  const changing = await make({ social_accounts: [harbour] })
  const reads = [`/v1/posts/${changing}?expand=results`, '/v1/posts?expand=results&limit=1']
  let isOver = false
  const change = async () => {
    for (let turn = 0; !isOver; turn += 1)
      await setState(house, changing, turn % 2 === 0 ? 'published' : 'scheduled')
  }
  const changes = change()
  const told = new Set<string>()
  try {
    for (let turn = 0; turn < 300; turn += 1) {
      const { json } = await get(reads[turn % 2] ?? '')
      const post = turn % 2 === 0 ? json : json.data[0]
      told.add(`${post.status} ${post.results[0].status}`)
    }
  } finally {
    isOver = true
    await changes
  }
  expect([...told].toSorted()).toEqual(['posted published', 'scheduled pending'])
})

test('names its author if asked for, and has the ETag of the post then', async () => {
  const mia = await colleague(house, 'author')
  const body = { caption: 'by Mia', social_accounts: [flour], is_draft: true }
  const { json: made } = await mia.request('POST', '/v1/posts', { body })
  const plain = await get(`/v1/posts/${made.id}`)
  const { json, headers } = await get(`/v1/posts/${made.id}?expand=author`)
  expect(json).toEqual({ ...plain.json, author: mia.userId })
  expect(headers.get('etag')).toBe(plain.headers.get('etag'))
})

const odd = 'ä "q" \\ / \b\f\n\r\t \u001f \u2028 \u007f </script> 👨‍👩‍👧 %s $1 {} []'

test.each<[string, () => Promise<object>]>([
  ['plain words', async () => ({})],
  ['nothing but its account', async () => ({ caption: '', scheduled_at: null, is_draft: true })],
  [
    'odd words everywhere',
    async () => ({
      caption: odd,
      external_id: odd,
      tags: [odd, 'b', ''.padEnd(100, '"')],
      metadata: { [odd]: odd, b: '', a: '{"x": 1}', 'longer name': '1' },
      late_policy: 'publish_always',
    }),
  ],
  [
    'media, in their order',
    async () => {
      const [first, second] = [await seedMedia(house), await seedMedia(house)]
      return { media: [second.path, { media_id: first.url, alt_text: odd, focus: { x: 0.5, y: -0.25 } }] }
    },
  ],
  [
    'configurations',
    async () => ({
      platform_configurations: { sandbox: { caption: odd } },
      account_configurations: [
        { account_id: flour, caption: 'z' },
        { account_id: harbour, caption: 'a' },
      ],
    }),
  ],
  [
    'warnings',
    async () => ({
      is_draft: true,
      scheduled_at: '2001-02-03T04:05:06.7Z',
      platform_configurations: Object.fromEntries(otherPlatforms.map((platform) => [platform, {}])),
    }),
  ],
  [
    'a time to the millisecond',
    async () => ({ scheduled_at: new Date(Date.now() + 86_400_007).toISOString() }),
  ],
])('a post with %s is the same wherever it is read', async (_what, more) => {
  const body = {
    caption: 'words',
    social_accounts: [flour, harbour],
    scheduled_at: inDays(30),
    ...(await more()),
  }
  const created = await house.request('POST', '/v1/posts', { body })
  expect(created.status, created.text).toBe(200)
  const path = `/v1/posts/${created.json.id}`
  const [read, expanded, listed] = [
    await get(path),
    await get(`${path}?expand=results`),
    await get('/v1/posts?limit=1'),
  ]
  expect(read.json).toEqual(created.json)
  expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
  expect(Object.keys(read.json)).toEqual(Object.keys(created.json))
  const { results, ...rest } = expanded.json
  expect(rest).toEqual(created.json)
  expect(Array.isArray(results)).toBe(true)
  expect(listed.json.data).toEqual([created.json])
  expect(read.headers.get('content-type')).toBe(created.headers.get('content-type'))
})

test('posts that are read at once go each to the caller who asked for it, and to nobody else', async () => {
  const stranger = await house.other()
  const ids = await Promise.all(Array.from({ length: 20 }, () => make()))
  const asked = ids.flatMap((one) => [
    get(`/v1/posts/${one}`),
    house.request('GET', `/v1/posts/${one}`, { key: stranger.liveKey }),
    house.request('GET', `/v1/posts/${one}`, { key: house.testKey }),
    get(`/v1/posts/${one.toUpperCase()}`),
  ])
  const answers = await Promise.all(asked)
  for (const [index, { status, json }] of answers.entries()) {
    const isMine = index % 4 === 0 || index % 4 === 3
    expect([status, json.id ?? null]).toEqual(isMine ? [200, ids[Math.floor(index / 4)]] : [404, null])
  }
})

test('adds the request that would make it, with what it says of its media, if asked for', async () => {
  const { path } = await seedMedia(house)
  const media = [
    {
      media_id: path,
      alt_text: 'A loaf',
      focus: { x: 0.5, y: -0.5 },
      crop: { x: 0, y: 0, width: 0.5, height: 1 },
    },
  ]
  const made = await make({ media, tags: ['autumn'] })
  const plain = await get(`/v1/posts/${made}`)
  const { json, headers } = await get(`/v1/posts/${made}?expand=request`)
  const { request, ...rest } = json
  expect(rest).toEqual(plain.json)
  expect(headers.get('etag')).toBe(plain.headers.get('etag'))
  expect(request).toMatchObject({
    caption: 'words',
    social_accounts: [flour, harbour],
    media,
    tags: ['autumn'],
  })
  const both = await get(`/v1/posts/${made}?expand=results,request`)
  expect(both.json).toMatchObject({ request, results: [{ post_id: made }, { post_id: made }] })
})

test('422: does not know what else to add', async () => {
  expect(await get(`/v1/posts/${id}?expand=secrets`)).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '?expand' }] },
  })
})

test('304: says that nothing changed to a caller who has it already', async () => {
  const etag = (await get(`/v1/posts/${id}`)).headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)
  expect((await get(`/v1/posts/${id}`, { 'if-none-match': etag })).status).toBe(304)
})

test('its ETag changes with its status too', async () => {
  const own = await make()
  const before = (await get(`/v1/posts/${own}`)).headers.get('etag')
  await setState(house, own, 'held')
  expect((await get(`/v1/posts/${own}`)).headers.get('etag')).not.toBe(before)
})

test.each([
  [['scheduled', 'scheduled'], 'scheduled'],
  [['scheduled', 'ready'], 'scheduled'],
  [['scheduled', 'committing'], 'processing'],
  [['unknown', 'published'], 'processing'],
  [['confirming', 'failed'], 'processing'],
  [['held', 'scheduled'], 'scheduled'],
  [['held', 'failed'], 'held'],
  [['needs_review', 'committing'], 'needs_review'],
  [['published', 'published'], 'posted'],
  [['published', 'failed'], 'partial'],
  [['published', 'canceled'], 'partial'],
  [['failed', 'canceled'], 'failed'],
  [['canceled', 'canceled'], 'canceled'],
] as const)('with results %j it is %s', async ([first, second], status) => {
  const own = await make()
  await setState(house, own, first, harbour)
  await setState(house, own, second, flour)
  expect((await get(`/v1/posts/${own}`)).json.status).toBe(status)
})

test('404: is gone once deleted', async () => {
  const own = await make()
  await house.request('DELETE', `/v1/posts/${own}`)
  expect((await get(`/v1/posts/${own}`)).status).toBe(404)
})
