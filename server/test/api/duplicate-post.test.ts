import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { setState } from '../set-state.ts'
import { type Posting, startPosting, tomorrow } from './posting.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let posting: Posting
beforeAll(async () => {
  posting = await startPosting()
})
afterAll(() => posting.house.stop())

const duplicate = (id: string) => posting.house.request('POST', `/v1/posts/${id}/duplicate`)
const create = async (more: object = {}) =>
  (
    await posting.create({
      caption: 'words',
      social_accounts: [posting.harbour, posting.flour],
      scheduled_at: tomorrow,
      ...more,
    })
  ).json

describe('who may', () => {
  const request = async () => {
    const { id } = await create()
    return { method: 'POST', path: `/v1/posts/${id}/duplicate`, id }
  }
  testRefusals(() => posting.house, 'write', request)
  testStrangers(() => posting.house, request)
})

test('makes a draft with all that the post says, and none of its times', async () => {
  const { harbour, flour, picture } = posting
  const before = await create({
    media: [{ media_id: picture.path, alt_text: 'Bread', focus: { x: 0.2, y: 0.7 } }],
    platform_configurations: { sandbox: { caption: 'other words', scheduled_at: tomorrow } },
    account_configurations: [
      { account_id: harbour, scheduled_at: tomorrow },
      { account_id: flour, caption: 'own words' },
    ],
    external_id: 'mine-1',
    metadata: { campaign: 'autumn' },
    tags: ['bread'],
    late_policy: 'ask',
    processing_enabled: false,
  })
  const { status, json, headers } = await duplicate(before.id)
  expect(status).toBe(200)
  expect(headers.get('etag')).toMatch(/^"/)
  expect(json).toEqual({
    ...before,
    id: expect.any(String),
    status: 'draft',
    is_draft: true,
    scheduled_at: null,
    external_id: null,
    platform_configurations: { sandbox: { caption: 'other words' } },
    account_configurations: [{ account_id: harbour }, { account_id: flour, caption: 'own words' }],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(json.id).not.toBe(before.id)
  expect((await posting.house.request('GET', `/v1/posts/${before.id}`)).json).toEqual(before)
  const targets = await posting.house.db.rows(sql`select id from targets where post_id = ${json.id}`)
  expect(targets).toEqual([])
})

test('takes the place of no slot of the queue', async () => {
  await posting.house.request('POST', '/v1/queue-slots', { body: { weekdays: ['mon'], time: '09:00' } })
  const before = await create({ scheduled_at: null, use_queue: true })
  expect(before.queue).not.toBeNull()
  expect((await duplicate(before.id)).json).toMatchObject({ queue: null, warnings: [] })
})

test('a public post whose media are gone is duplicated without them, with a warning', async () => {
  const { house, picture } = posting
  const before = await create({ media: [picture.path] })
  for (const account of [posting.harbour, posting.flour])
    await setState(house, before.id, 'published', account)
  await house.db.run(sql`delete from post_media where post_id = ${before.id}`)
  await house.db.run(sql`update media set state = 'rejected' where media_id = ${picture.path}`)
  const { status, json } = await duplicate(before.id)
  expect([status, json.media]).toEqual([200, []])
  expect(json.warnings).toMatchObject([{ pointer: '/media/0', code: 'media_left_out' }])
  await house.db.run(sql`update media set state = 'ready' where media_id = ${picture.path}`)
})

test('an account that was disconnected stays, with a warning', async () => {
  const { house } = posting
  const account = await house.connect('sandbox', { name: 'gone' })
  const { id } = await create({ social_accounts: [account, posting.harbour] })
  await house.request('DELETE', `/v1/social-accounts/${account}`)
  const { status, json } = await duplicate(id)
  expect([status, json.social_accounts]).toEqual([200, [account, posting.harbour]])
  expect(json.warnings).toMatchObject([{ code: 'account_disconnected', social_account_id: account }])
})

test('422: an option that names a medium which is gone', async () => {
  const { house, picture } = posting
  const { id } = await create({
    platform_configurations: { sandbox: { thread: [{ caption: 'two', media: [picture.path] }] } },
  })
  await house.db.run(sql`update media set state = 'rejected' where media_id = ${picture.path}`)
  expect((await duplicate(id)).status).toBe(422)
  await house.db.run(sql`update media set state = 'ready' where media_id = ${picture.path}`)
})
