import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { State } from '../../src/targets/states.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

async function resultIn(state: State): Promise<string> {
  const body = { caption: 'words', social_accounts: [harbour] }
  const { json } = await house.request('POST', '/v1/posts', { body })
  await setState(house, json.id, state)
  const results = await house.request('GET', `/v1/post-results?status=any&post_id=${json.id}`)
  return results.json.data[0].id
}
const retry = (id: string, send = {}) => house.request('POST', `/v1/post-results/${id}/retry`, send)

describe('who may', () => {
  const request = async () => {
    const id = await resultIn('failed')
    return { method: 'POST', path: `/v1/post-results/${id}/retry`, id }
  }
  testRefusals(() => house, 'publish', request)
  testStrangers(() => house, request)
})

test('sends again what failed', async () => {
  const id = await resultIn('failed')
  const { status, json } = await retry(id)
  expect(status).toBe(200)
  expect(json).toMatchObject({ id, status: 'pending', error: null })
  expect((await house.request('GET', `/v1/posts/${json.post_id}`)).json.status).toBe('processing')
})

test.each<State>(['scheduled', 'committing', 'held', 'published', 'canceled', 'needs_review'])(
  '409: not what is %s',
  async (state) => {
    expect(await retry(await resultIn(state))).toMatchObject({ status: 409, json: { code: 'not_failed' } })
  },
)

test('409: not twice at once', async () => {
  const id = await resultIn('failed')
  const answers = await Promise.all([retry(id), retry(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('422: takes no body', async () => {
  expect((await retry(await resultIn('failed'), { body: { force: true } })).status).toBe(422)
})
