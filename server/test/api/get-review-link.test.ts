import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { makeReviewLink, reviewLinksPath } from '../review-link.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

test('answers a link without its secret', async () => {
  const { url, token: _, ...link } = await makeReviewLink(house, { filter: { tags: ['spring'] } })
  const { status, json } = await house.request('GET', `${reviewLinksPath}/${link.id}`)
  expect([status, json]).toEqual([200, link])
  expect(url).toContain('#crier_review_')
})

const onOne = async () => {
  const { id } = await makeReviewLink(house, { filter: {} })
  return { id, method: 'GET', path: `${reviewLinksPath}/${id}` }
}
testStrangers(() => house, onOne)
testRefusals(() => house, 'read', onOne)
