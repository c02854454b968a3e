// @module-tag slow
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { until } from '../stories/until.ts'
import { makeEndpoint } from '../webhooks/make-endpoint.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { expectAdded, type FeedHouse, numbered, startFeedHouse } from './feed-house.ts'

let at: FeedHouse
let receiver: Receiver
let secret: string
beforeAll(async () => {
  receiver = await startReceiver()
  at = await startFeedHouse({})
  secret = (await makeEndpoint(at.house, { url: receiver.url, events: [...feedTypes] })).secret
})
afterAll(async () => {
  await at.stop()
  await receiver.close()
})

const feedTypes = [
  'feed.created',
  'feed.active',
  'feed.paused',
  'feed.failing',
  'feed.stopped',
  'feed.deleted',
  'feed.items_waiting',
  'feed_item.failed',
] as const

interface Told {
  id: string
  type: string
  data: Record<string, unknown> & { id: string; feed_id?: string }
}

/** The events of a feed that arrived, verified, in the order in which they happened. */
async function arrived(feed: string, count: number): Promise<Told[]> {
  const events = await until(
    async () =>
      receiver.received
        .map(
          ({ body, headers }) => new Webhook(secret).verify(body, headers as Record<string, string>) as Told,
        )
        .filter(({ data }) => data.id === feed || data.feed_id === feed),
    ({ length }) => length >= count,
  )
  const order = (await at.house.request('GET', '/v1/events?limit=200')).json.data as Told[]
  const own = order.filter(({ data }) => data.id === feed || data.feed_id === feed)
  expect(own.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort())
  return own
}

const typesOf = (events: readonly Told[]) => events.map(({ type }) => type)
const change = (id: string, body: object) => at.house.request('PATCH', `/v1/feeds/${id}`, { body })
const fourDaysAgo = (id: string) =>
  at.house.db.run(sql`update feeds set failing_since = failing_since - interval '4 days' where id = ${id}`)

test('a receiver is told once that a feed fails, and once that it is read again', async () => {
  const url = at.publish('/told.xml', numbered(1))
  const id = await expectAdded(at.add({ url }))
  at.site.put('/told.xml', { body: 'away', status: 503 })
  await at.look()
  await fourDaysAgo(id)
  for (const _each of [1, 2, 3]) await at.look()
  at.publish('/told.xml', numbered(1))
  for (const _each of [1, 2]) await at.look()
  const events = await arrived(id, 3)
  expect(typesOf(events)).toEqual(['feed.created', 'feed.failing', 'feed.active'])
  expect(events[1]?.data).toEqual({
    id,
    status: 'failing',
    previous_status: 'active',
    url,
    title: 'Harbour',
    problem: expect.objectContaining({ code: 'feed_refused', detail: expect.stringContaining('503') }),
  })
  expect(events[2]?.data).toMatchObject({ status: 'active', previous_status: 'failing', problem: null })
})

test('a person who pauses, resumes and removes a feed is told of once for each', async () => {
  const id = await expectAdded(at.add({ url: at.publish('/person.xml', numbered(1)) }))
  for (const status of ['active', 'paused', 'paused', 'active', 'active']) {
    expect((await change(id, { status })).status).toBe(200)
  }
  expect((await change(id, { caption: '{title}' })).status).toBe(200)
  expect((await at.house.request('DELETE', `/v1/feeds/${id}`)).status).toBe(200)
  const events = await arrived(id, 4)
  expect(typesOf(events)).toEqual(['feed.created', 'feed.paused', 'feed.active', 'feed.deleted'])
  expect(events[3]?.data).toMatchObject({ status: 'deleted', previous_status: 'active' })
})

test('a feed that is gone stops with its reason, also when it was failing, and once however many looks find out', async () => {
  const id = await expectAdded(at.add({ url: at.publish('/lost.xml', numbered(1)) }))
  at.site.put('/lost.xml', { body: 'away', status: 503 })
  await at.look()
  await fourDaysAgo(id)
  at.site.put('/lost.xml', { body: 'gone', status: 410 })
  await Promise.all([at.look(), at.look()])
  const events = await arrived(id, 2)
  expect(typesOf(events)).toEqual(['feed.created', 'feed.stopped'])
  expect(events[1]?.data).toMatchObject({
    status: 'stopped',
    previous_status: 'active',
    problem: { code: 'feed_gone' },
  })
})

test('a feed whose accounts are all gone stops once, though several of its items find out', async () => {
  const account = await at.house.connect('sandbox', { name: 'leaving' })
  const url = at.publish('/leaving.xml', numbered(1))
  const id = await expectAdded(at.add({ url, social_accounts: [account] }))
  expect((await at.house.request('DELETE', `/v1/social-accounts/${account}`)).status).toBe(200)
  at.publish('/leaving.xml', numbered(4))
  await Promise.all([at.look(), at.look()])
  const events = await arrived(id, 2)
  expect(typesOf(events)).toEqual(['feed.created', 'feed.stopped'])
  expect(events[1]?.data).toMatchObject({ problem: { code: 'accounts_gone' } })
})

test('items that wait for a person are told of with one event for a look, and items that become no post each', async () => {
  const url = at.publish('/many.xml', numbered(2))
  const id = await expectAdded(at.add({ url, max_per_day: 1 }))
  at.publish('/many.xml', numbered(5))
  await at.look()
  await at.look()
  const waiting = await arrived(id, 2)
  expect(typesOf(waiting)).toEqual(['feed.created', 'feed.items_waiting'])
  expect(waiting[1]?.data).toEqual({ id, status: 'active', url, title: 'Harbour', items: 2 })

  const empty = await expectAdded(
    at.add({
      url: at.publish('/empty.xml', numbered(1)),
      newest: 1,
      caption: '{author}',
      action: 'publish',
    }),
  )
  await at.look()
  await at.look()
  const [, failed] = await arrived(empty, 2)
  expect(failed).toMatchObject({
    type: 'feed_item.failed',
    data: { feed_id: empty, title: 'Item 1', link: 'https://harbour.example/1', notes: [expect.anything()] },
  })
})
