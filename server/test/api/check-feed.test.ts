import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, wordpress } from '../feeds/feed-files.ts'
import { type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { testRefusals } from './refusals.ts'

let at: FeedHouse
let url: string
beforeAll(async () => {
  at = await startFeedHouse()
  url = at.publish('/feed.xml', numbered(3))
})
afterAll(() => at.stop())

const check = (body: object) => at.house.request('POST', '/v1/feeds/check', { body: { url, ...body } })

test('shows the feed and its newest items, and stores nothing', async () => {
  const { status, json } = await check({})
  expect(status).toBe(200)
  expect(json).toMatchObject({
    url,
    title: 'Harbour',
    format: 'rss',
    alternatives: [],
    total: 3,
    previews: [],
  })
  expect(json.items.map(({ title }: { title: string }) => title)).toEqual(['Item 3', 'Item 2', 'Item 1'])
  expect((await at.house.request('GET', '/v1/feeds')).json.data).toEqual([])
})

test('finds the feed of a page, and names the others', async () => {
  at.site.put('/blog', { body: page })
  const { json } = await check({ url: `${at.site.url}/blog` })
  expect([json.url, json.alternatives.length]).toEqual([url, 2])
})

test('shows the newest item as a post on each account', async () => {
  at.site.put('/wp.xml', { body: wordpress })
  const body = {
    url: `${at.site.url}/wp.xml`,
    social_accounts: [at.harbour, at.quay],
    caption: '{title} {link}',
  }
  const { json } = await check(body)
  expect(json.items[0]).toMatchObject({
    has_picture: true,
    author: 'Anna Petersen',
    categories: ['Food & Drink', 'harbour'],
  })
  const caption = 'Fish & chips are back – from Friday https://news.example/2026/03/fish-and-chips/'
  expect(json.previews).toEqual(
    [at.harbour, at.quay].map((social_account_id) => ({
      social_account_id,
      platform: 'sandbox',
      caption,
      is_shortened: false,
      length: { count: caption.length, max: expect.any(Number), unit: expect.any(String) },
      problems: [],
    })),
  )
})

test('takes the body of createFeed as it is', async () => {
  const whole = {
    social_accounts: [at.quay],
    action: 'queue',
    with_picture: false,
    tags: ['news'],
    max_per_day: 3,
    newest: 2,
    caption: '{title}',
  }
  const { status, json } = await check(whole)
  expect([status, json.previews[0].caption]).toEqual([200, 'Item 3'])
  expect((await check({ ...whole, action: 'shout' })).json.errors[0].pointer).toBe('/action')
  expect((await check({ ...whole, status: 'paused' })).json.code).toBe('unknown_field')
})

test('asks the server of a feed once in a minute, however often its post is worded', async () => {
  at.publish('/worded.xml', numbered(1))
  const worded = `${at.site.url}/worded.xml`
  for (const caption of ['{title}', '{link}', '{title} {link}']) await check({ url: worded, caption })
  expect(at.site.asked.filter((path) => path === '/worded.xml')).toHaveLength(1)
})

test('422: says where there is no feed, and what is wrong with the caption', async () => {
  expect((await check({ url: `${at.site.url}/none` })).json.code).toBe('feed_refused')
  const wrong = await check({ caption: '{x}', social_accounts: [at.harbour] })
  expect(wrong.json.errors[0]).toMatchObject({ pointer: '/caption', code: 'unknown_field' })
})

testRefusals(
  () => at.house,
  'write',
  async () => ({ method: 'POST', path: '/v1/feeds/check', body: { url } }),
)
