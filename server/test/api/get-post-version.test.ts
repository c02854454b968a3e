import { afterAll, beforeAll, expect, test } from 'vitest'
import { inHours } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

async function changedPost(body: object = {}): Promise<string> {
  const all = { caption: 'one', social_accounts: [harbour], scheduled_at: inHours(1), ...body }
  const { id } = (await house.request('POST', '/v1/posts', { body: all })).json
  await house.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'two', media: [], metadata: {} } })
  return id
}
const get = (id: string, version: number | string) =>
  house.request('GET', `/v1/posts/${id}/versions/${version}`)

test('answers the content that a change took away, and brings it back', async () => {
  const picture = await seedMedia(house)
  const media = [{ media_id: picture.path, alt_text: 'Bread', focus: null }]
  const id = await changedPost({ media, metadata: { from: 'till' } })
  const { json } = await get(id, 1)
  expect(json).toMatchObject({
    version: 1,
    text: 'one',
    changed: ['caption', 'media', 'metadata'],
    by: { kind: 'key' },
    content: { caption: 'one', media, metadata: { from: 'till' }, social_accounts: [harbour] },
  })
  const back = await house.request('PATCH', `/v1/posts/${id}`, { body: json.content })
  expect(back).toMatchObject({ status: 200, json: { caption: 'one', media_ids: [picture.path] } })
  expect((await get(id, 2)).json.content).toMatchObject({ caption: 'two', media: [] })
})

test('404: there is no version that never was, and none of a deleted post', async () => {
  const id = await changedPost()
  for (const version of [2, 99, 999_999_999]) expect((await get(id, version)).status).toBe(404)
  await house.request('DELETE', `/v1/posts/${id}`)
  expect((await get(id, 1)).status).toBe(404)
})

test.each(['0', '-1', 'one', '1.5', '9999999999'])(
  'refuses %s, which is no number of a version',
  async (version) => {
    expect([404, 422]).toContain((await get(await changedPost(), version)).status)
  },
)

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: `/v1/posts/${await changedPost()}/versions/1` }),
)

testStrangers(
  () => house,
  async () => {
    const id = await changedPost()
    return { id, method: 'GET', path: `/v1/posts/${id}/versions/1` }
  },
)
