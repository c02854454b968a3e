import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepConnectAttempts } from '../../src/connections/sweep-connect-attempts.ts'
import { sql } from '../../src/db/database.ts'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { beginSignIn, signIn } from '../sign-in.ts'
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

test('lives for twenty minutes at most: ten until its person is back, and ten to choose', async () => {
  const { id, url } = await beginSignIn(house)
  const lifeOf = async () => {
    const { json } = await get(id)
    return (Date.parse(json.expires_at) - Date.parse(json.created_at)) / 60_000
  }
  expect(await lifeOf()).toBeCloseTo(10)
  await house.db.run(sql`
    update connect_attempts set created_at = created_at - interval '9 minutes',
      expires_at = expires_at - interval '9 minutes' where id = ${id}`)
  const browser = startBrowser()
  await signIn(browser, url, { names: ['One', 'Two'] })
  const life = await lifeOf()
  expect(life).toBeCloseTo(19, 0)
  await browser.open(url)
  expect(await lifeOf()).toBe(life)
})

test('has an id that no other attempt has, in any workspace', async () => {
  const { id } = await beginSignIn(house)
  const { workspaceId } = await house.other()
  const copy = house.db.run(sql`
    insert into connect_attempts (workspace_id, id, mode, platform, way, actor_kind, actor_id, status)
    select ${workspaceId}, id, mode, platform, way, actor_kind, actor_id, status from connect_attempts where id = ${id}`)
  await expect(copy).rejects.toThrow('connect_attempts_id')
})

const admissible = async () => {
  const { id } = await beginSignIn(house)
  return { id, method: 'GET', path: `/v1/social-accounts/connect/${id}` }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
