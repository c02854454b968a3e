import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleague } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { clientOf, makeReviewLink, reviewLinksPath } from '../review-link.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const pathOf = (id: string) => `${reviewLinksPath}/${id}`

test('revokes a link at once, which stays in the list', async () => {
  const { id, token } = await makeReviewLink(house, { filter: {} })
  const client = clientOf(house, token)
  expect((await client.read()).status).toBe(200)
  const { status, json } = await house.request('DELETE', pathOf(id))
  expect([status, json]).toEqual([200, { id, deleted: true, success: true }])
  expect((await client.read()).status).toBe(404)
  const { json: shown } = await house.request('GET', pathOf(id))
  expect(shown).toMatchObject({ status: 'revoked', decides: false, revoked_at: expect.any(String) })
  // Once more changes nothing.
  expect((await house.request('DELETE', pathOf(id))).status).toBe(200)
  expect((await house.request('GET', pathOf(id))).json.revoked_at).toBe(shown.revoked_at)
})

test('lets an author revoke only their own', async () => {
  const author = await colleague(house, 'author')
  const theirs = await makeReviewLink(house, { filter: {} })
  const own = await makeReviewLink(author, { filter: {}, may_decide: false })
  const refused = await author.request('DELETE', pathOf(theirs.id))
  expect(refused.json).toMatchObject({ status: 403, code: 'scope_missing' })
  expect((await author.request('DELETE', pathOf(own.id))).status).toBe(200)
})

const onOne = async () => {
  const { id } = await makeReviewLink(house, { filter: {} })
  return { id, method: 'DELETE', path: `${reviewLinksPath}/${id}` }
}
testStrangers(() => house, onOne)
testRefusals(() => house, 'write', onOne)
