import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let id: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  id = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

const get = (headers: Record<string, string> = {}) =>
  house.request('GET', `/v1/social-accounts/${id}/avatar`, { headers })

test('answers the picture that is at its public URL, to be kept by its reader alone', async () => {
  const answer = await get()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
  const { avatar_url } = (await house.request('GET', `/v1/social-accounts/${id}`)).json
  expect((await fetch(avatar_url)).headers.get('etag')).toBe(answer.headers.get('etag'))
  expect((await get({ 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
})

test('404: says that the network has none', async () => {
  const bare = await house.connect('sandbox', { name: 'Bare' })
  await house.db.run(sql`update social_accounts set avatar_url = null where id = ${bare}`)
  const answer = await house.request('GET', `/v1/social-accounts/${bare}/avatar`)
  expect([answer.status, answer.json.code]).toEqual([404, 'no_avatar'])
})

const admissible = async () => ({ id, method: 'GET', path: `/v1/social-accounts/${id}/avatar` })
testRefusals(() => house, 'read', admissible)
testStrangers(() => house, admissible)
