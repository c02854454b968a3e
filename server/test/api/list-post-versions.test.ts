// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { colleague, inHours } from '../approving.ts'
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

async function post(body: object = {}): Promise<string> {
  const all = { caption: 'one', social_accounts: [harbour], scheduled_at: inHours(1), ...body }
  return (await house.request('POST', '/v1/posts', { body: all })).json.id
}
const change = (id: string, body: object) => house.request('PATCH', `/v1/posts/${id}`, { body })
const list = async (id: string) => (await house.request('GET', `/v1/posts/${id}/versions`)).json.data

interface Version {
  version: number
  text: string
  changed: string[]
}
const brief = (versions: Version[]) => versions.map(({ version, text, changed }) => [version, text, changed])

test('keeps who changed what, and when', async () => {
  const id = await post()
  expect(await list(id)).toEqual([])
  await change(id, { caption: 'two', tags: ['bread'] })
  const editor = await colleague(house, 'editor')
  await editor.request('PATCH', `/v1/posts/${id}`, { body: { scheduled_at: inHours(2) } })
  const versions = await list(id)
  expect(brief(versions)).toEqual([
    [2, 'two', ['scheduled_at']],
    [1, 'one', ['caption', 'tags']],
  ])
  expect(versions[0].by).toEqual({ kind: 'key', id: expect.any(String), name: 'editor' })
  expect(Date.parse(versions[0].changed_at)).toBeGreaterThanOrEqual(Date.parse(versions[1].changed_at))
})

test('keeps nothing of a change that changed nothing, or was refused', async () => {
  const id = await post()
  await change(id, { caption: 'one', social_accounts: [harbour] })
  await change(id, {})
  expect((await change(id, { caption: 'x'.repeat(100_000) })).status).toBe(422)
  await setState(house, id, 'published')
  expect((await change(id, { caption: 'late' })).status).toBe(409)
  expect(await list(id)).toEqual([])
})

test('keeps the writing of a draft as one change, until five minutes have passed or somebody else writes', async () => {
  const id = await post({ is_draft: true })
  await change(id, { caption: 'tw' })
  await change(id, { caption: 'two' })
  await change(id, { caption: 'two', tags: ['bread'] })
  expect(brief(await list(id))).toEqual([[1, 'one', ['caption', 'tags']]])
  await house.db.run(sql`
    update post_versions set began_at = began_at - interval '301 seconds' where post_id = ${id}`)
  await change(id, { caption: 'three' })
  const editor = await colleague(house, 'editor')
  await editor.request('PATCH', `/v1/posts/${id}`, { body: { caption: 'four' } })
  await change(id, { is_draft: false })
  expect(brief(await list(id))).toEqual([
    [6, 'four', ['is_draft']],
    [5, 'three', ['caption']],
    [4, 'two', ['caption']],
    [1, 'one', ['caption', 'tags']],
  ])
})

test('keeps the time that an approval replaced', async () => {
  const author = await colleague(house, 'author')
  const body = { caption: 'asked', social_accounts: [harbour], scheduled_at: inHours(1) }
  const { id } = (await author.request('POST', '/v1/posts', { body })).json
  await house.request('POST', `/v1/posts/${id}/approve`, { body: { version: 1, scheduled_at: inHours(2) } })
  expect(brief(await list(id))).toEqual([[1, 'asked', ['scheduled_at']]])
})

test('keeps the last 100 versions', async () => {
  const id = await post()
  await change(id, { caption: 'two' })
  await house.db.run(sql`
    insert into post_versions (workspace_id, id, post_id, version, of_draft, actor_kind, actor_id, changed, content)
    select workspace_id, gen_random_uuid(), post_id, -n, of_draft, actor_kind, actor_id, changed, content
    from post_versions cross join generate_series(0, 119) n where post_id = ${id}`)
  await change(id, { caption: 'three' })
  const versions = await list(id)
  expect(versions).toHaveLength(100)
  expect(brief(versions).slice(0, 2)).toEqual([
    [2, 'two', ['caption']],
    [1, 'one', ['caption']],
  ])
})

testRefusals(
  () => house,
  'read',
  async () => ({ method: 'GET', path: `/v1/posts/${await post()}/versions` }),
)

testStrangers(
  () => house,
  async () => {
    const id = await post()
    return { id, method: 'GET', path: `/v1/posts/${id}/versions` }
  },
)
