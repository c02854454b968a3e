import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { expectAdded, type FeedHouse, numbered, startFeedHouse } from '../feeds/feed-house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let at: FeedHouse
let url: string
beforeAll(async () => {
  at = await startFeedHouse()
  url = at.publish('/feed.xml', numbered(3))
})
afterAll(() => at.stop())

const rest = () => at.house.db.run(sql`update feeds set looked_at = looked_at - interval '1 minute'`)
const look = (id: string) => at.house.request('POST', `/v1/feeds/${id}/look`)

test('finds what is new, and posts follow', async () => {
  const id = await expectAdded(at.add({ url }))
  await rest()
  at.publish('/feed.xml', numbered(4))
  const { status, json } = await look(id)
  expect([status, json.last_item]).toEqual([
    200,
    expect.objectContaining({ title: 'Item 4', outcome: 'due' }),
  ])
  await at.look()
  expect((await at.outcomes(id))[0]).toEqual(['Item 4', 'posted'])
})

test('answers what is wrong with the feed', async () => {
  const id = await expectAdded(at.add({ url }))
  await rest()
  at.site.put('/feed.xml', { status: 500, body: '' })
  expect((await look(id)).json.problem.code).toBe('feed_refused')
  at.publish('/feed.xml', numbered(4))
})

test('409: asks no server twice within ten seconds, and looks at no feed that is paused', async () => {
  const id = await expectAdded(at.add({ url }))
  const soon = await look(id)
  expect(soon.json).toMatchObject({ status: 409, code: 'looked_just_now' })
  expect(soon.headers.get('retry-after')).toBe('10')
  await at.house.request('PATCH', `/v1/feeds/${id}`, { body: { status: 'paused' } })
  expect((await look(id)).json).toMatchObject({ status: 409, code: 'feed_not_active' })
})

const request = async () => {
  const id = await expectAdded(at.add({ url }))
  await rest()
  return { id, method: 'POST', path: `/v1/feeds/${id}/look` }
}
testRefusals(() => at.house, 'write', request)
testStrangers(() => at.house, request)
