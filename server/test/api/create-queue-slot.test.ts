import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

const create = (body: object, key = house.liveKey) => house.request('POST', '/v1/queue-slots', { body, key })

test('answers the slot as it will be used', async () => {
  const { status, json } = await create({ weekdays: ['fri', 'mon'], time: '09:30' })
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.any(String),
    weekdays: ['mon', 'fri'],
    time: '09:30',
    timezone: null,
    social_account_id: null,
    jitter_minutes: 0,
    enabled: true,
    created_at: expect.any(String),
    updated_at: json.created_at,
  })
})

test('keeps what it is told, and writes the zone as the IANA database does', async () => {
  const body = {
    weekdays: ['sun'],
    time: '23:59',
    timezone: 'america/new_york',
    social_account_id: harbour.toUpperCase(),
    jitter_minutes: 60,
    enabled: false,
  }
  expect((await create(body)).json).toMatchObject({
    ...body,
    timezone: 'America/New_York',
    social_account_id: harbour,
  })
})

describe('422', () => {
  test.each([
    ['no weekdays', { weekdays: [] }, '/weekdays'],
    ['a day twice', { weekdays: ['mon', 'mon'] }, '/weekdays'],
    ['a day that is none', { weekdays: ['someday'] }, '/weekdays/0'],
    ['an hour that is none', { time: '24:00' }, '/time'],
    ['an hour with one digit', { time: '9:00' }, '/time'],
    ['a number', { time: 900 }, '/time'],
    ['an offset in place of a zone', { timezone: '+02:00' }, '/timezone'],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, '/timezone'],
    ['more jitter than an hour', { jitter_minutes: 61 }, '/jitter_minutes'],
    ['an account that is none', { social_account_id: newId() }, '/social_account_id'],
    ['an unknown field', { colour: 'red' }, '/colour'],
  ])('%s', async (_what, more, pointer) => {
    const { status, json } = await create({ weekdays: ['mon'], time: '09:00', ...more })
    expect([status, json.errors?.[0]?.pointer]).toEqual([422, pointer])
  })

  test('the account of a stranger and of the other mode is as little there as any', async () => {
    const other = await house.other()
    const foreign = await house.connectIn(other, 'sandbox', { name: 'theirs' }, 'live')
    const testing = await house.connect('sandbox', { name: 'harbour' }, 'test')
    for (const account of [foreign, testing]) {
      const { status, json } = await create({ weekdays: ['mon'], time: '09:00', social_account_id: account })
      expect([status, json.code]).toEqual([422, 'account_not_found'])
    }
  })
})

test('409: the queue has at most 200 slots in each mode', async () => {
  const { workspaceId, liveKey, testKey } = await house.newTenant()
  await house.db.run(sql`
    insert into queue_slots (workspace_id, id, mode, weekdays, minute)
    select ${workspaceId}, gen_random_uuid(), 'live', '{1}', n from generate_series(1, 199) n`)
  const body = { weekdays: ['mon'], time: '09:00' }
  const answers = await Promise.all([create(body, liveKey), create(body, liveKey)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await create(body, liveKey)).toMatchObject({ status: 409, json: { code: 'too_many_slots' } })
  expect((await create(body, testKey)).status).toBe(200)
})

testRefusals(
  () => house,
  'publish',
  async () => ({ method: 'POST', path: '/v1/queue-slots', body: { weekdays: ['mon'], time: '09:00' } }),
)
