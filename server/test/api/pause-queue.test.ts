import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

const pause = (body: object) => house.request('PATCH', '/v1/queue', { body })
const queue = (accounts: string[]) =>
  house.request('POST', '/v1/posts', {
    body: { caption: 'words', social_accounts: accounts, use_queue: true },
  })

test('posts keep their times, and new ones get no slots until it goes on', async () => {
  expect((await pause({ paused: true })).json).toEqual({
    timezone: 'UTC',
    paused: true,
    paused_accounts: [],
    message: 'Paused. New posts won’t get slots.',
  })
  await pause({ paused: false })
  await house.request('POST', '/v1/queue-slots', { body: { weekdays: ['mon', 'thu'], time: '09:00' } })
  const post = (await queue([harbour])).json
  expect((await pause({ paused: true })).json.message).toBe(
    'Paused. 1 post keeps its time; new ones won’t get slots.',
  )
  const refused = await queue([harbour])
  expect([refused.status, refused.json.code]).toEqual([422, 'queue_paused'])
  expect((await house.request('GET', `/v1/posts/${post.id}`)).json).toEqual(post)
  expect((await pause({ paused: true })).status).toBe(200)
  const { json } = await pause({ paused: false })
  expect([json.paused, json.message]).toEqual([false, 'Resumed. New posts get slots again.'])
  await queue([harbour])
  expect((await pause({ paused: true, social_account_id: null })).json.message).toBe(
    'Paused. 2 posts keep their times; new ones won’t get slots.',
  )
  await pause({ paused: false })
})

test('one account is paused by itself', async () => {
  const { json } = await pause({ paused: true, social_account_id: flour })
  expect(json).toMatchObject({
    paused: false,
    paused_accounts: [flour],
    message: 'Paused. New posts won’t get slots.',
  })
  const refused = await queue([harbour, flour])
  expect(refused.json.errors).toMatchObject([{ code: 'queue_paused', social_account_id: flour }])
  expect((await queue([harbour])).status).toBe(200)
  await pause({ paused: false, social_account_id: flour })
  expect((await queue([harbour, flour])).status).toBe(200)
})

test('422: an account that is not there, and a request that does not say what it wants', async () => {
  const { status, json } = await pause({ paused: true, social_account_id: newId() })
  expect([status, json.code]).toEqual([422, 'account_not_found'])
  expect((await pause({})).json.errors).toMatchObject([{ pointer: '/paused', code: 'required' }])
})

testRefusals(
  () => house,
  'publish',
  async () => ({ method: 'PATCH', path: '/v1/queue', body: { paused: false } }),
)
