import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { raw, sql } from '../../src/db/database.ts'
import { inDatabase, withAdmin } from '../global-setup.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'

describe('extra: a disk that is full under the database', () => {
  let room: Newsroom
  let account: string
  let count = 0
  beforeAll(async () => {
    room = await openNewsroom()
  })
  beforeEach(async () => {
    count += 1
    account = await room.account(`Harbour ${count}`)
  })
  afterAll(() => room.stop())

  /** From now on every write of this kind fails as PostgreSQL fails on a full disk; answers how to end it. */
  async function fill(table: string, event: string, when = 'true'): Promise<() => Promise<void>> {
    const run = (text: string) => room.db.run(sql`${raw(text)}`)
    await run(`create or replace function disk_full() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await run(`create trigger disk_full before ${event} on ${table} for each row when (${when})
      execute function disk_full()`)
    return async () => void (await run(`drop trigger disk_full on ${table}`))
  }

  const create = (key: string, more: object = {}) =>
    room.request('POST', '/v1/posts', {
      body: { caption: key, social_accounts: [account], ...more },
      headers: { 'idempotency-key': key },
    })

  it('answers 503 with a time to come back whatever cannot be written, and makes one post afterwards', async () => {
    const before = (await room.request('GET', '/v1/posts')).json.meta.total
    const tables = {
      posts: 'insert',
      targets: 'insert',
      events: 'insert',
      idempotency_keys: 'insert or update',
    }
    for (const [table, event] of Object.entries(tables)) {
      const free = await fill(table, event)
      for (let turn = 0; turn < 2; turn += 1) {
        const refused = await create(table)
        expect([table, refused.status, refused.json.code]).toEqual([table, 503, 'database_full'])
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(refused.text).not.toMatch(/No space|extend|device/)
      }
      await free()
      const made = await create(table)
      expect(made.status).toBe(200)
      expect((await create(table)).json.id).toBe(made.json.id)
      await room.settled(made.json.id, ['posted'])
    }
    expect((await room.request('GET', '/v1/posts')).json.meta.total).toBe(before + 4)
    expect((await room.truth(account)).posts).toEqual(Object.keys(tables))
  })

  it('sends nothing while a commit cannot be written down, and once when it can', {
    timeout: 40_000,
  }, async () => {
    const free = await fill('commits', 'insert')
    const post = await room.post({ caption: 'Wait', social_accounts: [account] })
    await pause(1_500)
    expect((await room.truth(account)).arrivals).toEqual([])
    expect(await room.status(post.id)).toBe('processing')
    await free()
    await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).arrivals).toHaveLength(1)
  })

  it('forgets no answer that cannot be written down, and sends nothing twice', {
    timeout: 40_000,
  }, async () => {
    const free = await fill('targets', 'update', "new.state = 'published'")
    const post = await room.post({ caption: 'Heard', social_accounts: [account] })
    await pause(1_500)
    expect(await room.status(post.id)).toBe('processing')
    await free()
    await room.settled(post.id, ['posted'])
    const { arrivals, posts } = await room.truth(account)
    expect([arrivals.length, posts]).toEqual([1, ['Heard']])
    expect((await room.results(post.id))[0]).toMatchObject({ status: 'published', review: null })
  })

  it('is no fault of a client’s when the database may only be read', async () => {
    const post = await room.post({
      caption: 'Later',
      social_accounts: [account],
      scheduled_at: new Date(Date.now() + 2_500).toISOString(),
    })
    const name = await room.db.row<{ name: string }>(sql`select current_database() as name`)
    const admin = (text: string) =>
      withAdmin(inDatabase(room.connection, 'postgres'), async (run) => void (await run(text)))
    const reconnect = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name?.name}' and application_name like 'crier %'`
    await admin(`alter database ${name?.name} set default_transaction_read_only = on`)
    await admin(reconnect)
    for (let turn = 0; turn < 3; turn += 1) {
      const refused = await create('readonly')
      expect([refused.status, refused.json.code]).toEqual([503, 'database_unavailable'])
    }
    await pause(2_500)
    expect((await room.truth(account)).arrivals).toEqual([])
    await admin(`alter database ${name?.name} reset default_transaction_read_only`)
    await admin(reconnect)
    await room.settled(post.id, ['posted'])
    expect((await create('readonly')).status).toBe(200)
    expect((await room.truth(account)).posts[0]).toBe('Later')
  })
})
