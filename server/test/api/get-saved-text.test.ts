import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const make = async () =>
  (await house.request('POST', '/v1/saved-texts', { body: { name: newId(), text: '#bread' } })).json

test('answers it to everyone who may read', async () => {
  const made = await make()
  const { key } = await house.key({ scopes: ['read'] })
  expect((await house.request('GET', `/v1/saved-texts/${made.id}`, { key })).json).toEqual(made)
})

describe('who may', () => {
  const request = async () => {
    const { id } = await make()
    return { method: 'GET', path: `/v1/saved-texts/${id}`, id }
  }
  testRefusals(() => house, 'read', request)
  testStrangers(() => house, request)
})
