// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { sweepAnswers } from '../../src/idempotency/kept-answers.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let accountId: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  accountId = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

const draft = (caption = 'A draft') => ({ caption, social_accounts: [accountId], is_draft: true })
const create = (key: string, body: unknown = draft(), apiKey = house.liveKey) =>
  house.request('POST', '/v1/posts', { body, key: apiKey, headers: { 'idempotency-key': key } })
const postCount = async () =>
  (
    await house.db.row<{ count: number }>(
      sql`select count(*) as count from posts where workspace_id = ${house.workspaceId}`,
    )
  )?.count ?? 0
const keptKeys = async () =>
  (await house.db.row<{ count: number }>(sql`select count(*) as count from idempotency_keys`))?.count ?? 0

describe('#2 an Idempotency-Key', () => {
  it('gives the first answer again, and makes one post', async () => {
    const before = await postCount()
    const first = await create('order-1')
    const again = await create('order-1')
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    for (const header of ['content-type', 'etag', 'cache-control']) {
      expect(again.headers.get(header), header).toBe(first.headers.get(header))
    }
    expect(again.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
    expect(await postCount()).toBe(before + 1)
  })

  it('is the same request when its names stand in another order', async () => {
    const first = await create('order-2', { caption: 'x', social_accounts: [accountId], is_draft: true })
    const again = await create(
      'order-2',
      `{ "is_draft":true, "social_accounts":["${accountId}"],"caption":"\\u0078"}`,
    )
    expect(again.status).toBe(415)
    const typed = await house.request('POST', '/v1/posts', {
      body: `{ "is_draft":true, "social_accounts":["${accountId}"],"caption":"\\u0078"}`,
      headers: { 'idempotency-key': 'order-2', 'content-type': 'application/json' },
    })
    expect([typed.status, typed.text]).toEqual([200, first.text])
  })

  it.each([
    ['another body', () => create('order-3', draft('other'))],
    [
      'another path',
      () =>
        house.request('POST', `/v1/posts/${newId()}/cancel`, { headers: { 'idempotency-key': 'order-3' } }),
    ],
    [
      'another method',
      () => house.request('DELETE', `/v1/posts/${newId()}`, { headers: { 'idempotency-key': 'order-3' } }),
    ],
  ])('is 422 for %s', async (_what, ask) => {
    await create('order-3')
    const { status, json } = await ask()
    expect([status, json.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('is the same bare and quoted', async () => {
    const first = await create('order-4')
    expect((await create('"order-4"')).text).toBe(first.text)
  })

  it.each(['', ' ', '""', 'two words', 'x'.repeat(256), 'ümlaut', '"a b"', 'tab\tbed'])(
    'is 422 when it is %j',
    async (key) => {
      const { status, json } = await create(key)
      expect([status, json.code]).toEqual([422, 'idempotency_key_invalid'])
    },
  )

  it('may have 255 characters', async () => {
    expect((await create('~'.repeat(255))).status).toBe(200)
  })

  it('belongs to its workspace and mode', async () => {
    const stranger = await house.other()
    const first = await create('order-5')
    const other = await create('order-5', draft(), stranger.liveKey)
    expect(other.status).toBe(422)
    expect(other.json.code).not.toBe('idempotency_key_reused')
    const pretend = await house.connect('sandbox', { name: 'Harbour' }, 'test')
    const test = await create('order-5', { ...draft(), social_accounts: [pretend] }, house.testKey)
    expect([test.status, test.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(test.json.id).not.toBe(first.json.id)
  })

  it('is the same for two keys of one workspace', async () => {
    const { key } = await house.key()
    const first = await create('order-6')
    expect((await create('order-6', draft(), key)).text).toBe(first.text)
  })

  it('keeps no refusal that may go differently next time', async () => {
    const before = await keptKeys()
    expect((await create('order-7', { social_accounts: [newId()] })).status).toBe(422)
    expect((await create('order-7', { caption: 5 })).status).toBe(422)
    expect((await create('order-7', draft(), (await house.key({ scopes: ['read'] })).key)).status).toBe(403)
    expect(await keptKeys()).toBe(before)
    expect((await create('order-7')).status).toBe(200)
  })

  it('lets the corrected request through after a 412, and then repeats its answer whatever If-Match says', async () => {
    const made = await create('order-9')
    const change = (etag: string) =>
      house.request('PATCH', `/v1/posts/${made.json.id}`, {
        body: { caption: 'Changed' },
        headers: { 'idempotency-key': 'order-9-change', 'if-match': etag },
      })
    expect((await change('"stale"')).status).toBe(412)
    const etag = made.headers.get('etag') ?? ''
    const changed = await change(etag)
    expect([changed.status, changed.json.caption]).toEqual([200, 'Changed'])
    for (const later of [etag, changed.headers.get('etag') ?? '']) {
      const again = await change(later)
      expect([again.status, again.text]).toEqual([200, changed.text])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.headers.get('etag')).toBe(changed.headers.get('etag'))
    }
  })

  it('is forgotten after a day, and swept', async () => {
    const first = await create('order-8')
    await house.db.run(sql`update idempotency_keys set created_at = created_at - interval '25 hours'`)
    const second = await create('order-8')
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(second.json.id).not.toBe(first.json.id)
    expect((await create('order-8')).text).toBe(second.text)
    expect(await sweepAnswers(house.db, 10_000)).toBeGreaterThan(0)
    expect(await keptKeys()).toBe(1)
  })

  it('makes one post of 200 requests at once, all answered within five seconds', async () => {
    const before = await postCount()
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 200 }, () => create('storm')))
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const bodies = answers.filter(({ status }) => status === 200)
    expect(new Set(bodies.map(({ text }) => text)).size).toBe(1)
    expect(bodies.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
    expect(await postCount()).toBe(before + 1)
  })

  it('is 409 with a time to come back while the first one takes longer than a second', async () => {
    await house.db.transaction(async (tx) => {
      await tx.run(sql`
        insert into idempotency_keys (workspace_id, key, fingerprint, status, body)
        values (${house.workspaceId}, 'live:slow', '\\x00', 0, '')`)
      const startedAt = performance.now()
      const { status, json, headers } = await create('slow')
      expect([status, json.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1'])
      expect(performance.now() - startedAt).toBeGreaterThan(900)
      expect(performance.now() - startedAt).toBeLessThan(2_000)
      await tx.run(sql`delete from idempotency_keys where key = 'live:slow'`)
    })
    expect((await create('slow')).status).toBe(200)
  })

  it('is free again when its transaction was rolled back', async () => {
    const rolledBack = house.db.transaction(async (tx) => {
      await tx.run(sql`
        insert into idempotency_keys (workspace_id, key, fingerprint, status, body)
        values (${house.workspaceId}, 'live:crash', '\\x00', 0, '')`)
      await new Promise((resolve) => setTimeout(resolve, 200))
      throw new Error('the process died')
    })
    const [answer] = await Promise.all([create('crash'), rolledBack.catch((error: Error) => error.message)])
    expect(answer.status).toBe(200)
  })

  it('means nothing on a GET', async () => {
    const answer = await house.request('GET', '/v1/me', {
      headers: { 'idempotency-key': 'not a key at all' },
    })
    expect(answer.status).toBe(200)
  })
})
