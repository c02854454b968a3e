import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepConnectLinks } from '../../src/connections/links/sweep-connect-links.ts'
import { sql } from '../../src/db/database.ts'
import { linksPath, makeLink } from '../connect-link.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const get = (id: string) => house.request('GET', `${linksPath}/${id}`)
const age = (id: string, by: string) =>
  house.db.run(
    sql`update connect_links set expires_at = clock_timestamp() - ${by}::interval where id = ${id}`,
  )

test('answers what making it answered', async () => {
  const link = await makeLink(house, { name: 'Harbour Agency' })
  const { status, json } = await get(link.id)
  expect([status, json]).toEqual([200, link])
})

test('is expired after its time, and gone a day later', async () => {
  const { id } = await makeLink(house)
  await age(id, '1 second')
  expect((await get(id)).json).toMatchObject({ status: 'expired', url: null })
  expect(await sweepConnectLinks(house.context)).toBe(0)
  await age(id, '25 hours')
  expect(await sweepConnectLinks(house.context)).toBe(1)
  expect((await get(id)).status).toBe(404)
})

const admissible = async () => {
  const { id } = await makeLink(house)
  return { id, method: 'GET', path: `${linksPath}/${id}` }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
