// @module-tag slow
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type Answer, type House, type Send, startHouse } from '../house.ts'

let house: House
let accountId: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  accountId = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

// A key that nobody has used for a while is looked up first; then all requests set out at once.
beforeEach(async () => {
  await house.request('GET', '/v1/me')
})

const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
const post = (caption: string, more: object = {}) => ({
  caption,
  social_accounts: [accountId],
  scheduled_at: tomorrow,
  ...more,
})
const create = (body: unknown, send: Send = {}) => house.request('POST', '/v1/posts', { body, ...send })
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const many = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

/** How many posts say this, each with its target and its event. */
async function stored(caption: string): Promise<number> {
  const found = await house.db.row<{ posts: number; targets: number; events: number }>(sql`
    select count(distinct p.id) as posts, count(distinct t.id) as targets, count(distinct e.id) as events
    from posts p
      left join targets t on t.workspace_id = p.workspace_id and t.post_id = p.id
      left join events e on e.workspace_id = p.workspace_id and e.subject_id = p.id and e.type = 'post.created'
    where p.caption = ${caption}`)
  if (found?.targets !== found?.posts || found?.events !== found?.posts)
    throw new Error(`Half of a post is stored: ${JSON.stringify(found)}`)
  return found?.posts ?? 0
}

it('puts posts that are created at once into few transactions, and answers each its own', async () => {
  const answers = await many(32, (index) => create(post(`shared ${index}`)))
  expect(statuses(answers)).toEqual(Array(32).fill(200))
  expect(answers.map(({ json }) => json.caption)).toEqual(answers.map((_, index) => `shared ${index}`))
  for (const { json } of answers) {
    const { json: read } = await house.request('GET', `/v1/posts/${json.id}`)
    expect(read).toEqual(json)
  }
  const row = await house.db.row<{ transactions: number; posts: number }>(sql`
    select count(distinct xmin::text) as transactions, count(*) as posts from posts where caption like 'shared %'`)
  expect(row?.posts).toBe(32)
  expect(row?.transactions).toBeLessThan(32)
})

it('lets no request that is refused, repeated or odd harm those beside it', async () => {
  const [twice, foreign] = [newId(), newId()]
  const writer = await house.key({ scopes: ['read', 'write'] })
  const odd: [Promise<Answer>, number, string | null][] = [
    [create(post('odd account', { social_accounts: [foreign] })), 422, 'account_not_found'],
    [create(post('odd time', { scheduled_at: '2001-01-01T00:00:00Z' })), 422, 'scheduled_at_in_past'],
    [create(post('odd medium', { media: ['nobody/api/nothing.png'] })), 422, 'media_not_found'],
    [create(post('odd shape', { caption: 5 })), 422, 'wrong_type'],
    [create(post('odd id', { id: '00000000-0000-4000-8000-000000000000' })), 422, 'invalid_id'],
    [create(post('odd scope'), { key: writer.key }), 403, 'scope_missing'],
    [create(post('odd key'), keyed('two words')), 422, 'idempotency_key_invalid'],
    [create(post('named twice', { id: twice })), 200, null],
    [create(post('named twice', { id: twice })), 200, null],
    [create(post('asked twice'), keyed('twice')), 200, null],
    [create(post('asked twice'), keyed('twice')), 200, null],
  ]
  const good = many(24, (index) => create(post(`good ${index}`), index % 2 ? keyed(`good-${index}`) : {}))
  expect(statuses(await good)).toEqual(Array(24).fill(200))
  for (const [asked, status, code] of odd) {
    const answer = await asked
    expect([answer.status, answer.json.code ?? null]).toEqual([status, code])
  }
  for (let index = 0; index < 24; index += 1) expect(await stored(`good ${index}`)).toBe(1)
  expect(await stored('named twice')).toBe(1)
  expect(await stored('asked twice')).toBe(1)
  const rest = await house.db.row<{ odd: number; claims: number }>(sql`
    select (select count(*) from posts where caption like 'odd %') as odd,
      (select count(*) from idempotency_keys where status = 0) as claims`)
  expect(rest).toEqual({ odd: 0, claims: 0 })
})

it('makes one post of one Idempotency-Key among others, and replays it to the rest', async () => {
  const body = post('one of many')
  const [same, others] = await Promise.all([
    many(20, () => create(body, keyed('one-of-many'))),
    many(20, (index) => create(post(`beside ${index}`), keyed(`beside-${index}`))),
  ])
  expect(statuses([...same, ...others])).toEqual(Array(40).fill(200))
  expect(new Set(same.map(({ text }) => text)).size).toBe(1)
  expect(same.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
  expect(await stored('one of many')).toBe(1)
  for (const [index, answer] of others.entries()) {
    const again = await create(post(`beside ${index}`), keyed(`beside-${index}`))
    expect([again.status, again.text]).toEqual([200, answer.text])
    expect(await stored(`beside ${index}`)).toBe(1)
  }
})

it('keeps workspaces, live and test data apart that are created at once, each by its own clock', async () => {
  const stranger = await house.other()
  const pretend = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  await house.db.run(sql`
    insert into test_clocks (workspace_id, ahead) values (${house.workspaceId}, interval '2 days')`)
  const now = { scheduled_at: null }
  const [live, test, foreign] = await Promise.all([
    many(8, () => create(post('apart', now))),
    many(8, () => create(post('apart', { ...now, social_accounts: [pretend] }), { key: house.testKey })),
    many(8, () => create(post('apart', now), { key: stranger.liveKey })),
  ])
  expect(statuses([...live, ...test])).toEqual(Array(16).fill(200))
  expect(foreign.map(({ json }) => json.code)).toEqual(Array(8).fill('account_not_found'))
  const rows = await house.db.rows<{ mode: string; posts: number; ahead: number; own: boolean }>(sql`
    select p.mode, count(*) as posts, round(avg(extract(epoch from t.scheduled_at - p.created_at) / 3600))::int as ahead,
      bool_and(p.workspace_id = ${house.workspaceId} and t.mode = p.mode and e.mode = p.mode) as own
    from posts p join targets t on t.workspace_id = p.workspace_id and t.post_id = p.id
      join events e on e.workspace_id = p.workspace_id and e.subject_id = p.id
    where p.caption = 'apart' group by p.mode order by p.mode`)
  expect(rows).toEqual([
    { mode: 'live', posts: 8, ahead: 0, own: true },
    { mode: 'test', posts: 8, ahead: 48, own: true },
  ])
  await house.db.run(sql`delete from test_clocks`)
})

it('stores what can be stored when the database refuses one of them', async () => {
  await house.db.run(sql`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin
      if new.caption = 'poison' then raise exception 'no'; end if;
      return new;
    end $$`)
  await house.db.run(
    sql`create trigger poison before insert on posts for each row execute function refuse_poison()`,
  )
  const [poison, others] = await Promise.all([
    many(3, () => create(post('poison'))),
    many(20, (index) => create(post(`healthy ${index}`))),
  ])
  await house.db.run(sql`drop trigger poison on posts`)
  expect(statuses(poison)).toEqual([500, 500, 500])
  expect(statuses(others)).toEqual(Array(20).fill(200))
  expect(await stored('poison')).toBe(0)
  for (let index = 0; index < 20; index += 1) expect(await stored(`healthy ${index}`)).toBe(1)
})

it('lets nobody wait for an Idempotency-Key whose first request is still running, but who has it', async () => {
  const [slow, others] = await house.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into idempotency_keys (workspace_id, key, fingerprint, status, body)
      values (${house.workspaceId}, 'live:running', '\\x00', 0, '')`)
    const answers = await Promise.all([
      create(post('running'), keyed('running')),
      many(20, (index) => create(post(`passing ${index}`), keyed(`passing-${index}`))),
    ])
    await tx.run(sql`delete from idempotency_keys where key = 'live:running'`)
    return answers
  })
  expect([slow.status, slow.json.code]).toEqual([409, 'idempotency_in_progress'])
  expect(statuses(others)).toEqual(Array(20).fill(200))
  for (let index = 0; index < 20; index += 1) expect(await stored(`passing ${index}`)).toBe(1)
})
