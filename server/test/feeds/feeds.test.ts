// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { signedIn } from '../app/person.ts'
import { colleague } from '../approving.ts'
import { image } from '../media-files.ts'
import { page, plainFeed, wordpress } from './feed-files.ts'
import { expectAdded, type FeedHouse, numbered, startFeedHouse } from './feed-house.ts'

let at: FeedHouse
beforeAll(async () => {
  at = await startFeedHouse()
})
afterAll(() => at.stop())

const change = (id: string, body: object) => at.house.request('PATCH', `/v1/feeds/${id}`, { body })
const postOf = async (id: string) => (await at.house.request('GET', `/v1/posts/${id}`)).json
const decide = (id: string, body: object) => at.house.request('POST', `/v1/feeds/${id}/decide`, { body })

test('publishes nothing at its first look, and a post for each item that comes after it', async () => {
  const url = at.publish('/first.xml', numbered(3))
  const id = await expectAdded(at.add({ url, action: 'publish' }))
  expect(await at.outcomes(id)).toEqual([
    ['Item 3', 'seen'],
    ['Item 2', 'seen'],
    ['Item 1', 'seen'],
  ])
  await at.look()
  at.publish('/first.xml', numbered(5, 2))
  await at.look()
  expect((await at.outcomes(id)).slice(0, 3)).toEqual([
    ['Item 5', 'posted'],
    ['Item 4', 'posted'],
    ['Item 3', 'seen'],
  ])
  const [newest] = await at.items(id)
  expect(await postOf(newest.post_id)).toMatchObject({
    caption: 'Item 5\n\nhttps://harbour.example/5',
    social_accounts: [at.harbour],
    is_draft: false,
    metadata: { feed_id: id, feed_item_id: newest.id, feed: 'Harbour' },
  })
  expect(await at.feed(id)).toMatchObject({ status: 'active', problem: null, last_item: { title: 'Item 5' } })
})

test('makes posts of the newest items at once where that is asked for, the oldest of them first', async () => {
  const url = at.publish('/newest.xml', numbered(4))
  const id = await expectAdded(at.add({ url, newest: 2 }))
  await at.look()
  expect(await at.outcomes(id)).toEqual([
    ['Item 4', 'posted'],
    ['Item 3', 'posted'],
    ['Item 2', 'seen'],
    ['Item 1', 'seen'],
  ])
  const [newer, older] = await at.items(id)
  const [first, second] = await Promise.all([postOf(older.post_id), postOf(newer.post_id)])
  expect(first.created_at <= second.created_at).toBe(true)
  expect([first.is_draft, first.status]).toEqual([true, 'draft'])
})

describe('an item becomes a post once', () => {
  test('when it is edited, moved, linked otherwise, or comes back, and when its post was deleted', async () => {
    const url = at.publish('/once.xml', numbered(2))
    const id = await expectAdded(at.add({ url }))
    at.publish('/once.xml', numbered(3))
    await at.look()
    const before = (await at.posts()).length
    const [{ post_id: postId }] = await at.items(id)
    expect((await at.house.request('DELETE', `/v1/posts/${postId}`)).status).toBe(200)
    const [third, second, first] = numbered(3)
    const odd = [first, { ...third, title: 'Edited', link: 'https://harbour.example/3?utm_source=x' }, second]
    for (const items of [odd, [], numbered(3)]) {
      at.publish(
        '/once.xml',
        items.flatMap((item) => item ?? []),
      )
      await at.look()
    }
    expect((await at.posts()).length).toBe(before - 1)
    expect((await at.outcomes(id)).length).toBe(3)
  })

  test('when its id changes and its link does not', async () => {
    const url = at.publish('/link.xml', numbered(2))
    const id = await expectAdded(at.add({ url }))
    at.publish(
      '/link.xml',
      numbered(2).map((item) => ({ ...item, id: `new-${item.id}` })),
    )
    await at.look()
    const items = await at.items(id)
    expect(items.map(({ outcome, notes }) => [outcome, notes[0]?.code])).toEqual([
      ['old', 'link_known'],
      ['old', 'link_known'],
      ['seen', undefined],
      ['seen', undefined],
    ])
  })

  test('and one that was published long before it appeared is old, but can be posted by a person', async () => {
    const url = at.publish('/old.xml', numbered(1))
    const id = await expectAdded(at.add({ url }))
    const old = { id: 'archive', title: 'From the archive', at: new Date(Date.now() - 3 * 86_400_000) }
    at.publish('/old.xml', [...numbered(1), old])
    await at.look()
    const [item] = await at.items(id)
    expect([item.outcome, item.notes[0].code]).toEqual(['old', 'published_long_ago'])
    expect((await decide(id, { decision: 'post', items: [item.id] })).json.decided).toBe(1)
    await at.look()
    expect((await at.outcomes(id))[0]).toEqual(['From the archive', 'posted'])
    expect((await decide(id, { decision: 'post', items: [item.id] })).json.decided).toBe(0)
  })
})

describe('a flood', () => {
  test('becomes five posts, and the others wait for a person, who posts some and skips the rest', async () => {
    const url = at.publish('/flood.xml', numbered(2))
    const id = await expectAdded(at.add({ url }))
    at.publish('/flood.xml', numbered(12))
    await at.look()
    const outcomes = (await at.outcomes(id)).map(([, outcome]) => outcome)
    expect(outcomes.slice(0, 10)).toEqual([...Array(5).fill('posted'), ...Array(5).fill('waiting')])
    expect((await at.feed(id)).waiting).toBe(5)
    const attention = (await at.house.request('GET', '/v1/attention')).json
    expect(attention.data).toContainEqual(
      expect.objectContaining({ kind: 'feed', feed_id: id, reason: 'items_wait', waiting: 5 }),
    )
    const [sixth] = (await at.items(id)).filter(({ outcome }) => outcome === 'waiting')
    await decide(id, { decision: 'post', items: [sixth.id] })
    expect((await decide(id, { decision: 'skip' })).json).toMatchObject({ decided: 4, feed: { waiting: 0 } })
    await at.look()
    expect((await at.outcomes(id)).slice(0, 10).map(([, outcome]) => outcome)).toEqual([
      ...Array(6).fill('posted'),
      ...Array(4).fill('skipped'),
    ])
  })

  test('of a feed whose items all got other ids and links becomes no post at all', async () => {
    const url = at.publish('/moved.xml', numbered(5))
    const id = await expectAdded(at.add({ url }))
    at.publish(
      '/moved.xml',
      numbered(5).map(({ title, at: time }, n) => ({
        id: `moved-${n}`,
        title,
        link: `https://new.example/${n}`,
        ...(time ? { at: time } : {}),
      })),
    )
    await at.look()
    const items = await at.items(id)
    expect(items.slice(0, 5).map(({ outcome, notes }) => [outcome, notes[0].code])).toEqual(
      Array(5).fill(['waiting', 'feed_moved']),
    )
  })

  test('lets through no more in a day than it may', async () => {
    const url = at.publish('/daily.xml', numbered(1))
    const id = await expectAdded(at.add({ url, max_per_day: 3 }))
    at.publish('/daily.xml', numbered(3))
    await at.look()
    at.publish('/daily.xml', numbered(6))
    await at.look()
    expect((await at.outcomes(id)).map(([, outcome]) => outcome)).toEqual([
      'posted',
      'waiting',
      'waiting',
      'posted',
      'posted',
      'seen',
    ])
    await at.house.db.run(sql`update feed_items set let_at = let_at - interval '1 day' where feed_id = ${id}`)
    at.publish('/daily.xml', numbered(7))
    await at.look()
    expect((await at.outcomes(id))[0]).toEqual(['Item 7', 'posted'])
  })

  test('without end stops the feed', async () => {
    const url = at.publish('/endless.xml', numbered(1))
    const id = await expectAdded(at.add({ url }))
    at.publish('/endless.xml', [...numbered(700, 100), ...numbered(1)])
    await at.look()
    expect(await at.feed(id)).toMatchObject({
      status: 'stopped',
      problem: { code: 'too_many_items' },
      next_look_at: null,
    })
    expect(
      await at.house.db.rows(sql`
      select outcome, count(*)::int as items from feed_items where feed_id = ${id} group by 1 order by 1`),
    ).toEqual([
      { outcome: 'seen', items: 1 },
      { outcome: 'waiting', items: 601 },
    ])
  })
})

describe('a caption', () => {
  test('shows the fields of the item, for each network its own, with the picture and its words', async () => {
    at.site.put('/fryer.jpg', { body: await image('jpeg'), type: 'image/jpeg' })
    at.site.put('/wp.xml', { body: wordpress.replace('https://news.example/wp-content', at.site.url) })
    const body = {
      url: `${at.site.url}/wp.xml`,
      newest: 1,
      caption: '{feed}: {title} {x y}\nby {author}\n{summary}\n{hashtags}\n{link}',
      tags: ['news'],
      platform_configurations: { sandbox: { caption: '{date} {title}', language: 'en' } },
    }
    const id = await expectAdded(at.add(body))
    await at.look()
    const [item] = await at.items(id)
    expect([item.outcome, item.notes]).toEqual(['posted', []])
    const post = await postOf(item.post_id)
    expect(post.caption).toMatch(
      /^Harbour News: Fish & chips are back – from Friday \{x y\}\nby Anna Petersen\nThe fryer is mended.*\n#FoodDrink #harbour\nhttps:\/\/news/,
    )
    expect(post).toMatchObject({
      tags: ['news'],
      platform_configurations: {
        sandbox: { caption: '2026-03-02 Fish & chips are back – from Friday', language: 'en' },
      },
      media: [expect.stringMatching(/\.jpg$/)],
    })
    const { json } = await at.house.request('GET', `/v1/posts/${item.post_id}?expand=request`)
    expect(json.request.media[0].alt_text).toBe('A fryer')
  })

  test('is shortened after a word where a network takes less, and keeps its link', async () => {
    const long = 'Herring and mackerel '.repeat(80).trim()
    const more = `<description>${long}</description>`
    const url = at.publish('/long.xml', [
      { id: '1', title: 'Catch', link: 'https://harbour.example/catch', more },
    ])
    const id = await expectAdded(
      at.add({ url, newest: 1, caption: '{title}\n{summary}\n{link}', action: 'publish' }),
    )
    await at.look()
    const [item] = await at.items(id)
    expect([item.outcome, item.notes]).toEqual(['posted', []])
    const { account_configurations: own, caption } = await postOf(item.post_id)
    expect(caption.length).toBeGreaterThan(1_500)
    expect(own[0].account_id).toBe(at.harbour)
    expect(own[0].caption).toMatch(/^Catch\n.*(?:Herring|and|mackerel)…\nhttps:\/\/harbour\.example\/catch$/)
    const body = { caption, social_accounts: [at.harbour], account_configurations: own }
    const check = (await at.house.request('POST', '/v1/posts/validate', { body })).json.accounts[0]
    expect(check.length.max - check.length.count).toBeLessThan(15)
    expect(check.valid).toBe(true)
  })

  test('never takes the words of an item for fields', async () => {
    const url = at.publish('/braces.xml', [
      { id: '1', title: '{link} {author} {{', link: 'https://harbour.example/b' },
    ])
    const id = await expectAdded(at.add({ url, newest: 1 }))
    await at.look()
    const [item] = await at.items(id)
    expect((await postOf(item.post_id)).caption).toBe('{link} {author} {{\n\nhttps://harbour.example/b')
  })
})

test('a picture that cannot be had is told and keeps no post from being made', async () => {
  at.site.put('/page.jpg', { body: '<html>', type: 'image/jpeg' })
  const picture = (path: string) => `<enclosure type="image/jpeg" url="${at.site.url}${path}"/>`
  const url = at.publish('/pictures.xml', [
    { id: '1', title: 'Missing', more: picture('/missing.jpg') },
    { id: '2', title: 'A page', more: picture('/page.jpg') },
    { id: '3', title: 'Forbidden', more: '<enclosure type="image/jpeg" url="http://10.1.2.3/a.jpg"/>' },
  ])
  const id = await expectAdded(at.add({ url, newest: 3, caption: '{title}', action: 'publish' }))
  await at.look()
  const items = await at.items(id)
  expect(
    items.map(({ outcome, notes }) => [outcome, notes.map(({ code }: { code: string }) => code)]),
  ).toEqual(Array(3).fill(['posted', ['picture_left_out']]))
  expect(items[0].notes[0].detail).toMatch(/^The picture was left out\. .+\.$/)
  expect((await postOf(items[0].post_id)).media).toEqual([])
})

describe('its server', () => {
  test('is asked for changes alone, and as often as it says', async () => {
    let [etag, asked] = ['"one"', [] as (string | undefined)[]]
    at.site.put('/etag.xml', (response) => {
      const known = response.req.headers['if-none-match']
      asked.push(known)
      if (known === etag) return void response.writeHead(304, { 'cache-control': 'max-age=7200' }).end()
      response.writeHead(200, { etag, 'content-type': 'text/xml' }).end(plainFeed(numbered(asked.length)))
    })
    const id = await expectAdded(at.add({ url: `${at.site.url}/etag.xml` }))
    const pause = async () => {
      const { next_look_at: next, last_look_at: last } = await at.feed(id)
      return (Date.parse(next) - Date.parse(last)) / 60_000
    }
    expect(await pause()).toSatisfy((minutes: number) => minutes >= 15 && minutes <= 17)
    await at.look()
    expect(await pause()).toSatisfy((minutes: number) => minutes >= 120 && minutes <= 133)
    etag = '"two"'
    await at.look()
    expect(asked).toEqual([undefined, '"one"', '"one"'])
    expect((await at.outcomes(id)).map(([, outcome]) => outcome)).toEqual(['posted', 'posted', 'seen'])
  })

  test('may be away: the pauses grow, after three days it fails and says why, and it recovers', async () => {
    const url = at.publish('/away.xml', numbered(1))
    const id = await expectAdded(at.add({ url }))
    at.site.put('/away.xml', (response) => void response.writeHead(503, { 'retry-after': '7200' }).end())
    await at.look()
    const away = await at.feed(id)
    expect(away).toMatchObject({
      status: 'active',
      problem: {
        code: 'feed_refused',
        detail: '127.0.0.1 answered with the status 503 instead of the feed.',
      },
    })
    expect(Date.parse(away.next_look_at) - Date.now()).toBeGreaterThan(7_000_000)
    await at.house.db.run(
      sql`update feeds set failing_since = failing_since - interval '4 days' where id = ${id}`,
    )
    await at.look()
    expect((await at.feed(id)).status).toBe('failing')
    const attention = (await at.house.request('GET', '/v1/attention')).json
    expect(attention.data).toContainEqual(
      expect.objectContaining({ kind: 'feed', feed_id: id, reason: 'failing', message: away.problem.detail }),
    )
    at.publish('/away.xml', numbered(2))
    await at.look()
    expect(await at.feed(id)).toMatchObject({ status: 'active', problem: null })
    expect((await at.outcomes(id))[0]).toEqual(['Item 2', 'posted'])
  })

  test('that says the feed is gone ends it, and a page in its place is no feed', async () => {
    const url = at.publish('/gone.xml', numbered(1))
    const id = await expectAdded(at.add({ url }))
    at.site.put('/gone.xml', { body: page })
    await at.look()
    expect((await at.feed(id)).problem.code).toBe('no_feed')
    at.site.put('/gone.xml', { body: 'gone', status: 410 })
    await at.look()
    expect(await at.feed(id)).toMatchObject({
      status: 'stopped',
      problem: { code: 'feed_gone' },
      next_look_at: null,
    })
    expect((await change(id, { status: 'active' })).json).toMatchObject({ status: 'active', problem: null })
  })
})

describe('a feed', () => {
  test('that is paused makes no posts, and goes on where it was', async () => {
    const url = at.publish('/paused.xml', numbered(1))
    const id = await expectAdded(at.add({ url }))
    expect((await change(id, { status: 'paused' })).json).toMatchObject({
      status: 'paused',
      next_look_at: null,
    })
    at.publish('/paused.xml', numbered(2))
    await at.look()
    expect((await at.outcomes(id)).length).toBe(1)
    await change(id, { status: 'active' })
    await at.look()
    expect((await at.outcomes(id))[0]).toEqual(['Item 2', 'posted'])
  })

  test('goes into the queue, waits while that is paused, and gets a slot for each item', async () => {
    const url = at.publish('/queue.xml', numbered(1))
    const id = await expectAdded(at.add({ url, action: 'queue' }))
    at.publish('/queue.xml', numbered(2))
    await at.look()
    const [item] = await at.items(id)
    expect([item.outcome, item.notes[0].code]).toEqual(['due', 'no_queue_slots'])
    // Waiting for the queue spends no try, so that an error after it does not end them.
    expect(await at.house.db.row(sql`select tries from feed_items where id = ${item.id}`)).toEqual({
      tries: 0,
    })
    const slot = { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], time: '09:00' }
    await at.house.request('POST', '/v1/queue-slots', { body: slot })
    await at.house.db.run(sql`update feed_items set next_try_at = clock_timestamp() where outcome = 'due'`)
    await at.look()
    const [posted] = await at.items(id)
    expect(posted.notes).toEqual([])
    expect(await postOf(posted.post_id)).toMatchObject({
      status: 'scheduled',
      queue: { slot_id: expect.any(String) },
    })
  })

  test('of an author waits for approval, and stops once the author has left', async () => {
    const anna = await colleague(at.house, 'author')
    const url = at.publish('/author.xml', numbered(1))
    const body = { url, social_accounts: [at.harbour], action: 'publish' }
    const id = await expectAdded(anna.request('POST', '/v1/feeds', { body }))
    expect((await at.feed(id)).created_by).toBe(anna.userId)
    at.publish('/author.xml', numbered(2))
    await at.look()
    const [item] = await at.items(id)
    expect(await postOf(item.post_id)).toMatchObject({
      status: 'held',
      approval: { state: 'waiting', by: anna.userId },
    })
    const foreign = await expectAdded(at.add({ url: at.publish('/editor.xml', numbered(1)) }))
    const foreignChange = await anna.request('PATCH', `/v1/feeds/${foreign}`, { body: { caption: 'x' } })
    expect(foreignChange.json).toMatchObject({ status: 403, code: 'scope_missing' })
    await at.house.db.run(
      sql`update feeds set status = 'stopped', next_look_at = null where id = any(${[id, foreign]}::uuid[])`,
    )
    const needs = (await anna.request('GET', '/v1/attention?kind=feed')).json
    expect(needs.data).toMatchObject([{ feed_id: id, reason: 'stopped' }])
    expect((await anna.request('PATCH', `/v1/feeds/${id}`, { body: { status: 'active' } })).status).toBe(200)
    await at.house.db.run(sql`delete from memberships where user_id = ${anna.userId}`)
    at.publish('/author.xml', numbered(3))
    await at.look()
    expect(await at.feed(id)).toMatchObject({
      status: 'stopped',
      problem: { code: 'maker_gone' },
      waiting: 1,
    })
    expect((await change(id, { status: 'active' })).json).toMatchObject({
      status: 'active',
      created_by: at.house.userId,
    })
    await decide(id, { decision: 'post' })
    await at.look()
    const [last] = await at.items(id)
    expect(await postOf(last.post_id)).toMatchObject({ approval: null })
  })

  test('goes on with the new key after its own was rolled, and stops once that was revoked', async () => {
    const admin = await signedIn(at.house, 'admin')
    const keys = `/app/workspaces/${at.house.workspaceId}/keys`
    const old = await at.house.key()
    const url = at.publish('/rolled.xml', numbered(1))
    const id = await expectAdded(at.add({ url }, old.key))
    const rolled = await admin.request('POST', `${keys}/${old.id}/roll`, { body: { overlap_hours: 0 } })
    expect((await admin.request('DELETE', `${keys}/${old.id}`)).status).toBe(200)
    at.publish('/rolled.xml', numbered(2))
    await at.look()
    expect((await at.outcomes(id))[0]).toEqual(['Item 2', 'posted'])
    expect((await admin.request('DELETE', `${keys}/${rolled.json.id}`)).status).toBe(200)
    at.publish('/rolled.xml', numbered(3))
    await at.look()
    expect(await at.feed(id)).toMatchObject({ status: 'stopped', problem: { code: 'maker_gone' } })
  })

  test('leaves out accounts that were disconnected, and stops without any', async () => {
    const pier = await at.house.connect('sandbox', { name: 'pier' })
    const url = at.publish('/accounts.xml', numbered(1))
    const id = await expectAdded(at.add({ url, social_accounts: [pier, at.quay] }))
    await at.house.request('DELETE', `/v1/social-accounts/${pier}`)
    at.publish('/accounts.xml', numbered(2))
    await at.look()
    const [item] = await at.items(id)
    expect(item.notes.map(({ code }: { code: string }) => code)).toEqual(['account_left_out'])
    expect((await postOf(item.post_id)).social_accounts).toEqual([at.quay])
    await at.house.db.run(sql`update feeds set account_ids = ${[pier]}::uuid[] where id = ${id}`)
    at.publish('/accounts.xml', numbered(3))
    await at.look()
    expect(await at.feed(id)).toMatchObject({
      status: 'stopped',
      problem: { code: 'accounts_gone' },
      waiting: 1,
    })
  })

  test('is not read without a subscription', async () => {
    const url = at.publish('/lapsed.xml', numbered(1))
    const id = await expectAdded(at.add({ url }))
    at.publish('/lapsed.xml', numbered(2))
    await at.house.db.run(sql`
      update workspaces set subscription = 'inactive', subscription_ended_at = clock_timestamp()
      where id = ${at.house.workspaceId}`)
    const asked = at.site.asked.length
    await at.look()
    await at.house.db.run(sql`
      update workspaces set subscription = 'active', subscription_ended_at = null where id = ${at.house.workspaceId}`)
    expect([at.site.asked.length, (await at.feed(id)).problem.code]).toEqual([asked, 'subscription_required'])
    await at.look()
    expect((await at.outcomes(id))[0]).toEqual(['Item 2', 'posted'])
  })

  test('of a restored database posts nothing that may be a post already', async () => {
    const url = at.publish('/restored.xml', numbered(1))
    const id = await expectAdded(at.add({ url }))
    await at.house.db.run(sql`update feeds set era = era - 1 where id = ${id}`)
    at.publish('/restored.xml', numbered(2))
    await at.look()
    const [item] = await at.items(id)
    expect([item.outcome, item.notes[0].code]).toEqual(['waiting', 'restored'])
    at.publish('/restored.xml', numbered(3))
    await at.look()
    expect((await at.outcomes(id))[0]).toEqual(['Item 3', 'posted'])
  })

  test('of test data reads the sample of the sandbox, posts to its accounts, and leaves this server for nothing', async () => {
    const key = at.house.testKey
    const account = await at.house.connect('sandbox', { name: 'tests' }, 'test')
    const body = { social_accounts: [account], action: 'publish' }
    const url = at.publish('/live.xml', numbered(1))
    const asked = at.site.asked.length
    const elsewhere = await at.add({ ...body, url }, key)
    expect([elsewhere.status, elsewhere.json.code, at.site.asked.length]).toEqual([
      422,
      'feed_not_allowed',
      asked,
    ])
    const sample = { ...body, url: 'http://sandbox.internal/feed.json', newest: 1 }
    const live = await at.add({ ...sample, social_accounts: [at.harbour] })
    expect(live.json.code).toMatch(/^feed_(?:not_allowed|unreachable)$/)
    const id = await expectAdded(at.add(sample, key))
    await at.look()
    const { json } = await at.house.request('GET', `/v1/feeds/${id}/items`, { key })
    expect(json.data[0]).toMatchObject({ outcome: 'posted', notes: [] })
    const post = await at.house.request('GET', `/v1/posts/${json.data[0].post_id}`, { key })
    expect(post.json).toMatchObject({ media: [expect.stringMatching(/\.png$/)], social_accounts: [account] })
  })
})
