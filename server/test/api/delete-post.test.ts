import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { State } from '../../src/publishing/target.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

async function make(more: object = {}): Promise<string> {
  const body = { caption: 'words', social_accounts: [harbour, flour], scheduled_at: tomorrow, ...more }
  return (await house.request('POST', '/v1/posts', { body })).json.id
}
const remove = (id: string, query = '', headers = {}) =>
  house.request('DELETE', `/v1/posts/${id}${query}`, { headers })

describe('who may', () => {
  const request = async () => {
    const id = await make()
    return { method: 'DELETE', path: `/v1/posts/${id}`, id }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})

test.each<[string, State | null, object]>([
  ['a draft', null, { is_draft: true }],
  ['what is scheduled', 'scheduled', {}],
  ['what is being prepared for later', 'preparing', {}],
  ['what is held', 'held', {}],
  ['what failed', 'failed', {}],
  ['what was canceled', 'canceled', {}],
])('deletes %s, and nothing of it waits to go out', async (_what, state, more) => {
  const picture = await seedMedia(house)
  const id = await make({ media: [picture.path], ...more })
  if (state) await setState(house, id, state)
  const { status, json } = await remove(id)
  expect([status, json]).toEqual([200, { id, deleted: true, success: true }])
  const waiting = await house.db.rows(sql`
    select id from targets where post_id = ${id} and state not in ('canceled', 'failed')`)
  expect(waiting).toEqual([])
  expect(await house.db.rows(sql`select media_id from post_media where post_id = ${id}`)).toEqual([])
  expect((await house.request('GET', `/v1/posts/${id}`)).status).toBe(404)
  expect((await house.request('GET', `/v1/post-results?status=any&post_id=${id}`)).json.data).toEqual([])
  expect((await remove(id)).status).toBe(404)
})

test('is reported by an event', async () => {
  const id = await make({ external_id: 'e1' })
  await remove(id)
  const events = await house.db.rows(
    sql`select type, data from events where subject_id = ${id} order by created_at, id`,
  )
  expect(events.at(-1)).toEqual({
    type: 'post.deleted',
    data: { id, status: 'deleted', previous_status: 'scheduled', external_id: 'e1' },
  })
})

describe('409', () => {
  test.each<[State, string]>([
    ['committing', 'already_processing'],
    ['unknown', 'already_processing'],
    ['confirming', 'already_processing'],
    ['needs_review', 'needs_review'],
  ])('while an account is %s it stays', async (state, code) => {
    const id = await make()
    await setState(house, id, state, flour)
    expect(await remove(id)).toMatchObject({ status: 409, json: { code } })
    expect((await house.request('GET', `/v1/posts/${id}`)).status).toBe(200)
  })

  test('an immediate post that waits for its turn is processing', async () => {
    const id = await make({ scheduled_at: null })
    expect(await remove(id)).toMatchObject({ status: 409, json: { code: 'already_processing' } })
  })

  test.each<[string, State, State]>([
    ['posted', 'published', 'published'],
    ['partial', 'published', 'failed'],
    ['partly held', 'published', 'held'],
  ])('what is public stays: %s', async (_what, first, second) => {
    const id = await make()
    await setState(house, id, first, harbour)
    await setState(house, id, second, flour)
    expect(await remove(id)).toMatchObject({ status: 409, json: { code: 'already_posted' } })
    expect(await remove(id, '?unpublish=true')).toMatchObject({
      status: 409,
      json: { code: 'unpublish_not_supported', platforms: ['sandbox'] },
    })
    expect((await house.request('GET', `/v1/posts/${id}`)).status).toBe(200)
  })
})

test('with unpublish, what was never public is just deleted', async () => {
  expect((await remove(await make(), '?unpublish=true')).status).toBe(200)
})

test('412: not if it changed since it was read', async () => {
  const id = await make()
  expect(await remove(id, '', { 'if-match': '"old"' })).toMatchObject({ status: 412 })
  expect((await house.request('GET', `/v1/posts/${id}`)).status).toBe(200)
})

test('422: refuses a bad query', async () => {
  const id = await make()
  expect(await remove(id, '?unpublish=yes')).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '?unpublish' }] },
  })
})
