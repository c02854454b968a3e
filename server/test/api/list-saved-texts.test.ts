import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const path = '/v1/saved-texts'
const list = async (query = '', key = house.liveKey) =>
  (await house.request('GET', `${path}${query}`, { key })).json
const create = async (body: object, key = house.liveKey) =>
  (await house.request('POST', path, { body, key })).json

/** All names, page by page. */
async function namesOf(query: string, key: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let search: string | null = query; search !== null; ) {
    const { data, meta } = await list(search, key)
    pages.push(data.map(({ name }: { name: string }) => name))
    search = meta.next === null ? null : new URL(meta.next).search
  }
  return pages
}

test('answers the texts of the mode by name, page by page', async () => {
  expect(await list()).toEqual({ data: [], meta: { total: 0, offset: 0, limit: 10, next: null } })
  const { liveKey, testKey } = await house.newTenant()
  for (const name of ['rye', 'Bread', 'bread 2', 'Ärger']) await create({ name, text: 'x' }, liveKey)
  await create({ name: 'of test data', text: 'x' }, testKey)
  expect(await namesOf('?limit=3', liveKey)).toEqual([['Bread', 'bread 2', 'rye'], ['Ärger']])
  expect(await namesOf('?limit=3&offset=0', liveKey)).toEqual([['Bread', 'bread 2', 'rye'], ['Ärger']])
  expect((await list('?limit=1', liveKey)).meta.total).toBe(4)
  expect((await list('', testKey)).data).toMatchObject([{ name: 'of test data' }])
})

test('goes on behind names that are long and begin alike', async () => {
  const { liveKey } = await house.newTenant()
  const long = '👩'.repeat(98)
  const names = [`${long}a`, `${long}b`, `${long}c`]
  for (const name of names) await create({ name, text: 'x' }, liveKey)
  const pages = await namesOf('?limit=1', liveKey)
  expect(pages.flat().sort()).toEqual(names)
})

describe('text', () => {
  test('finds words in names and texts, whatever their case, and takes no sign for another', async () => {
    const { liveKey } = await house.newTenant()
    await create({ name: 'Größe', text: '#Brot 100%' }, liveKey)
    await create({ name: 'Legal', text: 'Advertisement_x' }, liveKey)
    const found = async (text: string) =>
      (await list(`?text=${encodeURIComponent(text)}`, liveKey)).data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await found('GRÖSS')).toEqual([])
    expect(await found('GRÖ')).toEqual(['Größe'])
    expect(await found('#brot')).toEqual(['Größe'])
    expect(await found('%')).toEqual(['Größe'])
    expect(await found('_')).toEqual(['Legal'])
    expect(await found('')).toEqual(['Größe', 'Legal'])
  })

  test('422: what cannot be text', async () => {
    const { status, json } = await house.request('GET', `${path}?text=%00`)
    expect([status, json.code]).toEqual([422, 'unstorable_text'])
  })
})

test('a page of very long texts ends early and goes on', async () => {
  const { workspaceId, liveKey } = await house.newTenant()
  await house.db.run(sql`
    insert into saved_texts (workspace_id, id, mode, name, name_key, body)
    select ${workspaceId}, gen_random_uuid(), 'live', n::text, n::text, repeat('👩', 10000)
    from generate_series(100, 139) n`)
  const answer = await house.request('GET', `${path}?limit=100`, { key: liveKey })
  expect(answer.text.length).toBeLessThan(1_200_000)
  expect(answer.json.meta.total).toBe(40)
  const pages = await namesOf('?limit=100', liveKey)
  expect(pages.length).toBe(2)
  expect(pages.flat()).toEqual(Array.from({ length: 40 }, (_, n) => String(n + 100)))
  const counted = await house.request('GET', `${path}?limit=100&offset=0`, { key: liveKey })
  expect([counted.status, counted.json.code]).toEqual([422, 'page_too_large'])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path }),
)
