import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepConnectAttempts } from '../../src/connections/sweep-connect-attempts.ts'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { beginSignIn } from '../sign-in.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const get = (id: string) => house.request('GET', `/v1/social-accounts/connect/${id}`)
const age = (id: string, by: string) =>
  house.db.run(
    sql`update connect_attempts set expires_at = clock_timestamp() - ${by}::interval where id = ${id}`,
  )

test('answers what beginning it answered', async () => {
  const begun = await beginSignIn(house)
  const { status, json } = await get(begun.id)
  expect([status, json]).toEqual([200, begun])
})

test('is expired after its time, forgets its secrets, and is gone a day later', async () => {
  const { id } = await beginSignIn(house)
  await age(id, '1 second')
  expect((await get(id)).json).toMatchObject({ status: 'expired', url: null })
  await sweepConnectAttempts(house.context)
  expect(await house.db.row(sql`select keep, candidates from connect_attempts where id = ${id}`)).toEqual({
    keep: null,
    candidates: null,
  })
  expect((await get(id)).json.status).toBe('expired')
  await age(id, '25 hours')
  expect(await sweepConnectAttempts(house.context)).toBe(1)
  expect((await get(id)).status).toBe(404)
})

const admissible = async () => {
  const { id } = await beginSignIn(house)
  return { id, method: 'GET', path: `/v1/social-accounts/connect/${id}` }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
