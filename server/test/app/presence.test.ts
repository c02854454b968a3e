import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sweepPresences } from '../../src/posts/presence/note-presence.ts'
import { type House, startHouse } from '../house.ts'
import { type Browser, type Person, signedIn } from './person.ts'

let house: House
let post: string
let lena: Browser & Person
let mia: Browser & Person
beforeAll(async () => {
  house = await startHouse({ worker: false })
  post = await draft()
  lena = await signedIn(house, 'editor')
  mia = await signedIn(house, 'author')
  await house.db.run(sql`update users set name = 'Lena Brandt' where id = ${lena.id}`)
})
afterAll(() => house.stop())

async function draft(): Promise<string> {
  const harbour = await house.connect('sandbox', { name: 'harbour' })
  const body = { caption: 'words', social_accounts: [harbour], is_draft: true }
  return (await house.request('POST', '/v1/posts', { body })).json.id
}
const pathOf = (id: string, workspace = house.workspaceId) =>
  `/app/workspaces/${workspace}/posts/${id}/presence`
const open = (by: Browser, id = post) => by.request('PUT', pathOf(id))
const close = (by: Browser) => by.request('DELETE', pathOf(post))
const stopSaying = (seconds: number) =>
  house.db.run(sql`update presences set seen_at = seen_at - make_interval(secs => ${seconds})`)
const held = async () => (await house.db.rows(sql`select from presences`)).length

test('two people who have a post open hear of each other, by name or by address, and not of themselves', async () => {
  expect((await open(lena)).json).toEqual({ data: [] })
  expect((await open(mia)).json).toEqual({ data: [{ user_id: lena.id, name: 'Lena Brandt' }] })
  expect((await open(lena)).json).toEqual({ data: [{ user_id: mia.id, name: mia.email }] })
})

test('a page that was closed is gone at once, and one that says nothing more after half a minute', async () => {
  await open(mia)
  expect((await close(mia)).json).toEqual({ success: true })
  expect((await open(lena)).json).toEqual({ data: [] })
  await open(mia)
  await stopSaying(25)
  expect((await open(lena)).json.data).toHaveLength(1)
  await stopSaying(10)
  expect((await open(lena)).json).toEqual({ data: [] })
})

test('saying it often keeps one row for each person, which is swept away once it holds no longer', async () => {
  for (const by of [lena, mia, lena, mia]) await open(by)
  expect(await held()).toBe(2)
  await sweepPresences(house.db)
  expect(await held()).toBe(2)
  await stopSaying(40)
  await sweepPresences(house.db)
  expect(await held()).toBe(0)
})

test('somebody who left the workspace is no longer there', async () => {
  const guest = await signedIn(house, 'author')
  await open(guest)
  await house.db.run(sql`delete from memberships where user_id = ${guest.id}`)
  expect((await open(lena)).json.data).toEqual([])
  expect((await open(guest)).status).toBe(404)
})

test('nobody is at a post that was deleted, is that of others, or is none', async () => {
  const [gone, before] = [await draft(), await held()]
  await house.request('DELETE', `/v1/posts/${gone}`)
  const other = await house.other()
  const stranger = await signedIn(house, null)
  for (const answer of [await open(lena, gone), await open(lena, '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b99')])
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
  expect((await lena.request('PUT', pathOf(post, other.workspaceId))).status).toBe(404)
  expect((await stranger.request('PUT', pathOf(post))).status).toBe(404)
  expect((await lena.request('DELETE', pathOf('0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b99'))).status).toBe(404)
  expect((await lena.request('DELETE', pathOf(gone))).status).toBe(200)
  expect((await lena.request('PUT', pathOf('no-id'))).status).toBe(404)
  expect(await held()).toBe(before)
})

test('a viewer, who writes no posts, is told so', async () => {
  const viewer = await signedIn(house, 'viewer')
  expect((await open(viewer)).json.code).toBe('role_missing')
})
