import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type ProxiedHouse, startProxiedHouse } from '../proxied-house.ts'

let house: ProxiedHouse['house']
let proxy: ProxiedHouse['proxy']
let accountId: string
let stop: ProxiedHouse['stop']
beforeAll(async () => {
  ;({ house, proxy, accountId, stop } = await startProxiedHouse())
})
afterAll(() => stop())

const create = (key: string) =>
  house.request('POST', '/v1/posts', {
    body: { caption: key, social_accounts: [accountId], is_draft: true },
    headers: { 'idempotency-key': key },
  })
const count = async (caption: string) =>
  (await house.db.row<{ count: number }>(sql`select count(*) as count from posts where caption = ${caption}`))
    ?.count

test('answers 503 while the database is away, and goes on by itself when it is back', async () => {
  expect((await create('before')).status).toBe(200)
  proxy.cut()
  // Longer than a key is believed, so that it must be looked up.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  for (const answer of [await create('during'), await house.request('GET', '/v1/me')]) {
    expect(answer.json).toMatchObject({ status: 503, code: 'database_unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.text).not.toMatch(/ECONN|connect|at .*\(/)
  }
  const ready = await house.request('GET', '/readyz', { key: null })
  expect([ready.status, ready.json]).toEqual([503, { status: 'not_ready', waiting_for: ['database'] }])
  expect((await house.request('GET', '/healthz', { key: null })).status).toBe(200)
  proxy.restore()
  expect((await create('during')).status).toBe(200)
  expect((await house.request('GET', '/readyz', { key: null })).status).toBe(200)
  expect(await count('during')).toBe(1)
})

test('makes one post of a request whose statement was never answered and which is sent again, 100 times', async () => {
  for (let number = 0; number < 100; number += 1) {
    const name = `lost-${number}`
    proxy.loseAnswerTo(name)
    const lost = await create(name)
    expect(lost.json).toMatchObject({ status: 503, code: 'database_unavailable' })
    const again = await create(name)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await count(name)).toBe(1)
  }
}, 180_000)

test('makes one change of a request whose COMMIT was never answered and which is sent again', async () => {
  const { json } = await create('to-be-changed')
  for (let number = 0; number < 10; number += 1) {
    const change = () =>
      house.request('PATCH', `/v1/posts/${json.id}`, {
        body: { caption: `changed ${number}` },
        headers: { 'idempotency-key': `change-${number}` },
      })
    proxy.loseNextCommit()
    expect((await change()).json).toMatchObject({ status: 503, code: 'database_unavailable' })
    const again = await change()
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  }
  const events = await house.db.row<{ count: number }>(sql`
    select count(*) as count from events where subject_id = ${json.id} and type = 'post.updated'`)
  expect(events?.count).toBe(10)
})

test('lets a connection that breaks in the middle of a request fail only that request', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, (_, index) => create(`broken-${index}`)),
    house.db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'crier api'`),
  ])
  for (const answer of answers) if (typeof answer === 'object') expect([200, 503]).toContain(answer.status)
  const again = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`broken-${index}`)))
  expect(again.map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (let index = 0; index < 20; index += 1) expect(await count(`broken-${index}`)).toBe(1)
})
