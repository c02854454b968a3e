import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { openZone } from '../../src/lib/zone/zone.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { type Browser, signedIn } from './person.ts'

let house: House
let admin: Browser
let harbour: string
let flour: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  admin = await signedIn(house, 'admin')
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`update posts set deleted_at = clock_timestamp()`)
  await house.db.run(
    sql`update targets set state = 'canceled', next_action_at = null, hold_reason = null, review = null, lease_until = null`,
  )
  await house.db.run(sql`delete from queue_slots`)
  await house.db.run(sql`update workspaces set timezone = 'Europe/Berlin' where id = ${house.workspaceId}`)
})

const change = (body: object, by = admin) =>
  by.request('PATCH', `/app/workspaces/${house.workspaceId}/time-zone`, { body })
const zoneNow = async () => (await house.request('GET', '/v1/me')).json.workspace.timezone
const read = async (id: string, key = house.liveKey) =>
  (await house.request('GET', `/v1/posts/${id}`, { key })).json
const create = async (body: object, key = house.liveKey) => {
  const answer = await house.request('POST', '/v1/posts', {
    key,
    body: { caption: 'words', social_accounts: [harbour], ...body },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const targetTimes = async (id: string) =>
  (
    await house.db.rows<{ at: Date }>(
      sql`select scheduled_at as at from targets where post_id = ${id} order by position`,
    )
  ).map(({ at }) => at.toISOString())

/** The moment at which the clock of a zone shows a time, so many days from now. */
function at(zoneName: string, days: number, hour: number): string {
  const [zone, first] = [openZone(zoneName), openZone('Europe/Berlin')]
  if (!zone || !first) throw new Error(`There is no zone ${zoneName}.`)
  // Days are counted from today in the zone that the posts are planned in: elsewhere it may be tomorrow already.
  const midnight = Math.floor(first.wallAt(Date.now()) / 86_400_000) * 86_400_000
  return new Date(zone.momentsOf(midnight + days * 86_400_000 + hour * 3_600_000).at).toISOString()
}
/** The next half past two that comes a second time. */
function nextTwice(zoneName: string): string {
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000
  for (let day = 8; day < 400; day += 1) {
    const found = openZone(zoneName)?.momentsOf(midnight + day * 86_400_000 + 2.5 * 3_600_000)
    if (found?.kind === 'twice') return new Date(found.again).toISOString()
  }
  throw new Error(`The clock of ${zoneName} is not put back any more.`)
}
const versionsOf = async () =>
  house.db.rows(sql`select id, version from posts where deleted_at is null order by id`)
const eventsOf = (id: string) =>
  house.db.rows<{ data: JsonObject }>(
    sql`select data from events where subject_id = ${id} and type = 'post.updated'`,
  )

describe('keeping the time on the clock', () => {
  test('moves what is planned, in both modes, with an event for each', async () => {
    const before = await create({ caption: 'Autumn bread list', scheduled_at: at('Europe/Berlin', 7, 9) })
    const draft = await create({ is_draft: true, scheduled_at: at('Europe/Berlin', 8, 9) })
    const pier = await house.connect('sandbox', { name: 'pier' }, 'test')
    const testing = await create(
      { social_accounts: [pier], scheduled_at: at('Europe/Berlin', 9, 9) },
      house.testKey,
    )
    const now = await create({ scheduled_at: null })
    const plain = await create({ is_draft: true })
    const { status, json } = await change({ timezone: 'america/new_york', keep: 'clock' })
    expect(status).toBe(200)
    expect(json).toEqual({
      previous_timezone: 'Europe/Berlin',
      timezone: 'America/New_York',
      dry_run: false,
      planned: 3,
      moved: 3,
      left: [],
      example: {
        post_id: before.id,
        text: 'Autumn bread list',
        before: { at: before.scheduled_at, local_time: expect.stringMatching(/T09:00$/) },
        after: { at: at('America/New_York', 7, 9), local_time: json.example.before.local_time },
      },
      undo: expect.any(String),
      message: '3 planned posts go out at another moment. Queue slots keep their clock times.',
    })
    expect(await zoneNow()).toBe('America/New_York')
    expect((await read(before.id)).scheduled_at).toBe(at('America/New_York', 7, 9))
    expect(await targetTimes(before.id)).toEqual([at('America/New_York', 7, 9)])
    expect((await read(draft.id)).scheduled_at).toBe(at('America/New_York', 8, 9))
    expect((await read(testing.id, house.testKey)).scheduled_at).toBe(at('America/New_York', 9, 9))
    for (const same of [now, plain]) expect(await read(same.id)).toEqual(same)
    expect(await eventsOf(before.id)).toMatchObject([
      {
        data: { id: before.id, status: 'scheduled', previous_status: 'scheduled', changed: ['scheduled_at'] },
      },
    ])
    expect(await eventsOf(now.id)).toEqual([])
  })

  test('moves the times of single accounts and of threads, in whichever form they were sent', async () => {
    const moments = at('Europe/Berlin', 5, 10)
    const post = await create({
      social_accounts: [harbour, flour],
      scheduled_at: at('Europe/Berlin', 6, 9),
      platform_configurations: { sandbox: { thread: [{ caption: 'two' }] } },
      account_configurations: { account_configurations: [{ account_id: flour, scheduled_at: moments }] },
    })
    await change({ timezone: 'Asia/Tokyo', keep: 'clock' })
    const after = await read(post.id)
    const moved = at('Asia/Tokyo', 5, 10)
    expect(after.account_configurations).toEqual({
      account_configurations: [{ account_id: flour, scheduled_at: moved }],
    })
    expect(after.scheduled_at).toBe(at('Asia/Tokyo', 6, 9))
    expect((await targetTimes(post.id)).sort()).toEqual(
      [moved, moved, at('Asia/Tokyo', 6, 9), at('Asia/Tokyo', 6, 9)].sort(),
    )
    // A later change of the words keeps them.
    await house.request('PATCH', `/v1/posts/${post.id}`, { body: { caption: 'others' } })
    expect((await targetTimes(post.id)).sort()).toEqual(
      [moved, moved, at('Asia/Tokyo', 6, 9), at('Asia/Tokyo', 6, 9)].sort(),
    )
  })

  test('moves posts of the queue along with their slots, which stay taken', async () => {
    // Hours away, so that the slot of today is not about to pass.
    const hour = new Date().getUTCHours() < 12 ? 20 : 8
    const time = `${String(hour).padStart(2, '0')}:00`
    const slot = { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], time }
    await house.request('POST', '/v1/queue-slots', { body: { ...slot, jitter_minutes: 30 } })
    const posts = [await create({ use_queue: true }), await create({ use_queue: true })]
    await change({ timezone: 'America/Los_Angeles', keep: 'clock' })
    const free = (await house.request('GET', '/v1/queue-slots/next?limit=5')).json.data
    const taken = new Set<string>()
    for (const { id } of posts) {
      const { queue, scheduled_at } = await read(id)
      const zone = openZone('America/Los_Angeles')
      expect((zone?.wallAt(Date.parse(queue.slot_at)) ?? 0) % 86_400_000).toBe(hour * 3_600_000)
      expect(Date.parse(scheduled_at)).toBeGreaterThanOrEqual(Date.parse(queue.slot_at))
      taken.add(queue.slot_at)
    }
    expect(taken.size).toBe(2)
    for (const { slot_at } of free) expect(taken).not.toContain(slot_at)
  })

  test('a post of a slot with a zone of its own leaves that slot', async () => {
    const slot = { weekdays: ['mon', 'thu'], time: '09:00', timezone: 'Asia/Tokyo' }
    await house.request('POST', '/v1/queue-slots', { body: slot })
    const post = await create({ use_queue: true })
    await change({ timezone: 'America/New_York', keep: 'clock' })
    expect((await read(post.id)).queue).toBeNull()
    expect((await create({ use_queue: true })).queue).toEqual(post.queue)
  })

  test('leaves what is going out, and what would have passed, and says so', async () => {
    const going = await create({ scheduled_at: at('Europe/Berlin', 3, 9) })
    await setState(house, going.id, 'committing')
    const claimed = await create({ social_accounts: [flour], scheduled_at: at('Europe/Berlin', 3, 10) })
    await house.db.run(sql`
      update targets set state = 'preparing', lease_owner = 'x', lease_until = clock_timestamp() + interval '1 minute'
      where post_id = ${claimed.id}`)
    const soon = await create({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
    const later = await create({ scheduled_at: at('Europe/Berlin', 3, 9) })
    // Tokyo is seven or eight hours ahead.
    const { json } = await change({ timezone: 'Asia/Tokyo', keep: 'clock' })
    expect(json).toMatchObject({ planned: 4, moved: 1 })
    expect(json.left).toHaveLength(3)
    expect(json.left).toEqual(
      expect.arrayContaining([
        { post_id: going.id, reason: 'going_out' },
        { post_id: claimed.id, reason: 'going_out' },
        { post_id: soon.id, reason: 'time_passed' },
      ]),
    )
    expect(json.message).toContain('3 posts could not be moved and keep their moment')
    for (const post of [going, claimed, soon])
      expect((await read(post.id)).scheduled_at).toBe(post.scheduled_at)
    expect((await read(later.id)).scheduled_at).toBe(at('Asia/Tokyo', 3, 9))
  })

  test('gives waiting results the time at which a worker looks', async () => {
    const post = await create({ scheduled_at: at('Europe/Berlin', 3, 9) })
    const held = await create({ social_accounts: [flour], scheduled_at: at('Europe/Berlin', 3, 9) })
    await setState(house, held.id, 'held')
    await change({ timezone: 'America/New_York', keep: 'clock' })
    const rows = await house.db.rows<{ post_id: string; ahead: number | null }>(sql`
      select post_id, extract(epoch from scheduled_at - next_action_at)::float8 as ahead from targets
      where post_id = any(${[post.id, held.id]}::uuid[])`)
    const aheadOf = (id: string) => rows.find(({ post_id }) => post_id === id)?.ahead
    expect(aheadOf(post.id)).toBeGreaterThan(0)
    expect(aheadOf(post.id)).toBeLessThan(600)
    expect(aheadOf(held.id)).toBeNull()
    expect(await targetTimes(held.id)).toEqual([at('America/New_York', 3, 9)])
  })
})

test('keeping the moment changes no post', async () => {
  const post = await create({
    scheduled_at: at('Europe/Berlin', 7, 9),
    account_configurations: { [harbour]: { scheduled_at: at('UTC', 40, 9).replace('Z', '+00:00') } },
  })
  const before = await versionsOf()
  const { json } = await change({ timezone: 'Asia/Tokyo', keep: 'moment' })
  expect(json).toMatchObject({ planned: 1, moved: 0, left: [], timezone: 'Asia/Tokyo' })
  expect(json.example.after.at).toBe(json.example.before.at)
  expect(json.example.after.local_time).not.toBe(json.example.before.local_time)
  expect(json.message).toBe('1 planned post keeps its moment. Queue slots keep their clock times.')
  expect(await zoneNow()).toBe('Asia/Tokyo')
  expect(await versionsOf()).toEqual(before)
  expect(await read(post.id)).toEqual(post)
})

test('keeping the moment frees the slots of the queue, which keep their clock times', async () => {
  await house.request('POST', '/v1/queue-slots', { body: { weekdays: ['mon', 'thu'], time: '09:00' } })
  await create({ use_queue: true })
  await change({ timezone: 'Asia/Kathmandu', keep: 'moment' })
  expect((await create({ use_queue: true })).scheduled_at).toMatch(/T03:15/)
})

test('a dry run tells all and changes nothing', async () => {
  const post = await create({ scheduled_at: at('Europe/Berlin', 7, 9) })
  const asked = { timezone: 'America/New_York', keep: 'clock' }
  const { json: tried } = await change({ ...asked, dry_run: true })
  expect(tried).toMatchObject({ dry_run: true, planned: 1, moved: 1, undo: null })
  expect(await zoneNow()).toBe('Europe/Berlin')
  expect(await read(post.id)).toEqual(post)
  const { json } = await change(asked)
  expect({ ...json, dry_run: true, undo: null }).toEqual(tried)
})

describe('taking it back', () => {
  test('gives every post the very time that it had, also one that came twice', async () => {
    const post = await create({ scheduled_at: at('Europe/Berlin', 7, 9) })
    // It may be more than a year ahead, which is no time that a request may give.
    const second = nextTwice('Europe/Berlin')
    await house.db.run(sql`update posts set scheduled_at = ${second} where id = ${post.id}`)
    await house.db.run(sql`update targets set scheduled_at = ${second} where post_id = ${post.id}`)
    await house.request('POST', '/v1/queue-slots', { body: { weekdays: ['mon', 'thu'], time: '02:30' } })
    const queued = await create({ use_queue: true })
    const { json } = await change({ timezone: 'America/New_York', keep: 'clock' })
    expect(json.moved).toBe(2)
    const undone = await change({ undo: json.undo })
    expect(undone).toMatchObject({
      status: 200,
      json: { previous_timezone: 'America/New_York', timezone: 'Europe/Berlin', moved: 2, left: [] },
    })
    expect(await zoneNow()).toBe('Europe/Berlin')
    expect((await read(post.id)).scheduled_at).toBe(second)
    expect(await targetTimes(post.id)).toEqual([second])
    expect(await read(queued.id)).toMatchObject({
      scheduled_at: queued.scheduled_at,
      queue: queued.queue,
    })
    // It is a change like any other, and can be taken back.
    expect((await change({ undo: undone.json.undo })).json).toMatchObject({
      timezone: 'America/New_York',
      moved: 2,
    })
  })

  test('leaves posts that were changed since', async () => {
    const post = await create({ scheduled_at: at('Europe/Berlin', 7, 9) })
    const { json } = await change({ timezone: 'America/New_York', keep: 'clock' })
    const own = at('Europe/Berlin', 20, 20)
    await house.request('PATCH', `/v1/posts/${post.id}`, { body: { scheduled_at: own } })
    expect((await change({ undo: json.undo })).json).toMatchObject({
      moved: 0,
      left: [{ post_id: post.id, reason: 'changed_since' }],
    })
    expect((await read(post.id)).scheduled_at).toBe(own)
  })

  test('409: once, for a day, and not after another change; 422: of this workspace alone', async () => {
    await create({ scheduled_at: at('Europe/Berlin', 7, 9) })
    const first = (await change({ timezone: 'America/New_York', keep: 'clock' })).json.undo
    const second = (await change({ timezone: 'Asia/Tokyo', keep: 'clock' })).json.undo
    expect(await change({ undo: first })).toMatchObject({ status: 409, json: { code: 'cannot_undo' } })
    expect((await change({ undo: second })).status).toBe(200)
    expect(await change({ undo: second })).toMatchObject({ status: 409, json: { code: 'cannot_undo' } })
    await house.db.run(sql`
      update time_zone_changes set created_at = created_at - interval '25 hours' where id = ${first}`)
    expect((await change({ undo: first })).status).toBe(409)
    expect(await change({ undo: newId() })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/undo', code: 'change_not_found' }] },
    })
  })
})

test('a change to the same zone is none', async () => {
  await create({ scheduled_at: at('Europe/Berlin', 7, 9) })
  expect((await change({ timezone: 'Europe/Berlin', keep: 'clock' })).json).toMatchObject({
    planned: 1,
    moved: 0,
    undo: null,
  })
})

test('posts that are queued meanwhile get a time by one zone or the other, and share no slot', async () => {
  await house.request('POST', '/v1/queue-slots', {
    body: { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], time: '12:00' },
  })
  const queue = () => create({ use_queue: true })
  const [posts] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, queue)),
    // To the west, where no time of today has passed.
    change({ timezone: 'America/St_Johns', keep: 'clock' }),
  ])
  const times = await Promise.all(posts.map(async ({ id }) => (await read(id)).scheduled_at))
  expect(new Set(times).size).toBe(10)
  const zone = openZone('America/St_Johns')
  for (const time of times) expect((zone?.wallAt(Date.parse(time)) ?? 0) % 86_400_000).toBe(12 * 3_600_000)
})

test('403: below an admin nobody changes it', async () => {
  for (const role of ['viewer', 'author', 'editor'] as const) {
    const browser = await signedIn(house, role)
    expect((await change({ timezone: 'UTC', keep: 'clock' }, browser)).json.code).toBe('role_missing')
  }
})

test.each<[string, object, string]>([
  ['nothing', {}, '/timezone'],
  ['no word on what is kept', { timezone: 'UTC' }, '/keep'],
  ['no zone', { keep: 'clock' }, '/timezone'],
  ['a zone that is none', { timezone: 'Nowhere', keep: 'clock' }, '/timezone'],
  ['both at once', { undo: newId(), keep: 'clock' }, '/keep'],
])('422: %s', async (_what, body, pointer) => {
  const { status, json } = await change(body)
  expect([status, json.errors?.[0]?.pointer]).toEqual([422, pointer])
})
