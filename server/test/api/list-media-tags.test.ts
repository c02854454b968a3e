import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { createUpload } from '../uploads.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const list = async (key = house.liveKey) => (await house.request('GET', '/v1/media/tags', { key })).json

test('lists the tags of this workspace and mode, the most used first', async () => {
  expect(await list()).toEqual({ data: [] })
  const tag = async (tags: string[], key = house.liveKey) => {
    const { id } = await createUpload(house, Buffer.alloc(1), 'image/png', { key })
    await house.request('PATCH', `/v1/media/${id}`, { key, body: { tags } })
  }
  await tag(['summer', 'boats'])
  await tag(['summer'])
  await tag([])
  await tag(['pretend'], house.testKey)
  expect(await list()).toEqual({
    data: [
      { tag: 'summer', media: 2 },
      { tag: 'boats', media: 1 },
    ],
  })
  expect(await list(house.testKey)).toEqual({ data: [{ tag: 'pretend', media: 1 }] })
  expect(await list((await house.other()).liveKey)).toEqual({ data: [] })
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/media/tags' }),
)
