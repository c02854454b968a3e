import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sql, sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'

// A process remembers accounts for some seconds, in which another process may change them. These tests play the other.
let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
const create = (caption: string, accounts: readonly string[]) =>
  house.request('POST', '/v1/posts', {
    body: { caption, social_accounts: accounts, scheduled_at: tomorrow },
  })

/** An account that was posted to a moment ago. */
async function familiar(name: string): Promise<string> {
  const id = await house.connect('sandbox', { name })
  expect((await create(`Known ${name}`, [id])).status).toBe(200)
  return id
}

const change = (id: string, set: Sql) => house.db.run(sql`update social_accounts set ${set} where id = ${id}`)
const count = async (caption: string) =>
  (
    await house.db.row<{ posts: number }>(
      sql`select count(*)::int as posts from posts where caption = ${caption}`,
    )
  )?.posts

it('refuses a post to an account that was disconnected a moment ago, and takes it once it is connected again', async () => {
  const id = await familiar('Gone')
  await change(id, sql`disconnected_at = clock_timestamp()`)
  const refused = await create('To nobody', [id])
  expect(refused.status).toBe(422)
  expect(refused.json.errors).toMatchObject([{ code: 'account_not_found' }])
  expect(await count('To nobody')).toBe(0)
  await change(id, sql`disconnected_at = null`)
  expect((await create('To somebody', [id])).status).toBe(200)
})

it('warns of an account whose access was lost a moment ago', async () => {
  const id = await familiar('Tired')
  await change(id, sql`status = 'needs_reconnect'`)
  const warned = await create('Will wait', [id])
  expect(warned.json.warnings).toMatchObject([{ code: 'needs_reconnect' }])
  await change(id, sql`status = 'active'`)
  expect((await create('Will go', [id])).json.warnings).toEqual([])
})

it('holds a post against what its network takes by now', async () => {
  const id = await familiar('Strict')
  const text = 'x'.repeat(5_000)
  expect((await create(text, [id])).status).toBe(422)
  await change(id, sql`settings = settings || '{"network_class": "list"}'`)
  expect((await create('Still short', [id])).status).toBe(200)
  expect((await create(text, [id])).status).toBe(422)
})

it('lets posts to other accounts go on beside it, each stored once', async () => {
  const [gone, there] = [await familiar('One'), await familiar('Other')]
  await change(gone, sql`disconnected_at = clock_timestamp()`)
  const answers = await Promise.all(
    [gone, there, there, gone, there].map((id) => create('Side by side', [id])),
  )
  expect(answers.map(({ status }) => status)).toEqual([422, 200, 200, 422, 200])
  expect(await count('Side by side')).toBe(3)
  expect((await create('Both', [there, gone])).status).toBe(422)
  expect(await count('Both')).toBe(0)
})

it('answers a post that names its own id once, also to an account that changed', async () => {
  const id = await familiar('Named')
  await change(id, sql`username = 'renamed'`)
  const own = '01900000-0000-7000-8000-00000000abcd'
  const body = { id: own, caption: 'By name', social_accounts: [id], scheduled_at: tomorrow }
  const answers = [
    await house.request('POST', '/v1/posts', { body }),
    await house.request('POST', '/v1/posts', { body }),
  ]
  expect(answers.map(({ status, json }) => [status, json.id])).toEqual([
    [200, own],
    [200, own],
  ])
  expect(await count('By name')).toBe(1)
})

it('refuses a time that has passed, by the clock of the database, also where the account is remembered', async () => {
  const id = await familiar('Later')
  expect((await create('In time', [id])).status).toBe(200)
  const past = new Date(Date.now() - 120_000).toISOString()
  const late = await house.request('POST', '/v1/posts', {
    body: { caption: 'Too late', social_accounts: [id], scheduled_at: past },
  })
  expect(late.json).toMatchObject({ status: 422, code: 'scheduled_at_in_past' })
})
