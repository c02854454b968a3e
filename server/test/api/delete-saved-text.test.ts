import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const make = async (name = newId()) =>
  (await house.request('POST', '/v1/saved-texts', { body: { name, text: '#bread' } })).json
const remove = (id: string) => house.request('DELETE', `/v1/saved-texts/${id}`)

test('forgets it, gives its name free, and says so in the audit log', async () => {
  const { id, name } = await make()
  expect(await remove(id)).toMatchObject({ status: 200, json: { id, deleted: true, success: true } })
  expect((await house.request('GET', `/v1/saved-texts/${id}`)).status).toBe(404)
  expect((await remove(id)).status).toBe(404)
  expect((await make(name)).name).toBe(name)
  const entries = await house.db.rows<{ action: string }>(sql`
    select action from audit_log where subject_id = ${id} order by created_at`)
  expect(entries.map(({ action }) => action)).toEqual(['saved_text.create', 'saved_text.delete'])
})

describe('who may', () => {
  const request = async () => {
    const { id } = await make()
    return { method: 'DELETE', path: `/v1/saved-texts/${id}`, id }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})
