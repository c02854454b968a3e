import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { countAll, seedResult } from '../analytics/published.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let id = ''
let failed = ''
beforeAll(async () => {
  house = await startHouse({ worker: false })
  const account = await house.connect('sandbox', { name: 'harbour' })
  await countAll(house)
  id = await seedResult(house, { accountId: account })
  failed = await seedResult(house, { accountId: account, state: 'failed' })
  await countAll(house)
})
afterAll(() => house.stop())

const get = (of = id) => house.request('GET', `/v1/analytics/${of}`)

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: `/v1/analytics/${id}` }),
)
testStrangers(
  () => house,
  async () => ({ id, method: 'GET', path: `/v1/analytics/${id}` }),
)

test('answers the post as the list does, with its first picture', async () => {
  const picture = await seedMedia(house)
  await house.db.run(sql`
    update posts set media = jsonb_build_array(jsonb_build_object('id', ${picture.id}::text))
    where id = (select post_id from targets where id = ${id})`)
  const { json } = await get()
  expect(json).toEqual((await house.request('GET', '/v1/analytics')).json.data[0])
  expect(json.cover_image_url).toBe(picture.url)
})

test('404: a failed result reached nobody', async () => {
  expect(await get(failed)).toMatchObject({ status: 404, json: { code: 'not_found' } })
})

test('says that the id at the network is not known, where a person only said that the post is public', async () => {
  await house.db.run(sql`
    update targets set remote_id = remote_url, remote_reference = 'null' where id = ${id}`)
  expect((await get()).json).toMatchObject({
    unavailable_reason: 'The id that Sandbox gave this post is not known.',
    match_confidence: null,
  })
})
