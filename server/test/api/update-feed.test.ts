import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { newPerson } from '../app/person.ts'
import { expectAdded, type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let at: FeedHouse
let url: string
beforeAll(async () => {
  at = await startFeedHouse()
  url = at.publish('/feed.xml', numbered(3))
})
afterAll(() => at.stop())

const change = (id: string, body: object, key = at.house.liveKey) =>
  at.house.request('PATCH', `/v1/feeds/${id}`, { key, body })

test('changes what is named and keeps the rest', async () => {
  const { json: before } = await at.add({ url, tags: ['a'], caption: '{title}' })
  const { json } = await change(before.id, {
    action: 'queue',
    social_accounts: [at.quay],
    with_picture: false,
  })
  expect(json).toEqual({
    ...before,
    action: 'queue',
    social_accounts: [at.quay],
    with_picture: false,
    updated_at: json.updated_at,
  })
  const more = {
    tags: [],
    caption: '{link}',
    max_per_day: 3,
    platform_configurations: { sandbox: { language: 'de' } },
  }
  expect((await change(before.id, more)).json).toMatchObject(more)
  expect((await change(before.id, { platform_configurations: null })).json.platform_configurations).toBeNull()
})

test('takes everything at another address for seen', async () => {
  const id = await expectAdded(at.add({ url }))
  const other = at.publish('/other.xml', [{ id: 'x', title: 'Elsewhere' }])
  expect((await change(id, { url: other })).json).toMatchObject({ url: other, status: 'active' })
  expect(await at.outcomes(id)).toContainEqual(['Elsewhere', 'seen'])
  await at.look()
  expect(await at.outcomes(id)).toContainEqual(['Elsewhere', 'seen'])
})

test('pauses and resumes, and keeps the time of a feed that is active', async () => {
  const { json: added } = await at.add({ url })
  expect((await change(added.id, { status: 'active' })).json.next_look_at).toBe(added.next_look_at)
  expect((await change(added.id, { status: 'paused' })).json).toMatchObject({
    status: 'paused',
    next_look_at: null,
  })
  const resumed = (await change(added.id, { status: 'active' })).json
  expect(Date.parse(resumed.next_look_at)).toBeLessThan(Date.now() + 1_000)
})

test('422: refuses what a new feed may not have, and another address without a feed', async () => {
  const id = await expectAdded(at.add({ url }))
  const code = async (body: object) => (await change(id, body)).json.code
  expect(await code({ caption: '{nothing}' })).toBe('unknown_field')
  expect(await code({ social_accounts: [newId()] })).toBe('account_not_found')
  expect(await code({ url: `${at.site.url}/nothing` })).toBe('feed_refused')
  expect(await code({ newest: 3 })).toBe('unknown_field')
})

test('403: needs the right to publish for more than drafts', async () => {
  const { key } = await at.house.key({ scopes: ['read', 'write'] })
  const id = await expectAdded(at.add({ url }, key))
  expect((await change(id, { action: 'publish' }, key)).json).toMatchObject({ status: 403, scope: 'publish' })
  expect((await change(id, { caption: '{title}' }, key)).status).toBe(200)
})

test('lets a key without the right to publish pause a feed that publishes, if it is of its person, and not resume it', async () => {
  const { key } = await at.house.key({ scopes: ['read', 'write'] })
  const account = await at.house.connect('sandbox', { name: 'leaving' })
  const id = await expectAdded(at.add({ url, action: 'publish', social_accounts: [account] }))
  const maker = () => at.house.db.row(sql`select user_id, key_id from feeds where id = ${id}`)
  const before = await maker()
  expect((await change(id, { status: 'paused', caption: '{title}' }, key)).status).toBe(403)
  expect((await change(id, { status: 'paused', action: 'draft' }, key)).json.status).toBe('paused')
  await change(id, { status: 'active', action: 'publish' })
  expect((await change(id, { status: 'paused' }, key)).json).toMatchObject({
    status: 'paused',
    action: 'publish',
    next_look_at: null,
  })
  expect(await maker()).toEqual(before)
  expect((await change(id, { status: 'active' }, key)).json).toMatchObject({ status: 403, scope: 'publish' })

  // A feed whose settings would be refused now can be paused as well.
  expect((await change(id, { status: 'active' })).json.status).toBe('active')
  expect((await at.house.request('DELETE', `/v1/social-accounts/${account}`)).status).toBe(200)
  expect((await change(id, { status: 'paused' }, key)).json.status).toBe('paused')

  const other = await newPerson(at.house)
  await at.house.db.run(sql`update feeds set user_id = ${other.id} where id = ${id}`)
  expect((await change(id, { status: 'paused' }, key)).json).toMatchObject({ status: 403, scope: 'publish' })
})

const request = async () => {
  const id = await expectAdded(at.add({ url }))
  return { id, method: 'PATCH', path: `/v1/feeds/${id}`, body: { tags: ['a'] } }
}
testRefusals(() => at.house, 'write', request)
testStrangers(() => at.house, request)
