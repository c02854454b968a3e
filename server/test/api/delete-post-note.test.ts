// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { signedIn } from '../app/person.ts'
import { colleague } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { type PostWithNotes, postWithNotes } from './one-post-with-notes.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let post: PostWithNotes
beforeAll(async () => {
  house = await startHouse({ worker: false })
  post = await postWithNotes(house, await house.connect('sandbox', { name: 'harbour' }))
})
afterAll(() => house.stop())

const isThere = async (id: string) =>
  (await house.db.rows(sql`select from post_notes where id = ${id}`)).length === 1

describe('refusals', () => {
  const request = async () => {
    const { id } = (await post.write('Hello')).json
    return { method: 'DELETE', path: `${post.path}/${id}`, id }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})

test('its author deletes it for good, and an event says so without its words', async () => {
  const author = await colleague(house, 'author')
  const { id } = (await author.request('POST', post.path, { body: { text: 'A secret word' } })).json
  expect((await author.request('DELETE', `${post.path}/${id}`)).json).toEqual({
    ...{ id, deleted: true, success: true },
  })
  expect((await author.request('DELETE', `${post.path}/${id}`)).status).toBe(404)
  expect(await isThere(id)).toBe(false)
  const told = await house.db.rows(sql`select data from events where subject_id = ${id}`)
  expect(told).toHaveLength(2)
  expect(JSON.stringify(told)).not.toContain('secret')
})

test('admins delete the notes of others, and nobody else does', async () => {
  const [author, editor, admin] = [
    await colleague(house, 'author'),
    await colleague(house, 'editor'),
    await colleague(house, 'admin'),
  ]
  const { id } = (await author.request('POST', post.path, { body: { text: 'Mine' } })).json
  const viewer = await signedIn(house, 'viewer')
  const headers = { 'crier-workspace': house.workspaceId }
  for (const answer of [
    await editor.request('DELETE', `${post.path}/${id}`),
    await viewer.request('DELETE', `${post.path}/${id}`, { headers }),
  ])
    expect(answer).toMatchObject({ status: 403, json: { code: 'scope_missing', scope: 'admin' } })
  expect(await isThere(id)).toBe(true)
  expect((await admin.request('DELETE', `${post.path}/${id}`)).status).toBe(200)
  expect(await isThere(id)).toBe(false)
})
