import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
const made: string[] = []
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  for (const accounts of [[harbour], [flour], [harbour, flour]]) {
    const body = {
      caption: 'words',
      social_accounts: accounts,
      rule: { unit: 'month', days: [1], times: ['09:00'] },
    }
    made.push((await house.request('POST', '/v1/recurrences', { body })).json.id)
  }
})
afterAll(() => house.stop())

const list = async (query = '') => (await house.request('GET', `/v1/recurrences${query}`)).json
const idsIn = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test('newest first, page by page, each as it is shown alone', async () => {
  const all = await list()
  expect([idsIn(all), all.meta.total]).toEqual([made.toReversed(), 3])
  expect(all.data[0]).toEqual((await house.request('GET', `/v1/recurrences/${made[2]}`)).json)
  const first = await list('?limit=2&cursor=')
  const second = (await house.request('GET', first.meta.next)).json
  expect([...idsIn(first), ...idsIn(second)]).toEqual(made.toReversed())
  expect(idsIn(await list('?offset=2'))).toEqual([made[0]])
})

test('those on an account', async () => {
  expect(idsIn(await list(`?social_account_id=${flour}`))).toEqual([made[2], made[1]])
  expect(idsIn(await list(`?social_account_id=${flour}&social_account_id=${harbour}`))).toHaveLength(3)
})

test('none of the other mode and of others', async () => {
  for (const key of [house.testKey, (await house.other()).liveKey])
    expect((await house.request('GET', '/v1/recurrences', { key })).json.data).toEqual([])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: '/v1/recurrences' }),
)
