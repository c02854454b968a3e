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

const change = (id: string, body: object) => house.request('PATCH', `${post.path}/${id}`, { body })
const lastEvent = async (id: string) => {
  const rows = await house.db.rows<{ type: string; data: object }>(
    sql`select type, data from events where subject_id = ${id} order by created_at desc, id desc limit 1`,
  )
  return rows[0]
}

describe('refusals', () => {
  const request = async () => {
    const { id } = (await post.write('Hello')).json
    return { method: 'PATCH', path: `${post.path}/${id}`, id, body: { resolved: true } }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
  testStrangers(
    () => house,
    async () => ({ ...(await request()), id: post.id }),
  )
})

test('its author changes the words, and it says when', async () => {
  const mia = await signedIn(house, 'viewer')
  const { id, created_at } = (await post.write('The pictre')).json
  const { json } = await change(id, { text: 'The picture', mentions: [mia.id] })
  expect(json).toMatchObject({ text: 'The picture', created_at, mentions: [{ user_id: mia.id }] })
  expect(Date.parse(json.edited_at)).toBeGreaterThanOrEqual(Date.parse(created_at))
  expect(await lastEvent(id)).toEqual({
    type: 'post_note.updated',
    data: {
      ...{ id, post_id: post.id, by: house.userId, changed: ['text', 'mentions'] },
      ...{ resolved: false, new_mentions: [mia.id] },
    },
  })
})

test('somebody who left stays mentioned, and is not mentioned anew', async () => {
  const [gone, mia] = [await signedIn(house, 'viewer'), await signedIn(house, 'viewer')]
  const { id } = (await post.write('Look', { more: { mentions: [gone.id] } })).json
  await house.db.run(sql`delete from memberships where user_id = ${gone.id}`)
  const { json } = await change(id, { mentions: [gone.id, mia.id] })
  expect(json.mentions).toMatchObject([{ user_id: gone.id }, { user_id: mia.id }])
  await change(id, { mentions: [] })
  expect(await change(id, { mentions: [gone.id] })).toMatchObject({
    ...{ status: 422, json: { code: 'member_not_found' } },
  })
})

test('a change that changes nothing is no event', async () => {
  const { json } = await post.write('Same')
  expect((await change(json.id, { text: 'Same \n', resolved: false })).json).toEqual(json)
  expect((await change(json.id, {})).json).toEqual(json)
  expect(await lastEvent(json.id)).toMatchObject({ type: 'post_note.created' })
})

test('others mark it as done and open it again, and do not change its words', async () => {
  const { id } = (await post.write('Take the other picture')).json
  const editor = await colleague(house, 'editor')
  const ask = (body: object) => editor.request('PATCH', `${post.path}/${id}`, { body })
  const done = await ask({ resolved: true })
  expect(done.json).toMatchObject({
    resolved_at: expect.any(String),
    resolved_by: { kind: 'key', name: 'editor' },
    edited_at: null,
  })
  // Who marked it first stays.
  expect((await change(id, { resolved: true })).json).toEqual(done.json)
  expect((await ask({ resolved: false })).json).toMatchObject({ resolved_at: null, resolved_by: null })
  for (const body of [{ text: 'Mine now' }, { mentions: [] }, { text: 'Mine now', resolved: true }])
    expect(await ask(body)).toMatchObject({ status: 403, json: { code: 'not_your_note' } })
  expect((await post.list()).json.data[0]).toMatchObject({
    text: 'Take the other picture',
    resolved_at: null,
  })
})

test('422: it stays a note', async () => {
  const { id } = (await post.write('Stay')).json
  for (const body of [
    { text: '' },
    { text: ' ' },
    { text: null },
    { resolved: 1 },
    { mentions: [house.workspaceId] },
  ])
    expect((await change(id, body)).status).toBe(422)
  expect((await post.list()).json.data[0]).toMatchObject({ text: 'Stay', edited_at: null })
})
