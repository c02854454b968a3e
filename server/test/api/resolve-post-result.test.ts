// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

/** A result that asks a person. */
async function asking(): Promise<string> {
  const body = { caption: 'words', social_accounts: [harbour] }
  const { json } = await house.request('POST', '/v1/posts', { body })
  await setState(house, json.id, 'needs_review')
  const results = await house.request('GET', `/v1/post-results?status=any&post_id=${json.id}`)
  return results.json.data[0].id
}
const resolve = (id: string, body: unknown) =>
  house.request('POST', `/v1/post-results/${id}/resolve`, { body })

describe('who may', () => {
  const request = async () => {
    const id = await asking()
    return { method: 'POST', path: `/v1/post-results/${id}/resolve`, id, body: { outcome: 'discard' } }
  }
  testRefusals(() => house, 'publish', request)
  testStrangers(() => house, request)
})

test('published: it is live, where the person says', async () => {
  const id = await asking()
  const url = 'https://n.example/@harbour/1'
  const { status, json } = await resolve(id, { outcome: 'published', url })
  expect(status).toBe(200)
  expect(json).toMatchObject({ id, status: 'published', success: true, platform_data: { url }, review: null })
})

test('published: of several that were found, it is the one whose address the person names', async () => {
  const id = await asking()
  const [first, second] = ['https://n.example/1', 'https://n.example/2']
  await house.db.run(sql`
    update targets set review = review || ${JSON.stringify({
      reason: 'duplicate_seen',
      found: ['one', 'two'],
      found_urls: [first, second],
    })}::jsonb where id = ${id}`)
  const { json } = await resolve(id, { outcome: 'published', url: second })
  expect(json.platform_data).toMatchObject({ id: 'two', url: second })
})

test('not published: it is sent now', async () => {
  expect((await resolve(await asking(), { outcome: 'not_published' })).json).toMatchObject({
    status: 'pending',
  })
})

test('discard: it is left, and says so', async () => {
  const { json } = await resolve(await asking(), { outcome: 'discard' })
  expect(json).toMatchObject({
    status: 'failed',
    success: false,
    error: { code: 'outcome_unknown', retryable: false },
  })
})

test('409: what asks nothing cannot be answered, nor twice', async () => {
  const id = await asking()
  await resolve(id, { outcome: 'discard' })
  expect(await resolve(id, { outcome: 'published' })).toMatchObject({
    status: 409,
    json: { code: 'not_in_review' },
  })
})

test('of two who answer at once, one is heard', async () => {
  const id = await asking()
  const answers = await Promise.all([
    resolve(id, { outcome: 'discard' }),
    resolve(id, { outcome: 'not_published' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('404: the result of a deleted post is not there', async () => {
  const { json } = await house.request('POST', '/v1/posts', {
    body: {
      caption: 'x',
      social_accounts: [harbour],
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  const results = await house.request('GET', `/v1/post-results?status=any&post_id=${json.id}`)
  await house.request('DELETE', `/v1/posts/${json.id}`)
  expect((await resolve(results.json.data[0].id, { outcome: 'discard' })).status).toBe(404)
})

test.each([
  ['an unknown outcome', { outcome: 'maybe' }, '/outcome'],
  ['no outcome', {}, '/outcome'],
  ['an unknown field', { outcome: 'discard', force: true }, '/force'],
  ['a link that is none', { outcome: 'published', url: 'there' }, '/url'],
  ['a link that would run', { outcome: 'published', url: 'javascript:alert(1)' }, '/url'],
])('422: refuses %s', async (_what, body, pointer) => {
  const id = await asking()
  const answer = await resolve(id, body)
  expect(answer.status).toBe(422)
  expect(answer.json.errors[0].pointer).toBe(pointer)
  const row = await house.db.row<{ state: string }>(sql`select state from targets where id = ${id}`)
  expect(row?.state).toBe('needs_review')
})

test('the same Idempotency-Key decides once', async () => {
  const id = await asking()
  const headers = { 'idempotency-key': newId() }
  const send = () =>
    house.request('POST', `/v1/post-results/${id}/resolve`, { body: { outcome: 'discard' }, headers })
  const first = await send()
  expect(await send()).toMatchObject({ status: 200, text: first.text })
})
