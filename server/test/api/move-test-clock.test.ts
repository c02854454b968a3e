// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepConnectAttempts } from '../../src/connections/sweep-connect-attempts.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse, type Tenant } from '../house.ts'
import { quickTimings } from '../stories/quick-timings.ts'
import { until } from '../stories/until.ts'
import { testRefusals } from './refusals.ts'

const [hour, day] = [3_600, 86_400]

let house: House
beforeAll(async () => {
  house = await startHouse({ timings: quickTimings })
})
afterAll(() => house.stop())

/** A newcomer with a clock that nobody moved yet, and one test account. */
async function newcomer() {
  const tenant = await house.newTenant()
  const account = await house.connectIn(tenant, 'sandbox', { name: 'Harbour' }, 'test')
  const ask = (method: string, path: string, body?: unknown) =>
    house.request(method, path, { key: tenant.testKey, ...(body === undefined ? {} : { body }) })
  const post = async (more: object = {}) => {
    const answer = await ask('POST', '/v1/posts', { caption: 'Words', social_accounts: [account], ...more })
    expect(answer.status, answer.text).toBe(200)
    return answer.json
  }
  const inSeconds = async (seconds: number) =>
    new Date(Date.parse((await ask('GET', '/v1/test-clock')).json.now) + seconds * 1_000).toISOString()
  return {
    ...tenant,
    account,
    ask,
    post,
    inSeconds,
    move: (body: unknown) => ask('POST', '/v1/test-clock', body),
    status: async (id: string) => (await ask('GET', `/v1/posts/${id}`)).json.status,
    result: async (id: string) =>
      (await ask('GET', `/v1/post-results?status=any&post_id=${id}`)).json.data[0],
  }
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>

const comesTo = (who: Newcomer, id: string, wanted: string) =>
  until(
    () => who.status(id),
    (status) => status === wanted,
    20_000,
  )

describe('advanced', () => {
  test('shows the new time, by seconds or by a time', async () => {
    const who = await newcomer()
    const { status, json } = await who.move({ advance_by_seconds: 3 * day })
    expect(status).toBe(200)
    expect(json).toMatchObject({ advanced_by_seconds: 3 * day, next_due_at: null })
    expect(Date.parse(json.now) - Date.parse(json.real_time)).toBe(3 * day * 1_000)
    expect((await who.move({ advance_by_seconds: 60 })).json.advanced_by_seconds).toBe(3 * day + 60)
    const wanted = await who.inSeconds(hour)
    const moved = Date.parse((await who.move({ now: wanted })).json.now)
    expect(moved).toBeGreaterThanOrEqual(Date.parse(wanted))
    expect(moved).toBeLessThan(Date.parse(wanted) + 10_000)
  })

  test('publishes at once what came due, in its order, and leaves what is due later', async () => {
    const who = await newcomer()
    const posts = []
    for (const [caption, seconds] of [
      ['Third', 3 * hour],
      ['First', hour],
      ['Second', 2 * hour],
    ] as const)
      posts.push(await who.post({ caption, scheduled_at: await who.inSeconds(seconds) }))
    const later = await who.post({ caption: 'Fourth', scheduled_at: await who.inSeconds(day) })
    const { json } = await who.move({ advance_by_seconds: 4 * hour })
    expect(json.next_due_at).toBe(later.scheduled_at)
    for (const { id } of posts) await comesTo(who, id, 'posted')
    expect(await texts(who)).toEqual(['First', 'Second', 'Third'])
    expect(await who.status(later.id)).toBe('scheduled')
    await who.move({ now: later.scheduled_at })
    await comesTo(who, later.id, 'posted')
  })

  test('is the time that new posts are held against, and published at', async () => {
    const who = await newcomer()
    const past = await who.inSeconds(hour)
    await who.move({ advance_by_seconds: day })
    const refused = await who.ask('POST', '/v1/posts', {
      social_accounts: [who.account],
      caption: 'Late',
      scheduled_at: past,
    })
    expect(refused).toMatchObject({ status: 422, json: { code: 'scheduled_at_in_past' } })
    await comesTo(who, (await who.post()).id, 'posted')
  })

  test('asks about what is later than its policy allows, as if the server had been off', async () => {
    const who = await newcomer()
    const at = await who.inSeconds(hour)
    const usual = await who.post({ scheduled_at: at })
    const patient = await who.post({ scheduled_at: at, late_policy: 'publish_always' })
    await who.move({ advance_by_seconds: 3 * day })
    await comesTo(who, usual.id, 'needs_review')
    expect((await who.result(usual.id)).review).toMatchObject({ reason: 'missed_window', sent_at: null })
    await comesTo(who, patient.id, 'posted')
  })

  test('ends the grace of a subscription that lapsed, and what is due is held', async () => {
    const who = await newcomer()
    const { id } = await who.post({
      scheduled_at: await who.inSeconds(2 * day),
      late_policy: 'publish_always',
    })
    await who.move({ advance_by_seconds: day })
    const lapse = sql`subscription = 'inactive', subscription_ended_at = clock_timestamp() - interval '1 day'`
    await house.db.run(sql`update workspaces set ${lapse} where id = ${who.workspaceId}`)
    // Without a subscription no key may move the clock any more.
    await house.db.run(
      sql`update test_clocks set ahead = interval '60 hours' where workspace_id = ${who.workspaceId}`,
    )
    await house.db.run(
      sql`update targets set next_action_at = clock_timestamp() where workspace_id = ${who.workspaceId}`,
    )
    house.context.wake(0)
    const held = () =>
      house.db.row<{ state: string; hold_reason: string | null }>(
        sql`select state, hold_reason from targets where workspace_id = ${who.workspaceId} and post_id = ${id}`,
      )
    expect(await until(held, (row) => row?.state === 'held')).toMatchObject({ hold_reason: 'subscription' })
  })

  test('moves nobody else’s clock, and not that of live data', async () => {
    const [who, other] = [await newcomer(), await newcomer()]
    const live = await house.connectIn(who, 'sandbox', { name: 'Live' }, 'live')
    const body = { caption: 'Live', social_accounts: [live], scheduled_at: await who.inSeconds(hour) }
    const liveId = (await house.request('POST', '/v1/posts', { key: who.liveKey, body })).json.id
    const { id } = await other.post({ scheduled_at: await who.inSeconds(hour) })
    const mine = await who.post({ scheduled_at: await who.inSeconds(hour) })
    await who.move({ advance_by_seconds: 2 * hour })
    await comesTo(who, mine.id, 'posted')
    expect(await other.status(id)).toBe('scheduled')
    expect((await other.ask('GET', '/v1/test-clock')).json.advanced_by_seconds).toBe(0)
    expect((await house.request('GET', `/v1/posts/${liveId}`, { key: who.liveKey })).json.status).toBe(
      'scheduled',
    )
  })

  test('leaves what a network may have to the real time', async () => {
    const who = await newcomer()
    await who.post({ scheduled_at: await who.inSeconds(2 * day) })
    const read = () =>
      house.db.row<{ at: string }>(
        sql`select next_action_at::text as at from targets where workspace_id = ${who.workspaceId}`,
      )
    for (const state of ['committing', 'unknown', 'confirming']) {
      await house.db.run(sql`
        update targets set state = ${state}, next_action_at = clock_timestamp() + interval '1 day'
        where workspace_id = ${who.workspaceId}`)
      const before = await read()
      expect((await who.move({ advance_by_seconds: 60 })).status).toBe(200)
      expect(await read()).toEqual(before)
    }
  })

  test('moves once under one Idempotency-Key', async () => {
    const who = await newcomer()
    const send = {
      key: who.testKey,
      body: { advance_by_seconds: 60 },
      headers: { 'idempotency-key': newId() },
    }
    const first = await house.request('POST', '/v1/test-clock', send)
    const again = await house.request('POST', '/v1/test-clock', send)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect((await who.ask('GET', '/v1/test-clock')).json.advanced_by_seconds).toBe(60)
  })

  test('loses no post that is made while it is moved', async () => {
    const who = await newcomer()
    const at = await who.inSeconds(5 * hour)
    const body = {
      caption: 'Words',
      social_accounts: [who.account],
      scheduled_at: at,
      late_policy: 'publish_always',
    }
    const [moves, posts] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => who.move({ advance_by_seconds: hour }))),
      Promise.all(Array.from({ length: 40 }, () => who.ask('POST', '/v1/posts', body))),
    ])
    expect(moves.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await who.ask('GET', '/v1/test-clock')).json.advanced_by_seconds).toBe(6 * hour)
    const [made, late] = [
      posts.filter(({ status }) => status === 200),
      posts.filter(({ status }) => status !== 200),
    ]
    // Posts that came after the clock had passed their time were refused for that.
    expect(new Set(late.map(({ json }) => json.code))).toEqual(
      new Set(late.length > 0 ? ['scheduled_at_in_past'] : []),
    )
    for (const { json } of made) await comesTo(who, json.id, 'posted')
    expect(await texts(who)).toHaveLength(made.length)
  })
})

describe('everything that waits goes by it', () => {
  test('a try after a failure, in any state in which a target waits for it', async () => {
    const who = await newcomer()
    const { id } = await who.post({ scheduled_at: await who.inSeconds(hour), late_policy: 'publish_always' })
    for (const state of ['scheduled', 'preparing', 'ready']) {
      await house.db.run(sql`
        update targets set state = ${state}, tries = 3, scheduled_at = crier_now(workspace_id, mode),
          next_action_at = clock_timestamp() + interval '8 minutes'
        where post_id = ${id}`)
      const read = () =>
        house.db.row<{ seconds: number }>(sql`
          select extract(epoch from next_action_at - clock_timestamp())::float8 as seconds from targets
          where post_id = ${id}`)
      await who.move({ advance_by_seconds: 60 })
      expect((await read())?.seconds).toBeGreaterThan(410)
      expect((await read())?.seconds).toBeLessThan(421)
    }
    await who.move({ advance_by_seconds: 600 })
    await comesTo(who, id, 'posted')
  })

  test('a rate limit of the simulated network', async () => {
    const who = await newcomer()
    await who.ask('PATCH', `/v1/social-accounts/${who.account}`, {
      behavior: { behavior: 'rate_limit', times: 1, retry_after_seconds: 3_000 },
    })
    const { id } = await who.post()
    const blocked = () =>
      house.db.row<{ seconds: number | null }>(sql`
        select extract(epoch from blocked_until - clock_timestamp())::float8 as seconds from social_accounts
        where id = ${who.account}`)
    await until(blocked, (row) => (row?.seconds ?? 0) > 2_900)
    await who.move({ advance_by_seconds: 1_000 })
    expect((await blocked())?.seconds).toBeLessThan(2_001)
    expect(await texts(who)).toEqual([])
    await who.move({ advance_by_seconds: 2_100 })
    await comesTo(who, id, 'posted')
  })

  test('the daily look at credentials that nothing used', async () => {
    const who = await newcomer()
    const live = await house.connectIn(who, 'sandbox', { name: 'Live' }, 'live')
    await house.db.run(sql`
      update connections set refresh_after = clock_timestamp() + interval '20 hours'
      where workspace_id = ${who.workspaceId}`)
    await who.move({ advance_by_seconds: 10 * hour })
    const hoursOf = async (account: string) => {
      const row = await house.db.row<{ hours: number }>(sql`
        select extract(epoch from refresh_after - clock_timestamp())::float8 / 3600 as hours from connections
        where account_id = ${account}`)
      return Math.round(row?.hours ?? 0)
    }
    expect([await hoursOf(who.account), await hoursOf(live)]).toEqual([10, 20])
  })

  test('a connect attempt and a connect link, which show their end by it', async () => {
    const who = await newcomer()
    await who.move({ advance_by_seconds: 3 * day })
    const start = Date.parse((await who.ask('GET', '/v1/test-clock')).json.now)
    const attempt = (
      await who.ask('POST', '/v1/social-accounts/connect', { platform: 'sandbox', way: 'oauth' })
    ).json
    const link = (await who.ask('POST', '/v1/social-accounts/connect-links', { expires_in_seconds: day }))
      .json
    expect((Date.parse(attempt.expires_at) - start) / 60_000).toBeCloseTo(10, 0)
    expect((Date.parse(link.expires_at) - start) / 3_600_000).toBeCloseTo(24, 0)
    const shown = async () => [
      (await who.ask('GET', `/v1/social-accounts/connect/${attempt.id}`)).json.status,
      (await who.ask('GET', `/v1/social-accounts/connect-links/${link.id}`)).json.status,
    ]
    await who.move({ advance_by_seconds: 300 })
    expect(await shown()).toEqual(['waiting', 'open'])
    await who.move({ advance_by_seconds: 301 })
    expect(await shown()).toEqual(['expired', 'open'])
    await sweepConnectAttempts(house.context)
    const kept = await house.db.row<{ keep: string | null }>(
      sql`select keep from connect_attempts where id = ${attempt.id}`,
    )
    expect(kept?.keep).toBeNull()
    await who.move({ advance_by_seconds: day })
    expect(await shown()).toEqual(['expired', 'expired'])
  })

  test('and nothing of live data, nor a key, without which nobody could put it back', async () => {
    const who = await newcomer()
    const live = (body: object, path: string) =>
      house.request('POST', path, { key: who.liveKey, body }).then(({ json }) => json)
    const attempt = await live({ platform: 'sandbox', way: 'oauth' }, '/v1/social-accounts/connect')
    const link = await live({ platforms: ['sandbox'] }, '/v1/social-accounts/connect-links')
    const { key } = await house.key({
      workspaceId: who.workspaceId,
      userId: who.userId,
      mode: 'test',
      expiresAt: new Date(Date.now() + hour * 1_000),
    })
    await who.move({ advance_by_seconds: 300 * day })
    const read = async (path: string) => (await house.request('GET', path, { key: who.liveKey })).json
    expect(await read(`/v1/social-accounts/connect/${attempt.id}`)).toEqual(attempt)
    expect(await read(`/v1/social-accounts/connect-links/${link.id}`)).toEqual(link)
    expect((await house.request('GET', '/v1/test-clock', { key })).status).toBe(200)
  })
})

describe('put back', () => {
  test('takes nothing back: what is public stays so, what was due stays due, the rest waits for its time', async () => {
    const who = await newcomer()
    await who.move({ advance_by_seconds: 10 * day })
    const out = await who.post({ caption: 'Out' })
    await comesTo(who, out.id, 'posted')
    const later = await who.post({ caption: 'Later', scheduled_at: await who.inSeconds(hour) })
    await house.db.run(sql`update social_accounts set status = 'needs_reconnect' where id = ${who.account}`)
    const due = await who.post({ caption: 'Due' })
    await comesTo(who, due.id, 'held')
    const { status, json } = await who.move({ reset: true })
    expect([status, json.advanced_by_seconds, json.now]).toEqual([200, 0, json.real_time])
    await house.connectIn(who, 'sandbox', { name: 'Harbour' }, 'test')
    await comesTo(who, due.id, 'posted')
    expect(await texts(who)).toEqual(['Out', 'Due'])
    expect(await who.status(out.id)).toBe('posted')
    expect(await who.status(later.id)).toBe('scheduled')
    await who.move({ advance_by_seconds: 10 * day + hour })
    await comesTo(who, later.id, 'posted')
  })

  test('lets what failed while it was ahead be tried again at once', async () => {
    const who = await newcomer()
    await who.move({ advance_by_seconds: 10 * day })
    await who.ask('PATCH', `/v1/social-accounts/${who.account}`, {
      behavior: { behavior: 'refuse', times: 1 },
    })
    const { id } = await who.post()
    await comesTo(who, id, 'failed')
    await who.move({ reset: true })
    expect((await who.ask('POST', `/v1/post-results/${(await who.result(id)).id}/retry`)).status).toBe(200)
    await comesTo(who, id, 'posted')
  })

  test('is no change when it was never moved', async () => {
    const who = await newcomer()
    expect((await who.move({ reset: true })).json).toMatchObject({ advanced_by_seconds: 0 })
  })
})

describe('422', () => {
  let who: Newcomer
  beforeAll(async () => {
    who = await newcomer()
    await who.move({ advance_by_seconds: 10 * day })
  })

  test.each([
    ['nothing', {}, '', 'required'],
    ['two at once', { advance_by_seconds: 1, reset: true }, '/reset', 'one_of_several'],
    ['backward', { advance_by_seconds: -60 }, '/advance_by_seconds', 'too_small'],
    ['not at all', { advance_by_seconds: 0 }, '/advance_by_seconds', 'too_small'],
    ['half a second', { advance_by_seconds: 1.5 }, '/advance_by_seconds', 'wrong_type'],
    ['a number in quotes', { advance_by_seconds: '60' }, '/advance_by_seconds', 'wrong_type'],
    ['further than any clock', { advance_by_seconds: 1e15 }, '/advance_by_seconds', 'too_large'],
    ['further in all', { advance_by_seconds: 360 * day }, '/advance_by_seconds', 'clock_too_far'],
    ['a time that has passed', { now: '2020-01-01T00:00:00Z' }, '/now', 'clock_goes_forward'],
    ['a time too far', { now: '9999-01-01T00:00:00Z' }, '/now', 'clock_too_far'],
    ['a date that there is not', { now: '2030-02-30T00:00:00Z' }, '/now', 'wrong_format'],
    ['a date alone', { now: '2030-02-03' }, '/now', 'wrong_format'],
    ['a time that is null', { now: null }, '/now', 'wrong_type'],
    ['reset that is false', { reset: false }, '/reset', 'not_allowed'],
    ['a field that is none', { ahead: 1 }, '/ahead', 'unknown_field'],
  ])('refuses %s', async (_what, body, pointer, code) => {
    const { status, json } = await who.move(body)
    expect([status, json.errors]).toMatchObject([422, [{ pointer, code }]])
    expect((await who.ask('GET', '/v1/test-clock')).json.advanced_by_seconds).toBe(10 * day)
  })

  test('takes the very furthest time', async () => {
    const clock = (await who.ask('GET', '/v1/test-clock')).json
    const furthest = 366 * day - clock.advanced_by_seconds
    expect((await who.move({ advance_by_seconds: furthest })).json.advanced_by_seconds).toBe(366 * day)
    expect((await who.move({ advance_by_seconds: 1 })).json.code).toBe('clock_too_far')
  })
})

test('403: live data go by the real time', async () => {
  const answer = await house.request('POST', '/v1/test-clock', { body: { advance_by_seconds: 60 } })
  expect(answer).toMatchObject({ status: 403, json: { code: 'test_key_required' } })
})

testRefusals(
  () => house,
  'publish',
  async () => ({ method: 'POST', path: '/v1/test-clock', body: { advance_by_seconds: 60 } }),
)

async function texts({ workspaceId }: Tenant): Promise<string[]> {
  const rows = await house.db.rows<{ text: string }>(sql`
    select text from sandbox_posts where profile_id in (
      select external_id::uuid from social_accounts where workspace_id = ${workspaceId}) order by created_at`)
  return rows.map(({ text }) => text)
}
