// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { postWithNotes } from './one-post-with-notes.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

const textsOf = ({ json }: { json: { data: { text: string }[] } }) => json.data.map(({ text }) => text)

describe('refusals', () => {
  const request = async () => {
    const { id, path } = await postWithNotes(house, harbour)
    return { method: 'GET', path, id }
  }
  testRefusals(() => house, 'read', request)
  testStrangers(() => house, request)
})

test('lists the newest first, page by page, and counts the open ones of all pages', async () => {
  const post = await postWithNotes(house, harbour)
  const ids: string[] = []
  for (const text of ['one', 'two', 'three']) ids.push((await post.write(text)).json.id)
  await house.request('PATCH', `${post.path}/${ids[1]}`, { body: { resolved: true } })
  const first = await post.list('?limit=2&cursor=')
  expect(textsOf(first)).toEqual(['three', 'two'])
  expect(first.json).toMatchObject({ open: 2, meta: { total: 3 } })
  const next = await house.request('GET', first.json.meta.next)
  expect(textsOf(next)).toEqual(['one'])
  expect(next.json).toMatchObject({ open: 2, meta: { next: null } })
  expect(textsOf(await post.list('?resolved=false'))).toEqual(['three', 'one'])
  expect(textsOf(await post.list('?resolved=true'))).toEqual(['two'])
})

test('422: a cursor of another post means nothing here', async () => {
  const [one, other] = [await postWithNotes(house, harbour), await postWithNotes(house, harbour)]
  for (const text of ['a', 'b']) await one.write(text)
  const { next } = (await one.list('?limit=1&cursor=')).json.meta
  const cursor = new URL(next).searchParams.get('cursor')
  expect((await other.list(`?cursor=${cursor}`)).status).toBe(422)
})

test('posts say how many notes are open where that is asked for, and the calendar says it always', async () => {
  const post = await postWithNotes(house, harbour, { scheduled_at: '2030-05-06T09:00:00Z' })
  const none = await postWithNotes(house, harbour)
  for (const text of ['a', 'b']) await post.write(text)
  const done = (await post.write('c')).json.id
  await house.request('PATCH', `${post.path}/${done}`, { body: { resolved: true } })
  const { data } = (await house.request('GET', '/v1/posts?expand=open_notes,results&limit=100')).json
  const openOf = (id: string) => data.find((each: { id: string }) => each.id === id)
  expect(openOf(post.id)).toMatchObject({ open_notes: 2, results: [] })
  expect(openOf(none.id)).toMatchObject({ open_notes: 0 })
  const plain = (await house.request('GET', '/v1/posts?limit=1')).json.data[0]
  expect(plain).not.toHaveProperty('open_notes')
  const { days } = (await house.request('GET', '/v1/calendar?from=2030-05-06&to=2030-05-06')).json
  expect(days[0].posts).toMatchObject([{ id: post.id, open_notes: 2 }])
})
