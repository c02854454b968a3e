// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Colleague, colleague, eventsOf, inHours, resultOf, targetsOf } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
let author: Colleague
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  author = await colleague(house, 'author')
})
afterAll(() => house.stop())

async function waiting(more: object = {}): Promise<string> {
  const body = { caption: 'words', social_accounts: [harbour, flour], scheduled_at: inHours(24), ...more }
  return (await author.request('POST', '/v1/posts', { body })).json.id
}
const giveBack = (id: string, body: object = { comment: 'The price is missing.' }, headers = {}) =>
  house.request('POST', `/v1/posts/${id}/return`, { body, headers })

describe('who may', () => {
  const request = async () => {
    const id = await waiting()
    return { method: 'POST', path: `/v1/posts/${id}/return`, id, body: { comment: 'no' } }
  }
  testRefusals(() => house, 'publish', request)
  testStrangers(() => house, request)

  test('not an author', async () => {
    const id = await waiting()
    const answer = await author.request('POST', `/v1/posts/${id}/return`, { body: { comment: 'no' } })
    expect(answer).toMatchObject({ status: 403, json: { code: 'scope_missing' } })
  })
})

test('the post is a draft again, with the comment and its time', async () => {
  const id = await waiting()
  const { scheduled_at: time } = (await author.request('GET', `/v1/posts/${id}`)).json
  const { json } = await giveBack(id)
  expect(json).toMatchObject({
    status: 'draft',
    is_draft: true,
    scheduled_at: time,
    approval: { state: 'returned', comment: 'The price is missing.', version: 1 },
  })
  expect(await targetsOf(house, id)).toEqual([])
  expect(await eventsOf(house, id)).toEqual(['post.created', 'post.submitted', 'post.returned'])
  expect((await author.request('GET', `/v1/posts/${id}`)).json).toEqual(json)
})

test('the comment stays while the author edits, and ends when they ask again', async () => {
  const id = await waiting()
  await giveBack(id)
  const edited = await author.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'now with a price' } })
  expect(edited.json).toMatchObject({ status: 'draft', approval: { state: 'returned' } })
  const again = await author.request('PATCH', `/v1/posts/${id}`, { body: { is_draft: false } })
  expect(again.json).toMatchObject({
    status: 'held',
    approval: { state: 'waiting', comment: null, version: 4 },
  })
})

test('a post that was canceled on one account can be returned', async () => {
  const id = await waiting()
  await author.request('POST', `/v1/post-results/${await resultOf(house, id, flour)}/cancel`)
  expect((await giveBack(id)).json.status).toBe('draft')
})

test('409: what does not wait is not returned', async () => {
  const body = { caption: 'words', social_accounts: [harbour], scheduled_at: inHours(24) }
  const plain = (await house.request('POST', '/v1/posts', { body })).json.id
  const returned = await waiting()
  await giveBack(returned)
  const approved = await waiting()
  await house.request('POST', `/v1/posts/${approved}/approve`, { body: { version: 1 } })
  for (const id of [plain, returned, approved])
    expect(await giveBack(id)).toMatchObject({ status: 409, json: { code: 'not_waiting' } })
  expect((await targetsOf(house, approved)).map(({ state }) => state)).toEqual(['scheduled', 'scheduled'])
})

test('409: not a version that changed since it was looked at', async () => {
  const id = await waiting()
  await author.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'other words' } })
  expect(await giveBack(id, { comment: 'no', version: 1 })).toMatchObject({
    status: 409,
    json: { code: 'version_changed', version: 2 },
  })
})

test('409: not what may be public', async () => {
  const id = await waiting()
  await setState(house, id, 'needs_review', flour)
  expect(await giveBack(id)).toMatchObject({ status: 409, json: { code: 'needs_review' } })
})

test('412: not if it changed since it was read', async () => {
  const id = await waiting()
  expect(await giveBack(id, { comment: 'no' }, { 'if-match': '"old"' })).toMatchObject({ status: 412 })
})

test('422: says what should change', async () => {
  const id = await waiting()
  for (const body of [{}, { comment: '' }, { comment: '  ' }, { comment: null }])
    expect((await giveBack(id, body)).status).toBe(422)
  expect((await author.request('GET', `/v1/posts/${id}`)).json.status).toBe('held')
})
