// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse, type Tenant } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const dayMs = 86_400_000

/** A workspace in Berlin with an account in test mode. */
async function newcomer() {
  const tenant: Tenant = await house.newTenant()
  await house.db.run(sql`update workspaces set timezone = 'Europe/Berlin' where id = ${tenant.workspaceId}`)
  const harbour = await house.connectIn(tenant, 'sandbox', { name: 'harbour' }, 'test')
  const ask = async (method: string, path: string, body?: unknown) =>
    house.request(method, path, { key: tenant.testKey, ...(body === undefined ? {} : { body }) })
  return {
    ...tenant,
    harbour,
    ask,
    slot: async (more: object = {}) =>
      (await ask('POST', '/v1/queue-slots', { weekdays: everyDay, time: '09:00', ...more })).json.id,
    queue: async (accounts: string[]) =>
      (await ask('POST', '/v1/posts', { caption: 'words', social_accounts: accounts, use_queue: true })).json,
    next: async (query = '') => (await ask('GET', `/v1/queue-slots/next${query}`)).json,
  }
}

test('answers the next slots in their order, by the clock of their zone', async () => {
  const who = await newcomer()
  expect(await who.next()).toEqual({ data: [], paused: false })
  const [berlin, tokyo] = [await who.slot(), await who.slot({ timezone: 'Asia/Tokyo', time: '21:30' })]
  const { data } = await who.next('?limit=6')
  expect(data).toHaveLength(6)
  const times = data.map(({ scheduled_at }: { scheduled_at: string }) => scheduled_at)
  expect(times).toEqual(times.toSorted())
  for (const { slot_id, local_time, timezone, scheduled_at, slot_at } of data) {
    expect(slot_at).toBe(scheduled_at)
    expect([slot_id, local_time.slice(11), timezone]).toEqual(
      slot_id === berlin ? [berlin, '09:00', 'Europe/Berlin'] : [tokyo, '21:30', 'Asia/Tokyo'],
    )
  }
  expect((await who.next()).data).toHaveLength(10)
})

test('leaves out what is taken, for the accounts that ask', async () => {
  const who = await newcomer()
  const flour = await house.connectIn(who, 'sandbox', { name: 'flour' }, 'test')
  await who.slot()
  const [first, second] = (await who.next()).data
  const post = await who.queue([who.harbour])
  expect(post.scheduled_at).toBe(first.scheduled_at)
  expect((await who.next('?limit=1')).data).toEqual([second])
  expect((await who.next(`?limit=1&social_account_id=${who.harbour}`)).data).toEqual([second])
  expect((await who.next(`?limit=1&social_account_id=${flour}`)).data).toEqual([first])
  expect(
    (await who.next(`?limit=1&social_account_id=${flour}&social_account_id=${who.harbour}`)).data,
  ).toEqual([second])
})

test('answers the slots of a span, such as a month of the calendar', async () => {
  const who = await newcomer()
  await who.slot()
  const { data } = await who.next('?limit=1000')
  // A change of clocks takes an hour from a day or gives it one.
  expect([90, 91]).toContain(data.length)
  const [from, to] = [data[3].scheduled_at, data[5].scheduled_at]
  expect((await who.next(`?from=${from}&to=${to}`)).data).toEqual(data.slice(3, 6))
  expect((await who.next(`?to=${data[1].scheduled_at}`)).data).toEqual(data.slice(0, 2))
  const past = new Date(Date.now() - 3 * dayMs).toISOString()
  expect((await who.next(`?from=${past}&to=${data[0].scheduled_at}`)).data).toEqual(data.slice(0, 1))
  expect((await who.next(`?from=${to}&to=${from}`)).data).toEqual([])
})

test('goes by the test clock', async () => {
  const who = await newcomer()
  await who.slot()
  const { data } = await who.next()
  await who.ask('POST', '/v1/test-clock', { now: data[4].scheduled_at })
  expect((await who.next('?limit=1')).data).toEqual([data[5]])
})

test('reads slots without a zone of their own in the zone that is asked for', async () => {
  const who = await newcomer()
  await who.slot()
  const { data } = await who.next('?limit=3&timezone=america/new_york')
  for (const { local_time, timezone, scheduled_at } of data) {
    expect([local_time.slice(11), timezone]).toEqual(['09:00', 'America/New_York'])
    expect(scheduled_at.slice(11, 16)).toMatch(/^1[34]:00$/)
  }
})

test('has none while the queue is paused, and none of an account that is', async () => {
  const who = await newcomer()
  await who.slot()
  const own = await who.slot({ social_account_id: who.harbour, time: '10:00' })
  await who.ask('PATCH', '/v1/queue', { paused: true, social_account_id: who.harbour })
  const { data, paused } = await who.next()
  expect(paused).toBe(false)
  expect(data.map(({ slot_id }: { slot_id: string }) => slot_id)).not.toContain(own)
  expect(await who.next(`?social_account_id=${who.harbour}`)).toEqual({ data: [], paused: true })
  await who.ask('PATCH', '/v1/queue', { paused: true })
  expect(await who.next()).toEqual({ data: [], paused: true })
})

test('422: a zone that is none, a time that is none, a span that is too long', async () => {
  const who = await newcomer()
  const wrong = async (query: string) => {
    const { status, json } = await who.ask('GET', `/v1/queue-slots/next${query}`)
    return [status, json.errors[0].pointer, json.code]
  }
  expect(await wrong('?timezone=Nowhere')).toEqual([422, '?timezone', 'timezone_unknown'])
  expect(await wrong('?from=someday')).toEqual([422, '?from', 'wrong_format'])
  const far = new Date(Date.now() + 367 * dayMs).toISOString()
  expect(await wrong(`?to=${far}`)).toEqual([422, '?to', 'span_too_long'])
  expect(await wrong(`?from=${far}`)).toEqual([422, '?to', 'span_too_long'])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/queue-slots/next' }),
)
