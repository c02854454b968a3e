import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { makeRecurrence } from './one-recurrence.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

const change = (id: string, body: object) => house.request('PATCH', `/v1/recurrences/${id}`, { body })

test('changes what is named, and keeps the rest', async () => {
  const made = await makeRecurrence(house, harbour, { tags: ['bread'], ends_after: 7 })
  const { status, json } = await change(made.id, {
    body: 'other words',
    variations: [{ caption: 'a' }, {}],
    rule: { unit: 'day', every: 2, times: ['12:00'] },
    timezone: 'Asia/Tokyo',
    ends_after: null,
  })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    ...{ id: made.id, status: 'active', caption: 'other words', tags: ['bread'] },
    ...{ social_accounts: [harbour], variations: [{ caption: 'a' }, {}] },
    ...{ rule: { unit: 'day', every: 2, times: ['12:00'] }, timezone: 'Asia/Tokyo', ends_after: null },
    ...{ starts_on: made.starts_on, created_at: made.created_at },
  })
  const { data } = (
    await house.request('GET', `/v1/posts?recurrence_id=${made.id}&order=scheduled_at&limit=2`)
  ).json
  expect(data.map(({ caption }: { caption: string }) => caption)).toEqual(['a', 'other words'])
  expect(Date.parse(json.updated_at)).toBeGreaterThan(Date.parse(made.updated_at))
})

test('pauses whatever is wrong, and goes on', async () => {
  const account = await house.connect('sandbox', { name: 'gone' })
  const made = await makeRecurrence(house, account, { rule: { unit: 'day', times: ['09:00'] } })
  await house.request('DELETE', `/v1/social-accounts/${account}`)
  const paused = (await change(made.id, { status: 'paused' })).json
  expect(paused).toMatchObject({ status: 'paused', planned: 0, next_times: [], posts: { removed: 30 } })
  expect((await change(made.id, { status: 'active' })).json.errors).toMatchObject([
    { pointer: '/social_accounts/0', code: 'account_not_found' },
  ])
  expect((await change(made.id, { status: 'active', social_accounts: [harbour] })).json).toMatchObject({
    status: 'active',
    posts: { added: 30 },
  })
})

describe('422', () => {
  test.each([
    ['a state that is none', { status: 'ended' }, '/status'],
    ['no accounts', { social_accounts: [] }, '/social_accounts'],
    ['an end that has passed', { starts_on: '2020-01-01', ends_on: '2020-02-02' }, '/ends_on'],
    ['a rule without days', { rule: { unit: 'month', times: ['09:00'] } }, '/rule/days'],
    ['two captions', { caption: 'one', body: 'two' }, '/body'],
    ['words that are too long', { caption: 'x'.repeat(10_000) }, '/caption'],
    ['an unknown field', { colour: 'red' }, '/colour'],
  ])('%s', async (_what, body, pointer) => {
    const made = await makeRecurrence(house, harbour)
    const { status, json } = await change(made.id, body)
    expect([status, json.errors?.[0]?.pointer]).toEqual([422, pointer])
    expect((await house.request('GET', `/v1/recurrences/${made.id}`)).json).toEqual(made)
  })
})

const request = async () => {
  const { id } = await makeRecurrence(house, harbour)
  return { method: 'PATCH', path: `/v1/recurrences/${id}`, body: { caption: 'x' }, id }
}
testRefusals(() => house, 'write', request)
testStrangers(() => house, request)
