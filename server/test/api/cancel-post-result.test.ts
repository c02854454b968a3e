// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { State } from '../../src/targets/states.ts'
import { signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

/** The result on `harbour` of a post on both accounts. */
async function resultIn(state: State | null): Promise<{ id: string; postId: string }> {
  const body = {
    caption: 'words',
    social_accounts: [harbour, flour],
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    platform_configurations: { sandbox: { thread: [{ caption: 'two' }] } },
  }
  const { json } = await house.request('POST', '/v1/posts', { body })
  if (state) await setState(house, json.id, state, harbour)
  const results = await house.request(
    'GET',
    `/v1/post-results?status=any&post_id=${json.id}&social_account_id=${harbour}`,
  )
  return { id: results.json.data[0].id, postId: json.id }
}
const cancel = (id: string, send = {}) => house.request('POST', `/v1/post-results/${id}/cancel`, send)

describe('who may', () => {
  const request = async () => {
    const { id } = await resultIn(null)
    return { method: 'POST', path: `/v1/post-results/${id}/cancel`, id }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})

test('stops one account with its thread, and leaves the other', async () => {
  const { id, postId } = await resultIn(null)
  const { status, json } = await cancel(id)
  expect(status).toBe(200)
  expect(json).toMatchObject({ id, status: 'canceled', success: false, parts: [{ status: 'canceled' }] })
  const post = await house.request('GET', `/v1/posts/${postId}?expand=results`)
  expect(post.json.status).toBe('scheduled')
  expect(post.json.results.map((result: { status: string }) => result.status)).toEqual([
    'canceled',
    'pending',
  ])
})

test('says who canceled, by a key or in the app', async () => {
  const key = await house.db.row<{ id: string; name: string }>(
    sql`select id, name from api_keys where workspace_id = ${house.workspaceId} and mode = 'live'`,
  )
  const byKey = await resultIn(null)
  expect((await cancel(byKey.id)).json.canceled_by).toEqual({ kind: 'key', id: key?.id, name: key?.name })
  const mia = await signedIn(house, 'editor')
  await house.db.run(sql`update users set name = 'Mia' where id = ${mia.id}`)
  const byMia = await resultIn(null)
  const { json } = await mia.request('POST', `/v1/posts/${byMia.postId}/cancel`, {
    headers: { 'crier-workspace': house.workspaceId, 'crier-mode': 'live' },
  })
  expect(json.status).toBe('canceled')
  const shown = () => house.request('GET', `/v1/post-results/${byMia.id}`)
  expect((await shown()).json.canceled_by).toEqual({ kind: 'user', id: mia.id, name: 'Mia' })
  // A person without a name is known by their address.
  await house.db.run(sql`update users set name = '' where id = ${mia.id}`)
  expect((await shown()).json.canceled_by.name).toBe(mia.email)
})

test.each<[State, string]>([
  ['committing', 'already_processing'],
  ['unknown', 'already_processing'],
  ['confirming', 'already_processing'],
  ['published', 'already_processing'],
  ['needs_review', 'needs_review'],
  ['failed', 'already_settled'],
  ['canceled', 'already_settled'],
])('409: not what is %s', async (state, code) => {
  const { id } = await resultIn(state)
  expect(await cancel(id)).toMatchObject({ status: 409, json: { code } })
})

test('422: takes no body', async () => {
  const { id } = await resultIn(null)
  expect((await cancel(id, { body: { why: 'x' } })).status).toBe(422)
})
