import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { page } from '../feeds/feed-files.ts'
import { type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { testRefusals } from './refusals.ts'

let at: FeedHouse
let url: string
beforeAll(async () => {
  at = await startFeedHouse()
  url = at.publish('/feed.xml', numbered(3))
  at.site.put('/', { body: page })
})
afterAll(() => at.stop())

const create = (body: object) => at.add({ url, ...body })

test('answers the feed, of which everything counts as seen', async () => {
  const { status, json } = await create({})
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.any(String),
    url,
    title: 'Harbour',
    site_url: 'https://harbour.example/',
    status: 'active',
    problem: null,
    social_accounts: [at.harbour],
    action: 'draft',
    caption: '{title}\n\n{link}',
    platform_configurations: null,
    with_picture: true,
    tags: [],
    max_per_day: 10,
    waiting: 0,
    last_item: expect.objectContaining({ title: 'Item 3', outcome: 'seen', post_id: null, notes: [] }),
    last_look_at: expect.any(String),
    next_look_at: expect.any(String),
    created_by: at.house.userId,
    created_at: expect.any(String),
    updated_at: json.created_at,
  })
})

test('takes a page that names its feed, and an address without its scheme where that can be reached', async () => {
  expect((await create({ url: ` ${at.site.url}/ ` })).json.url).toBe(url)
  expect((await create({ url: url.replace('http://', 'feed:http://') })).json.url).toBe(url)
  expect((await create({ url: 'harbour.invalid/feed' })).json.code).toBe('feed_unreachable')
})

test('takes accounts by their numbers, as a post does, and answers their ids', async () => {
  const { json: accounts } = await at.house.request('GET', '/v1/social-accounts')
  const numberOf = (id: string) => accounts.data.find((each: { id: string }) => each.id === id).number
  const named = { social_accounts: [numberOf(at.quay), String(numberOf(at.harbour))] }
  const { status, json } = await create(named)
  expect([status, json.social_accounts]).toEqual([200, [at.quay, at.harbour]])
  const change = (body: object) => at.house.request('PATCH', `/v1/feeds/${json.id}`, { body })
  expect((await change({ social_accounts: [numberOf(at.harbour)] })).json.social_accounts).toEqual([
    at.harbour,
  ])
  const check = await at.house.request('POST', '/v1/feeds/check', { body: { url, ...named } })
  expect(check.json.previews.map((each: { social_account_id: string }) => each.social_account_id)).toEqual([
    at.quay,
    at.harbour,
  ])
  const twice = await create({ social_accounts: [at.quay, numberOf(at.quay)] })
  expect([twice.status, twice.json.errors[0].pointer]).toEqual([422, '/social_accounts/1'])
  expect((await create({ social_accounts: [4711] })).json.code).toBe('account_not_found')
})

describe('422', () => {
  test.each([
    ['no address', { url: 'mailto:anna@example.org' }, '/url', 'invalid_url'],
    ['an address inside', { url: 'http://10.0.0.1/feed' }, '/url', 'feed_not_allowed'],
    ['no account', { social_accounts: [] }, '/social_accounts', 'too_few'],
    ['an account that is none', { social_accounts: [newId()] }, '/social_accounts/0', 'account_not_found'],
    ['an action that is none', { action: 'shout' }, '/action', undefined],
    ['a field that is none', { caption: '{title} {titel}' }, '/caption', 'unknown_field'],
    [
      'a field that is none on a network',
      { platform_configurations: { sandbox: { caption: '{x}' } } },
      '/platform_configurations/sandbox/caption',
      'unknown_field',
    ],
    [
      'a platform that is none',
      { platform_configurations: { myspace: {} } },
      '/platform_configurations/myspace',
      'unknown_platform',
    ],
    [
      'a time of its own',
      { platform_configurations: { sandbox: { scheduled_at: '2030-01-01T00:00:00Z' } } },
      '/platform_configurations/sandbox/scheduled_at',
      'no_time',
    ],
    ['more at once than ten', { newest: 11 }, '/newest', undefined],
  ])('%s', async (_what, more, pointer, code) => {
    const asked = at.site.asked.length
    const { status, json } = await create(more)
    expect([status, json.errors?.[0]?.pointer]).toEqual([422, pointer])
    if (code !== undefined) expect(json.errors[0].code).toBe(code)
    expect(at.site.asked.length).toBe(asked)
  })

  test.each([
    ['nothing there', { status: 404, body: '' }, 'feed_refused'],
    ['a page that names none', { body: '<html><body>Hi</body></html>' }, 'no_feed'],
    ['an answer that is too large', { body: ' '.repeat(5 * 1024 ** 2) }, 'feed_unreachable'],
    ['redirects without end', { redirect: '/odd' }, 'feed_refused'],
    ['a redirect inside', { redirect: 'http://169.254.169.254/' }, 'feed_not_allowed'],
    ['too many items', { body: `<rss>${'<item/>'.repeat(2_001)}` }, 'feed_too_long'],
  ] as const)('%s', async (_what, answer, code) => {
    at.site.put('/odd', answer)
    const { status, json } = await create({ url: `${at.site.url}/odd` })
    expect([status, json.errors[0].pointer, json.code]).toEqual([422, '/url', code])
  })
})

test('403: what is more than drafts needs the right to publish', async () => {
  const { key } = await at.house.key({ scopes: ['read', 'write'] })
  expect((await at.add({ url, action: 'queue' }, key)).json).toMatchObject({ status: 403, scope: 'publish' })
  expect((await at.add({ url }, key)).status).toBe(200)
})

test('409: a workspace has at most 100 feeds', async () => {
  const { liveKey, workspaceId, userId } = await at.house.newTenant()
  const account = await at.house.connectIn(
    { liveKey, workspaceId, userId, testKey: '' },
    'sandbox',
    { name: 'x' },
    'live',
  )
  const add = () => at.add({ url, social_accounts: [account] }, liveKey)
  expect((await add()).status).toBe(200)
  await at.house.db.run(sql`
    insert into feeds (workspace_id, id, mode, user_id, url, title, account_ids, action, caption, with_picture, most_per_day,
      status, era)
    select workspace_id, gen_random_uuid(), mode, user_id, url, title, account_ids, action, caption, with_picture,
      most_per_day, 'paused', 0 from feeds, generate_series(1, 99) where workspace_id = ${workspaceId}`)
  expect((await add()).json).toMatchObject({ status: 409, code: 'too_many_feeds' })
})

testRefusals(
  () => at.house,
  'write',
  async () => ({
    method: 'POST',
    path: '/v1/feeds',
    body: { url, social_accounts: [at.harbour], action: 'draft' },
  }),
)
