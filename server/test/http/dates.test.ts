import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'

let house: House
let accountId: string
let draftId: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  accountId = await house.connect('sandbox', { name: 'Harbour' })
  draftId = (await create({})).json.id
})
afterAll(() => house.stop())

const create = (more: object) =>
  house.request('POST', '/v1/posts', {
    body: { caption: 'A draft', social_accounts: [accountId], is_draft: true, ...more },
  })
const change = (body: object) => house.request('PATCH', `/v1/posts/${draftId}`, { body })
const pointers = (errors: { pointer: string }[]) => errors.map(({ pointer }) => pointer)

const beyond = [
  '9999-12-31T24:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '9999-12-31T23:59:59.9999Z',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '0001-01-01T00:00:00+00:01',
]

describe.each(beyond)('%s, in UTC not of the years 1 to 9999,', (time) => {
  it('is 422 with its place in a draft, wherever it stands, with and without an Idempotency-Key', async () => {
    const at = { scheduled_at: time }
    const places: [string, object][] = [
      ['/scheduled_at', at],
      ['/platform_configurations/sandbox/scheduled_at', { platform_configurations: { sandbox: at } }],
      [
        '/account_configurations/0/scheduled_at',
        { account_configurations: [{ account_id: accountId, ...at }] },
      ],
    ]
    for (const [pointer, more] of places) {
      const named = house.request('POST', '/v1/posts', {
        body: { social_accounts: [accountId], is_draft: true, ...more },
        headers: { 'idempotency-key': `${time}${pointer}` },
      })
      for (const { status, json } of [await create(more), await change(more), await named])
        expect([status, pointers(json.errors)]).toEqual([422, [pointer]])
    }
  })

  it('is 422 with its name in a filter and on the test clock', async () => {
    if (time.includes('.9999')) return
    for (const path of ['/v1/posts', '/v1/media', '/v1/usage']) {
      const { status, json } = await house.request('GET', `${path}?to=${encodeURIComponent(time)}`)
      expect([path, status, pointers(json.errors)]).toEqual([path, 422, ['?to']])
    }
    const clock = await house.request('POST', '/v1/test-clock', { key: house.testKey, body: { now: time } })
    expect([clock.status, pointers(clock.json.errors)]).toEqual([422, ['/now']])
  })
})

it('finds nothing and breaks nothing before a day that no calendar of ours has, and up to the last one', async () => {
  expect((await house.request('GET', '/v1/posts?from=0000-01-01')).status).toBe(422)
  const { status, json } = await house.request('GET', '/v1/posts?from=0001-01-01&to=9999-12-31')
  expect([status, json.data.length > 0]).toEqual([200, true])
})

it.each([
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['2030-10-13T24:00:00+02:00', '2030-10-13T22:00:00.000Z'],
  ['2030-10-13T09:00:00.123456Z', '2030-10-13T09:00:00.124Z'],
  ['2030-10-13T09:00:00.9999Z', '2030-10-13T09:00:01.000Z'],
])('reads back %s as %s wherever the draft is shown, which is never before the time', async (time, shown) => {
  const made = await create({ scheduled_at: time })
  const changed = await change({ scheduled_at: time })
  for (const { json } of [made, changed]) {
    expect(json.scheduled_at).toBe(shown)
    expect((await house.request('GET', `/v1/posts/${json.id}`)).json.scheduled_at).toBe(shown)
  }
  for (const expand of ['', '?expand=results']) {
    const { json } = await house.request('GET', `/v1/posts${expand}`)
    expect(json.data.find(({ id }: { id: string }) => id === made.json.id).scheduled_at).toBe(shown)
  }
})
