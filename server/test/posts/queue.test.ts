// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import type { State } from '../../src/targets/states.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const dayMs = 86_400_000

/** A workspace of its own, in test mode, with two accounts and a slot at nine each day. */
async function newcomer({ slots = true } = {}) {
  const tenant = await house.newTenant()
  const [harbour, flour] = [
    await house.connectIn(tenant, 'sandbox', { name: 'harbour' }, 'test'),
    await house.connectIn(tenant, 'sandbox', { name: 'flour' }, 'test'),
  ]
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    house.request(method, path, { key: tenant.testKey, headers, ...(body === undefined ? {} : { body }) })
  const slot = async (more: object = {}): Promise<string> => {
    const answer = await ask('POST', '/v1/queue-slots', { weekdays: everyDay, time: '09:00', ...more })
    expect(answer.status, answer.text).toBe(200)
    return answer.json.id
  }
  const daily = slots ? await slot() : ''
  const queue = (more: object = {}, headers: Record<string, string> = {}) =>
    ask(
      'POST',
      '/v1/posts',
      { caption: 'words', social_accounts: [harbour], use_queue: true, ...more },
      headers,
    )
  return {
    ...tenant,
    harbour,
    flour,
    daily,
    ask,
    slot,
    queue,
    change: (id: string, body: object) => ask('PATCH', `/v1/posts/${id}`, body),
    /** The day of a post, counted from the first slot that is to come. */
    dayOf: async ({ json }: Answer) => {
      const { now } = (await ask('GET', '/v1/test-clock')).json
      return Math.floor((Date.parse(json.scheduled_at) - Date.parse(now)) / dayMs)
    },
  }
}

describe('a post of the queue', () => {
  test('gets the next slot, and says which', async () => {
    const who = await newcomer()
    const answer = await who.queue()
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ status: 'scheduled', warnings: [], queue: { slot_id: who.daily } })
    expect(answer.json.scheduled_at).toMatch(/T09:00:00\.000Z$/)
    expect(answer.json.queue.slot_at).toBe(answer.json.scheduled_at)
    expect(await who.dayOf(answer)).toBe(0)
    const target = await house.db.row<{ at: Date }>(
      sql`select scheduled_at as at from targets where post_id = ${answer.json.id}`,
    )
    expect(target?.at.toISOString()).toBe(answer.json.scheduled_at)
    for (const path of [`/v1/posts/${answer.json.id}`, '/v1/posts'])
      expect(JSON.stringify((await who.ask('GET', path)).json)).toContain(JSON.stringify(answer.json.queue))
    expect(await who.dayOf(await who.queue())).toBe(1)
  })

  test('shares its slot with a post for other accounts, and with none for one of its own', async () => {
    const who = await newcomer()
    expect(await who.dayOf(await who.queue({ social_accounts: [who.harbour] }))).toBe(0)
    expect(await who.dayOf(await who.queue({ social_accounts: [who.flour] }))).toBe(0)
    expect(await who.dayOf(await who.queue({ social_accounts: [who.flour] }))).toBe(1)
    expect(await who.dayOf(await who.queue({ social_accounts: [who.harbour, who.flour] }))).toBe(2)
    expect(await who.dayOf(await who.queue({ social_accounts: [who.harbour] }))).toBe(1)
    expect(await who.dayOf(await who.queue({ social_accounts: [who.harbour] }))).toBe(3)
  })

  test('gets a slot of its account too, and never that of another', async () => {
    const who = await newcomer({ slots: false })
    const own = await who.slot({ social_account_id: who.flour })
    expect((await who.queue()).json.code).toBe('no_queue_slots')
    expect((await who.queue({ social_accounts: [who.harbour, who.flour] })).json.queue.slot_id).toBe(own)
    expect((await who.queue({ social_accounts: [who.flour] })).json.queue.slot_id).toBe(own)
  })

  test('takes numbers of accounts, and gives accounts with a time of their own no slot', async () => {
    const who = await newcomer()
    const { number } = (await who.ask('GET', `/v1/social-accounts/${who.harbour}`)).json
    expect(await who.dayOf(await who.queue({ social_accounts: [number] }))).toBe(0)
    expect(await who.dayOf(await who.queue())).toBe(1)
    const at = new Date(Date.now() + 40 * dayMs).toISOString()
    const split = await who.queue({
      social_accounts: [who.harbour, who.flour],
      account_configurations: { [who.harbour]: { scheduled_at: at } },
    })
    // Only flour needs a slot, and the first one is free for it.
    expect(await who.dayOf(split)).toBe(0)
    const targets = await house.db.rows<{ account_id: string; at: Date }>(
      sql`select account_id, scheduled_at as at from targets where post_id = ${split.json.id} order by at`,
    )
    expect(targets.map((target) => [target.account_id, target.at.toISOString()])).toEqual([
      [who.flour, split.json.scheduled_at],
      [who.harbour, at],
    ])
  })

  test('goes out up to its jitter later, by the same minutes for whoever asks again', async () => {
    const who = await newcomer({ slots: false })
    await who.slot({ jitter_minutes: 60 })
    const shown = (await who.ask('GET', '/v1/queue-slots/next?limit=30')).json.data
    const late = []
    for (const free of shown) {
      const { scheduled_at, queue } = (await who.queue()).json
      expect([scheduled_at, queue.slot_at]).toEqual([free.scheduled_at, free.slot_at])
      late.push((Date.parse(scheduled_at) - Date.parse(queue.slot_at)) / 60_000)
    }
    expect(late.every((minutes) => minutes >= 0 && minutes <= 60 && Number.isInteger(minutes))).toBe(true)
    expect(new Set(late).size).toBeGreaterThan(5)
  })

  test('reads slots without a zone in the zone of the request, else in that of the workspace', async () => {
    const who = await newcomer()
    await house.db.run(sql`update workspaces set timezone = 'Asia/Tokyo' where id = ${who.workspaceId}`)
    expect((await who.queue()).json.scheduled_at).toMatch(/T00:00:00/)
    expect((await who.queue({ use_queue: { timezone: 'asia/kathmandu' } })).json.scheduled_at).toMatch(
      /T03:15:00/,
    )
    const { status, json } = await who.queue({ use_queue: { timezone: 'Mars/Olympus' } })
    expect([status, json.errors]).toMatchObject([
      422,
      [{ pointer: '/use_queue/timezone', code: 'timezone_unknown' }],
    ])
  })

  test('is refused when each slot of 90 days is taken', async () => {
    const who = await newcomer({ slots: false })
    await who.slot({ weekdays: ['mon'] })
    let last = await who.queue()
    let given = 0
    for (; last.status === 200; given += 1) last = await who.queue()
    expect([12, 13]).toContain(given)
    expect([last.status, last.json.code]).toEqual([422, 'no_free_slot'])
  })

  test('is refused where the only slots are switched off', async () => {
    const who = await newcomer()
    await who.ask('PATCH', `/v1/queue-slots/${who.daily}`, { enabled: false })
    expect((await who.queue()).json.code).toBe('no_queue_slots')
  })
})

describe('exactly one', () => {
  test('each of 50 posts at the same moment gets a slot of its own', async () => {
    const who = await newcomer({ slots: false })
    for (const time of ['06:00', '12:00', '18:00']) await who.slot({ time })
    // A client that a full server asks to come again does so.
    const send = async (): Promise<Answer> => {
      const answer = await who.queue()
      return answer.status === 503 && answer.json.code === 'busy' ? send() : answer
    }
    const answers = await Promise.all(Array.from({ length: 50 }, send))
    expect(answers.flatMap(({ status, json }) => (status === 200 ? [] : [json.code]))).toEqual([])
    const times = answers.map(({ json }) => json.scheduled_at).sort()
    expect(new Set(times).size).toBe(50)
    const last = Math.max(...times.map((at) => Date.parse(at)))
    // 50 slots of three a day, without a hole.
    expect(last - Math.min(...times.map((at) => Date.parse(at)))).toBeLessThanOrEqual(17 * dayMs)
    const free = (await who.ask('GET', '/v1/queue-slots/next?limit=1')).json.data[0]
    expect(Date.parse(free.scheduled_at)).toBeGreaterThan(last)
  })

  test('a repeated request gets the same post with the same slot', async () => {
    const who = await newcomer()
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => who.queue({}, headers)))
    const again = await who.queue({}, headers)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    for (const { status, json } of answers)
      expect(status === 409 ? json.code : json).toEqual(
        status === 409 ? 'idempotency_in_progress' : again.json,
      )
    expect(await who.dayOf(await who.queue())).toBe(1)
  })

  test('a post with an id of its client’s own gets one slot, however often it is sent', async () => {
    const who = await newcomer()
    const id = newId()
    const first = await who.queue({ id })
    expect((await who.queue({ id })).json).toEqual(first.json)
    expect(await who.dayOf(await who.queue())).toBe(1)
  })

  test('posts that are made and posts that are moved at once share no slot', async () => {
    const who = await newcomer()
    const at = new Date(Date.now() + 30 * dayMs).toISOString()
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) ids.push((await who.queue({ use_queue: null, scheduled_at: at })).json.id)
    const answers = await Promise.all([
      ...ids.map((id) => who.change(id, { use_queue: true })),
      ...Array.from({ length: 6 }, () => who.queue()),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(new Set(answers.map(({ json }) => json.scheduled_at)).size).toBe(12)
  })
})

describe('a slot is free again', () => {
  test.each<[string, (who: Awaited<ReturnType<typeof newcomer>>, id: string) => Promise<Answer>]>([
    ['deleted', (who, id) => who.ask('DELETE', `/v1/posts/${id}`)],
    ['canceled', (who, id) => who.ask('POST', `/v1/posts/${id}/cancel`)],
    [
      'given another time',
      (who, id) => who.change(id, { scheduled_at: new Date(Date.now() + 200 * dayMs).toISOString() }),
    ],
    ['sent now', (who, id) => who.change(id, { scheduled_at: null })],
    ['made a draft', (who, id) => who.change(id, { is_draft: true })],
  ])('when its post is %s', async (_what, act) => {
    const who = await newcomer()
    const first = await who.queue()
    expect((await act(who, first.json.id)).status).toBe(200)
    const second = await who.queue()
    expect(second.json.queue).toEqual(first.json.queue)
  })

  test('for the account that a post leaves', async () => {
    const who = await newcomer()
    const first = await who.queue({ social_accounts: [who.harbour, who.flour] })
    await who.change(first.json.id, { social_accounts: [who.harbour] })
    expect(await who.dayOf(await who.queue({ social_accounts: [who.flour] }))).toBe(0)
    expect(await who.dayOf(await who.queue({ social_accounts: [who.harbour] }))).toBe(1)
  })
})

describe('a post keeps its slot', () => {
  test.each<State>(['held', 'needs_review', 'failed', 'published'])('while it is %s', async (state) => {
    const who = await newcomer()
    const { json } = await who.queue()
    await setState({ ...house, workspaceId: who.workspaceId } as House, json.id, state)
    expect(await who.dayOf(await who.queue())).toBe(1)
  })

  test('when its words change, or the same time is sent again', async () => {
    const who = await newcomer()
    const { json } = await who.queue()
    expect((await who.change(json.id, { caption: 'others' })).json.queue).toEqual(json.queue)
    const same = await who.change(json.id, { scheduled_at: json.scheduled_at, tags: ['a'] })
    expect(same.json.queue).toEqual(json.queue)
  })

  test('when the slot is changed or switched off, and the time that it had is free no more', async () => {
    const who = await newcomer()
    const { json } = await who.queue()
    await who.ask('PATCH', `/v1/queue-slots/${who.daily}`, { time: '17:00', jitter_minutes: 3 })
    expect((await who.ask('GET', `/v1/posts/${json.id}`)).json).toEqual(json)
    const next = await who.queue()
    expect(next.json.queue.slot_at).toMatch(/T17:00/)
    await who.ask('PATCH', `/v1/queue-slots/${who.daily}`, { time: '09:00', jitter_minutes: 60 })
    expect((await who.queue()).json.queue.slot_at).not.toBe(json.queue.slot_at)
  })
})

describe('a change', () => {
  test('gives a post the next free slot, which may be the one it has', async () => {
    const who = await newcomer()
    const [first, second] = [await who.queue(), await who.queue()]
    expect((await who.change(second.json.id, { use_queue: true })).json.queue).toEqual(second.json.queue)
    await who.ask('DELETE', `/v1/posts/${first.json.id}`)
    const moved = await who.change(second.json.id, { use_queue: true })
    expect(moved.json.queue).toEqual(first.json.queue)
    expect(moved.json.scheduled_at).toBe(first.json.scheduled_at)
  })

  test('gives a draft a slot when it is published, whatever its plan was', async () => {
    const who = await newcomer()
    const planned = new Date(Date.now() + 30 * dayMs).toISOString()
    const draft = await who.queue({ is_draft: true, scheduled_at: planned, use_queue: null })
    const kept = await who.change(draft.json.id, { use_queue: true })
    expect(kept.json).toMatchObject({ scheduled_at: planned, queue: null, status: 'draft' })
    expect(kept.json.warnings).toMatchObject([{ code: 'queue_unused' }])
    const { status, json } = await who.change(draft.json.id, { is_draft: false, use_queue: true })
    expect([status, json.status, json.queue.slot_id]).toEqual([200, 'scheduled', who.daily])
    expect(json.warnings).toEqual([])
  })

  test('to a time of its own wins over use_queue, with a warning', async () => {
    const who = await newcomer()
    const { json } = await who.queue()
    const at = new Date(Date.now() + 30 * dayMs).toISOString()
    const moved = await who.change(json.id, { use_queue: true, scheduled_at: at })
    expect(moved.json).toMatchObject({ scheduled_at: at, queue: null, warnings: [{ code: 'queue_unused' }] })
  })
})

test('a draft takes no slot, and says so', async () => {
  const who = await newcomer()
  const { status, json } = await who.queue({ is_draft: true })
  expect([status, json.scheduled_at, json.queue]).toEqual([200, null, null])
  expect(json.warnings).toMatchObject([{ pointer: '/use_queue', code: 'queue_unused' }])
  expect(await who.dayOf(await who.queue())).toBe(0)
})

test('a post that its network would refuse takes no slot', async () => {
  const who = await newcomer()
  expect((await who.queue({ caption: 'x'.repeat(100_000) })).status).toBe(422)
  expect(await who.dayOf(await who.queue())).toBe(0)
})

test('validate says whether there would be a slot, and takes none', async () => {
  const who = await newcomer({ slots: false })
  const validate = async () =>
    (
      await who.ask('POST', '/v1/posts/validate', {
        caption: 'words',
        social_accounts: [who.harbour],
        use_queue: true,
      })
    ).json
  expect(await validate()).toMatchObject({ valid: false, problems: [{ code: 'no_queue_slots' }] })
  await who.slot()
  expect(await validate()).toMatchObject({ valid: true, problems: [], warnings: [] })
  expect(await who.dayOf(await who.queue())).toBe(0)
})

test('goes by the test clock: a slot that it has passed is given to nobody', async () => {
  const who = await newcomer()
  const first = await who.queue()
  await who.ask('POST', '/v1/test-clock', { now: first.json.scheduled_at })
  const second = await who.queue({ social_accounts: [who.flour] })
  expect(Date.parse(second.json.scheduled_at) - Date.parse(first.json.scheduled_at)).toBe(dayMs)
})
