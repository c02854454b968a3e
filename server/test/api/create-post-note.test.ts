// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { signedIn } from '../app/person.ts'
import { colleague } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { type PostWithNotes, postWithNotes } from './one-post-with-notes.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let post: PostWithNotes
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  post = await postWithNotes(house, harbour)
})
afterAll(() => house.stop())

const eventsAbout = (id: string) =>
  house.db.rows<{ type: string; data: object }>(
    sql`select type, data from events where subject_id = ${id} order by created_at, id`,
  )

describe('refusals', () => {
  const request = async () => ({ method: 'POST', path: post.path, id: post.id, body: { text: 'Hello' } })
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})

test('a note is kept as it was written, with its author, and an event that leaves out its words', async () => {
  const { status, json } = await post.write('  Can we take\r\nthe other picture?\n\n')
  expect(status).toBe(200)
  expect(json).toEqual({
    id: expect.any(String),
    post_id: post.id,
    text: '  Can we take\nthe other picture?',
    author: { kind: 'key', id: expect.any(String), name: expect.any(String), user_id: house.userId },
    mentions: [],
    created_at: expect.any(String),
    edited_at: null,
    resolved_at: null,
    resolved_by: null,
  })
  expect((await post.list()).json.data[0]).toEqual(json)
  expect(await eventsAbout(json.id)).toEqual([
    {
      type: 'post_note.created',
      data: { id: json.id, post_id: post.id, by: house.userId, mentions: [] },
    },
  ])
})

test('everybody who is signed in may write one, also a viewer, and a key that only reads may not', async () => {
  const viewer = await signedIn(house, 'viewer')
  await house.db.run(sql`update users set name = 'Mia Sand' where id = ${viewer.id}`)
  const headers = { 'crier-workspace': house.workspaceId }
  const { status, json } = await viewer.request('POST', post.path, { body: { text: 'Nice' }, headers })
  expect([status, json.author]).toEqual([
    200,
    { kind: 'user', id: viewer.id, name: 'Mia Sand', user_id: viewer.id },
  ])
  const other = await viewer.request('PATCH', `/v1/posts/${post.id}`, { body: { caption: 'x' }, headers })
  expect(other).toMatchObject({ status: 403, json: { code: 'scope_missing', scope: 'write' } })
  const key = await colleague(house, 'viewer')
  const refused = await key.request('POST', post.path, { body: { text: 'No' } })
  expect(refused).toMatchObject({ status: 403, json: { code: 'scope_missing', scope: 'write' } })
})

test('members are mentioned, and nobody else', async () => {
  const mia = await signedIn(house, 'viewer')
  const { json } = await post.write(`@${mia.email} look`, { more: { mentions: [mia.id.toUpperCase()] } })
  expect(json.mentions).toEqual([{ user_id: mia.id, name: mia.email }])
  const { userId: stranger } = await house.other()
  for (const unknown of [newId(), stranger])
    expect(await post.write('look', { more: { mentions: [mia.id, unknown] } })).toMatchObject({
      status: 422,
      json: { code: 'member_not_found', errors: [{ pointer: '/mentions/1' }] },
    })
})

test.each([
  ['', 'wrong_format'],
  ['   \n\t ', 'wrong_format'],
  ['\u0007\u001b', 'wrong_format'],
  ['a'.repeat(5_001), 'too_long'],
])('422: %j is no note', async (text, code) => {
  expect(await post.write(text)).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '/text', code }] },
  })
})

test('control characters are left out, and everything else stays, however odd', async () => {
  const text = '\u001b[31mred\u0007 <b>bold</b> & "quoted"\t👩‍👩‍👧 مرحبا \u202eabc'
  const { json } = await post.write(text)
  expect(json.text).toBe('[31mred <b>bold</b> & "quoted"\t👩‍👩‍👧 مرحبا \u202eabc')
  expect((await post.write('字'.repeat(5_000))).status).toBe(200)
  for (const unstorable of ['nothing\u0000', 'half \ud800'])
    expect(await post.write(unstorable)).toMatchObject({ status: 422, json: { code: 'unstorable_text' } })
})

test('a note that is sent twice under one key is written once', async () => {
  const again = await postWithNotes(house, harbour)
  const headers = { 'idempotency-key': newId() }
  const [one, other] = [await again.write('Once', { headers }), await again.write('Once', { headers })]
  expect(other.json).toEqual(one.json)
  expect((await again.list()).json.meta.total).toBe(1)
})

test('the post stays as it is: its version, its history and what it says', async () => {
  const quiet = await postWithNotes(house, harbour)
  const read = async () => {
    const { headers, json } = await house.request('GET', `/v1/posts/${quiet.id}`)
    return [headers.get('etag'), json]
  }
  const before = await read()
  await quiet.write('Hm')
  expect(await read()).toEqual(before)
  expect((await house.request('GET', `/v1/posts/${quiet.id}/versions`)).json.data).toEqual([])
})

test('notes go with their post, each with its event, and a copy of the post has none', async () => {
  const going = await postWithNotes(house, harbour)
  const { id } = (await going.write('Soon gone')).json
  const copy = (await house.request('POST', `/v1/posts/${going.id}/duplicate`)).json.id
  expect((await house.request('GET', `/v1/posts/${copy}/notes`)).json).toMatchObject({ data: [], open: 0 })
  await house.request('DELETE', `/v1/posts/${going.id}`)
  expect(await house.db.rows(sql`select from post_notes where post_id = ${going.id}`)).toEqual([])
  expect((await eventsAbout(id)).at(-1)).toEqual({
    type: 'post_note.deleted',
    data: { id, post_id: going.id },
  })
  expect((await going.write('Too late')).status).toBe(404)
})

test('no note outlives a post that is deleted at the same moment', async () => {
  for (let round = 0; round < 10; round += 1) {
    const going = await postWithNotes(house, harbour)
    await Promise.all([
      going.write('one'),
      house.request('DELETE', `/v1/posts/${going.id}`),
      going.write('two'),
    ])
    expect(await house.db.rows(sql`select from post_notes where post_id = ${going.id}`)).toEqual([])
  }
})
