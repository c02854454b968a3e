import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { makeReviewLink, reviewLinksPath } from '../review-link.ts'
import { testRefusals } from './refusals.ts'

let house: House
let draft: string
let harbour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  const body = { caption: 'Soon', social_accounts: [harbour], is_draft: true }
  draft = (await house.request('POST', '/v1/posts', { body })).json.id
})
afterAll(() => house.stop())

const create = (body: object) =>
  house.request('POST', reviewLinksPath, { body: { recipient: 'Harbour Bakery', ...body } })
const day = 24 * 60 * 60 * 1_000

test('answers a link for thirty days that decides, with its secret this once', async () => {
  const { status, json } = await create({ posts: [draft] })
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.any(String),
    url: expect.stringMatching(/\/review#crier_review_[\w-]{43}$/),
    recipient: 'Harbour Bakery',
    status: 'open',
    may_decide: true,
    decides: true,
    posts: [draft],
    filter: null,
    created_by: house.userId,
    last_opened_at: null,
    expires_at: expect.any(String),
    revoked_at: null,
    decisions: [],
    created_at: expect.any(String),
  })
  const life = Date.parse(json.expires_at) - Date.parse(json.created_at)
  expect(Math.round(life / 1_000)).toBe((30 * day) / 1_000)
})

test('keeps a filter as it was said', async () => {
  const filter = { social_account_ids: [harbour], tags: ['spring'], from: '2026-01-01T00:00:00Z' }
  expect(await makeReviewLink(house, { filter })).toMatchObject({ posts: null, filter })
})

test.each([
  ['without posts', {}, '/posts', 'one_choice'],
  ['with two choices', { waiting: true, filter: {} }, '/posts', 'one_choice'],
  ['of a post that is not there', { posts: [newId()] }, '/posts/0', 'post_not_found'],
  ['of no post', { posts: [] }, '/posts', 'too_few'],
  ['of too many posts', { posts: Array.from({ length: 101 }, () => newId()) }, '/posts', 'too_many'],
  [
    'of an account that is not there',
    { filter: { social_account_ids: [newId()] } },
    '/filter/social_account_ids/0',
    'account_not_found',
  ],
  [
    'that ends before it begins',
    { filter: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } },
    '/filter/to',
    'out_of_range',
  ],
  [
    'for longer than a year',
    { filter: {}, expires_in_seconds: 366 * 86_400 },
    '/expires_in_seconds',
    'too_large',
  ],
  ['for a second', { filter: {}, expires_in_seconds: 1 }, '/expires_in_seconds', 'too_small'],
  ['for nobody', { filter: {}, recipient: ' ' }, '/recipient', 'wrong_format'],
  ['for marks alone', { filter: {}, recipient: '\u202e' }, '/recipient', 'too_short'],
])('refuses a link %s', async (_, body, pointer, code) => {
  expect((await create(body)).json).toMatchObject({ status: 422, errors: [{ pointer, code }] })
})

test('needs a fresh proof of a person, because a link outlasts the session', async () => {
  const person = await signedIn(house, 'editor')
  const headers = { 'crier-workspace': house.workspaceId, 'crier-mode': 'live' }
  const body = { recipient: 'x', posts: [draft] }
  expect((await person.request('POST', reviewLinksPath, { headers, body })).status).toBe(200)
  await house.db.run(
    sql`update sessions set proved_at = proved_at - interval '11 minutes' where user_id = ${person.id}`,
  )
  const { json } = await person.request('POST', reviewLinksPath, { headers, body })
  expect(json).toMatchObject({ status: 403, code: 'proof_required' })
})

test('makes no more than 500 open ones', async () => {
  await house.db.run(sql`
    insert into review_links (workspace_id, id, mode, user_id, recipient, may_decide, filter, secret_hash, expires_at)
    select ${house.workspaceId}, gen_random_uuid(), 'live', ${house.userId}, 'x', false, '{}', sha256(n::text::bytea),
      now() + interval '1 day' from generate_series(1, 500) n`)
  expect((await create({ posts: [draft] })).json).toMatchObject({
    status: 409,
    code: 'too_many_review_links',
  })
  await house.db.run(sql`delete from review_links where recipient = 'x'`)
})

testRefusals(
  () => house,
  'write',
  async () => ({
    method: 'POST',
    path: reviewLinksPath,
    body: { recipient: 'x', posts: [draft], may_decide: false },
  }),
)
