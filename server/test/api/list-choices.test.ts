import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connector, Failure } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { connectByHandle } from '../attacks/hostile-network.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

// A network whose list of boards says what it should not, or nothing at all.
const hostile: Connector = {
  ...sandbox,
  platform: 'hostile',
  name: 'Hostile',
  connect: [connectByHandle('http://hostile.example/')],
  powers: [
    {
      power: 'choices',
      options: ['board'],
      list: async ({ query }) => {
        if (query === 'down') throw new Failure('unavailable', 'No answer came.')
        if (query === 'busy') throw new Failure('rate_limited', 'Later.', { retryAfterMs: 90_000 })
        if (query === 'closed') throw new Failure('forbidden', 'This account has no boards.')
        return [
          { value: '', label: 'No value', detail: null },
          { value: 'a\u0000b', label: 'Cannot be stored', detail: null },
          { value: '7', label: '\u001b[31mRed\r\n', detail: '' },
          ...Array.from({ length: 500 }, (_, index) => ({ value: `v${index}`, label: '', detail: null })),
        ]
      },
    },
  ],
}

let house: House
let id: string
beforeAll(async () => {
  house = await startHouse({ connectors: [...connectors, hostile] })
  id = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

const list = (option: string, query = '', accountId = id) =>
  house.request(
    'GET',
    `/v1/social-accounts/${accountId}/choices/${option}?query=${encodeURIComponent(query)}`,
  )

test('answers what the network offers, found by words, and a post goes where one was chosen', async () => {
  expect((await list('channel')).json.data).toContainEqual({
    value: 'pictures',
    label: 'Pictures',
    detail: 'Photographs and drawings.',
  })
  const found = await list('channel', 'TEAM 4')
  expect(found.json.data.map(({ value }: { value: string }) => value)).toEqual(['team-4', 'team-40'])
  const body = {
    caption: 'To one team',
    social_accounts: [id],
    platform_configurations: { sandbox: { channel: 'team-4' } },
  }
  expect((await house.request('POST', '/v1/posts', { body })).status).toBe(200)
  await expect
    .poll(
      () =>
        house.db.row(
          sql`select options->>'channel' as channel from sandbox_posts where text = 'To one team'`,
        ),
      { timeout: 10_000 },
    )
    .toEqual({ channel: 'team-4' })
})

test('shows nothing of a list that could not be sent or shown again, and no more than 200', async () => {
  const account = await house.connect('hostile', { handle: 'boards' })
  const { data } = (await list('board', '', account)).json
  expect(data[0]).toEqual({ value: '7', label: 'Red', detail: null })
  expect(data[1]).toEqual({ value: 'v0', label: 'v0', detail: null })
  expect(data).toHaveLength(200)
})

test.each([
  ['down', 503, 'network_unavailable', '5'],
  ['busy', 503, 'network_unavailable', '90'],
  ['closed', 409, 'refused_by_network', null],
])('says what went wrong where the network is %s', async (query, status, code, after) => {
  const account = await house.connect('hostile', { handle: 'boards' })
  const answer = await list('board', query, account)
  expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code })
  expect(answer.headers.get('retry-after')).toBe(after)
})

test('is 404 for an option without such values, and for a network without any', async () => {
  for (const option of ['language', 'nothing', '__proto__']) {
    expect((await list(option)).json).toMatchObject({ status: 404, code: 'not_found' })
  }
})

test('marks an account whose access has ended, and says so', async () => {
  const lost = await house.connect('sandbox', { name: 'Lost' })
  await house.db.run(sql`
    delete from sandbox_tokens where profile_id = (select external_id::uuid from social_accounts where id = ${lost})`)
  expect((await list('channel', '', lost)).json).toMatchObject({
    status: 409,
    code: 'account_needs_reconnect',
  })
  expect((await house.request('GET', `/v1/social-accounts/${lost}`)).json.status).toBe('needs_reconnect')
})

const admissible = async () => {
  return { id, method: 'GET', path: `/v1/social-accounts/${id}/choices/channel` }
}
testRefusals(() => house, 'read', admissible)
testStrangers(() => house, admissible)
