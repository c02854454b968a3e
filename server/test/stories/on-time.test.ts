import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from './newsroom.ts'

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

describe('a post with a time', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom()
  })
  afterAll(() => room.stop())

  it('is scheduled, and goes out within 250 ms of its time and never before', async () => {
    const account = await room.account('Clock')
    const due: string[] = []
    for (let index = 0; index < 8; index += 1) {
      const scheduledAt = inMs(2_000 + index * 300)
      due.push(scheduledAt)
      const post = await room.post({
        caption: `At ${index}`,
        social_accounts: [account],
        scheduled_at: scheduledAt,
      })
      expect(post.status).toBe('scheduled')
    }
    const { data } = (await room.request('GET', '/v1/posts?limit=8')).json
    for (const post of data) await room.settled(post.id, ['posted'])
    const { arrivals } = await room.truth(account)
    expect(arrivals.map((arrival) => arrival.text)).toEqual(due.map((_, index) => `At ${index}`))
    for (const [index, arrival] of arrivals.entries()) {
      const late = arrival.at.getTime() - new Date(due[index] ?? '').getTime()
      expect(late, `lateness of ${index} in ms`).toBeGreaterThanOrEqual(0)
      expect(late, `lateness of ${index} in ms`).toBeLessThan(250)
    }
  })

  it('goes out in the order of its account, also when all are due at once', async () => {
    const account = await room.account('Queue')
    const at = inMs(1_500)
    const words = Array.from({ length: 12 }, (_, index) => `Number ${index}`)
    for (const caption of words) await room.post({ caption, social_accounts: [account], scheduled_at: at })
    const { data } = (await room.request('GET', '/v1/posts?limit=12')).json
    for (const post of data) await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(words)
  })

  it('asks instead of going out when it is later than its policy allows', async () => {
    const account = await room.account('Late')
    const post = await room.post({
      caption: 'News of yesterday',
      social_accounts: [account],
      scheduled_at: inMs(3_600_000),
      late_policy: 'publish_1h',
    })
    await room.db.run(room.sql`update targets set scheduled_at = clock_timestamp() - interval '2 hours',
      next_action_at = clock_timestamp() where post_id = ${post.id}`)
    room.context.wake(0)
    expect(await room.settled(post.id, ['needs_review'])).toBe('needs_review')
    const [result] = await room.results(post.id)
    expect(result?.review).toMatchObject({ reason: 'missed_window', sent_at: null })
    expect((await room.truth(account)).arrivals).toEqual([])

    const answer = await room.request('POST', `/v1/post-results/${result?.id}/resolve`, {
      body: { outcome: 'not_published' },
    })
    expect(answer.status).toBe(200)
    await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['News of yesterday'])
  })

  it('goes out with its last words when it is edited in time, and not at its old time', async () => {
    const account = await room.account('Editor')
    const post = await room.post({
      caption: 'First words',
      social_accounts: [account],
      scheduled_at: inMs(1_000),
    })
    const later = inMs(2_200)
    const answer = await room.request('PATCH', `/v1/posts/${post.id}`, {
      body: { caption: 'Last words', scheduled_at: later },
    })
    expect(answer.status).toBe(200)
    await room.settled(post.id, ['posted'])
    const { posts, arrivals } = await room.truth(account)
    expect(posts).toEqual(['Last words'])
    expect(arrivals[0]?.at.getTime()).toBeGreaterThanOrEqual(new Date(later).getTime())
  })
})

describe('a draft', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom()
  })
  afterAll(() => room.stop())

  it('never goes out, also when the time it is planned for comes', async () => {
    const account = await room.account('Drawer')
    const post = await room.post({
      caption: 'Not yet',
      social_accounts: [account],
      scheduled_at: inMs(400),
      is_draft: true,
    })
    expect(post.status).toBe('draft')
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(await room.status(post.id)).toBe('draft')
    expect((await room.truth(account)).arrivals).toEqual([])
  })

  it('goes out at its plan once it is promoted, and at once when it has none', async () => {
    const account = await room.account('Press')
    const planned = await room.post({
      caption: 'Planned',
      social_accounts: [account],
      scheduled_at: inMs(1_200),
      is_draft: true,
    })
    const plain = await room.post({ caption: 'Plain', social_accounts: [account], is_draft: true })
    expect(
      (await room.request('PATCH', `/v1/posts/${planned.id}`, { body: { is_draft: false } })).json.status,
    ).toBe('scheduled')
    expect(
      (await room.request('PATCH', `/v1/posts/${plain.id}`, { body: { is_draft: false } })).json.status,
    ).toBe('processing')
    await room.settled(plain.id, ['posted'])
    await room.settled(planned.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['Plain', 'Planned'])
  })
})
