// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AnalyticsRow,
  analyticsColumns,
  analyticsRows,
  toAnalytics,
} from '../../src/analytics/analytics-item.ts'
import { collectFigures } from '../../src/analytics/collecting/collect-figures.ts'
import { takeLeases } from '../../src/analytics/collecting/figure-lease.ts'
import { listPostsToMeasure } from '../../src/analytics/collecting/posts-to-measure.ts'
import { writeFigures } from '../../src/analytics/collecting/write-figures.ts'
import {
  type Connector,
  Failure,
  type Measured,
  type MeasurePower,
  type MeasureRate,
} from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { countAll, makeDue, seedResult } from './published.ts'

/** The network: what it tells of each post, and what it was asked. */
const network = {
  calls: [] as string[][],
  tells: (_id: string): Measured | null => ({ views: 10, likes: 0 }),
  /** Awaited in each call. */
  meanwhile: (_ids: readonly string[]): Promise<void> => Promise.resolve(),
  refusal: null as string | null,
}
const rates: MeasureRate[] = []
const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes'],
  most: 3,
  rates,
  refusal: () => network.refusal,
  measure: async (posts) => {
    const ids = posts.map(({ remoteId }) => remoteId.replace('remote ', ''))
    network.calls.push(ids)
    await network.meanwhile(ids)
    return ids.map(network.tells)
  },
}
const connector: Connector = { ...sandbox, powers: [measurePosts] }

let house: House
let account: string
beforeAll(async () => {
  house = await startHouse({ worker: false, connectors: [connector] })
  await countAll(house)
})
afterAll(() => house.stop())

let number = 0
beforeEach(async () => {
  Object.assign(network, {
    calls: [],
    tells: () => ({ views: 10, likes: 0 }),
    meanwhile: () => Promise.resolve(),
    refusal: null,
  })
  rates.length = 0
  await house.db.run(sql`update result_figures set next_at = null`)
  await house.db.run(sql`update figure_turns set due_at = null`)
  number += 1
  account = await house.connect('sandbox', { name: `profile-${number}` })
})

const collect = (signal = new AbortController().signal) => collectFigures(house.context, 'sandbox', signal)
/** A counted result that is due to be measured. */
const due = async (hoursAgo = 2) => {
  const id = await seedResult(house, { accountId: account, hoursAgo })
  await countAll(house)
  return id
}
const row = (id: string) =>
  house.db.row<{
    views: number | null
    clicks: number | null
    misses: number
    next_hours: number | null
  }>(sql`
    select views, clicks, misses, (extract(epoch from next_at - at) / 3600)::float8 as next_hours
    from result_figures where post_result_id = ${id}`)
const readLease = () =>
  house.db.row<{
    reason: string | null
    failures: number
    rests_minutes: number
    lease_until: Date | null
  }>(sql`
    select reason, failures, lease_until, (extract(epoch from rest_until - clock_timestamp()) / 60)::float8 as rests_minutes
    from figure_turns where account_id = ${account}`)
const endRest = () => house.db.run(sql`update figure_turns set rest_until = null`)
const show = async (id: string) => (await house.request('GET', `/v1/analytics/${id}`)).json
const sumOf = (grain: string) =>
  house.db.row<{ views: number; likes: number }>(sql`
    select sum(views)::int8 as views, sum(likes)::int8 as likes from figure_sums
    where grain = ${grain} and (account_id = ${account} or grain = 'hour15')`)

describe('figures', () => {
  it('are read once they are due, several in one call, and then left alone until the next age', async () => {
    const ids = [await due(), await due(), await due(), await due()]
    const early = await due(0.5)
    expect(await collect()).toBe(1)
    expect(network.calls.map((ids) => ids.length)).toEqual([3, 1])
    expect(network.calls.flat().sort()).toEqual([...ids].sort())
    expect((await row(ids[0] ?? ''))?.next_hours).toBe(6)
    expect((await row(early))?.next_hours).toBe(1)
    expect(await collect()).toBe(0)
    expect(network.calls).toHaveLength(2)
  })

  it('that the network does not tell are null, and those that it told before stay', async () => {
    const id = await due()
    network.tells = () => ({ views: 10, likes: 3 })
    await collect()
    expect(await show(id)).toMatchObject({
      view_count: 10,
      like_count: 3,
      share_count: null,
      unavailable_reason: null,
    })
    network.tells = () => ({ views: 25 })
    await makeDue(house, id)
    await collect()
    expect(await show(id)).toMatchObject({ view_count: 25, like_count: 3, share_count: null })
    expect((await house.request('GET', `/v1/analytics/${id}/daily`)).json.data).toMatchObject([
      { view_count: 25, like_count: 3, share_count: null },
    ])
  })

  it('are added up as they change, also when they go down', async () => {
    const [one, two] = [await due(), await due()]
    const before = await sumOf('hour15')
    network.tells = () => ({ views: 100, likes: 5 })
    await collect()
    network.tells = () => ({ views: 70 })
    await makeDue(house, one)
    await collect()
    expect(await sumOf('day')).toEqual({ views: 170, likes: 10 })
    const after = await sumOf('hour15')
    expect((after?.views ?? 0) - (before?.views ?? 0)).toBe(170)
    expect((await row(two))?.views).toBe(100)
  })

  it('of a post that the network has lost end after a second look', async () => {
    const [gone, there] = [await due(), await due()]
    await collect()
    network.tells = (id) => (id === gone ? null : { views: 11 })
    for (const id of [gone, there]) await makeDue(house, id)
    await collect()
    expect(await row(gone)).toMatchObject({ views: 10, misses: 1, next_hours: 6 })
    await makeDue(house, gone)
    await collect()
    expect(await row(gone)).toMatchObject({ views: 10, misses: 2, next_hours: null })
    expect(await show(gone)).toMatchObject({
      view_count: 10,
      unavailable_reason: 'Sandbox no longer has this post.',
    })
    expect((await row(there))?.views).toBe(11)
  })

  it('of a post that was deleted are not asked for', async () => {
    const id = await due()
    await house.db.run(sql`
      update posts set deleted_at = clock_timestamp() where id = (select post_id from targets where id = ${id})`)
    await collect()
    expect(network.calls).toEqual([])
    expect((await row(id))?.next_hours).toBeNull()
    expect((await house.request('GET', `/v1/analytics/${id}`)).status).toBe(404)
  })

  it('of one post that the network refuses do not stand in the way of the others', async () => {
    const ids = [await due(), await due(), await due()]
    network.meanwhile = async (asked) => {
      if (asked.includes(ids[1] ?? '')) throw new Failure('invalid', 'No such kind of post.')
    }
    await collect()
    expect(await Promise.all(ids.map(async (id) => (await row(id))?.views))).toEqual([10, null, 10])
    expect((await row(ids[1] ?? ''))?.next_hours, 'the refused one waits for its next age').toBe(6)
  })
})

describe('an account', () => {
  it('rests for as long as a 429 says, and may publish meanwhile', async () => {
    await due()
    network.meanwhile = async () => {
      throw new Failure('rate_limited', 'Slow down.', { retryAfterMs: 3 * 3_600_000 })
    }
    await collect()
    expect((await readLease())?.rests_minutes).toBeCloseTo(180, 0)
    const blocked = await house.db.row(sql`select blocked_until from social_accounts where id = ${account}`)
    expect(blocked).toEqual({ blocked_until: null })
    expect(await collect()).toBe(0)
    expect(network.calls).toHaveLength(1)
  })

  it('rests longer with each failure in a row, and no longer once figures come', async () => {
    const id = await due()
    network.meanwhile = async () => {
      throw new Failure('unavailable', 'It is away.')
    }
    for (const minutes of [5, 10, 20]) {
      await collect()
      expect((await readLease())?.rests_minutes).toBeCloseTo(minutes, 0)
      await endRest()
    }
    network.meanwhile = () => Promise.resolve()
    await collect()
    expect((await row(id))?.views).toBe(10)
    expect(await readLease()).toMatchObject({ failures: 0, reason: null })
  })

  it('that lacks a permission is not asked for, and says why', async () => {
    const id = await due()
    network.refusal = 'Figures need the permission insights.'
    await collect()
    expect(network.calls).toEqual([])
    expect((await readLease())?.rests_minutes).toBeGreaterThan(300)
    expect(await show(id)).toMatchObject({
      view_count: null,
      unavailable_reason: 'Figures need the permission insights.',
    })
    network.refusal = null
    await endRest()
    await collect()
    expect(await show(id)).toMatchObject({ view_count: 10, unavailable_reason: null })
  })

  it('of which the network refuses the figures says so until it tells them', async () => {
    const id = await due()
    network.meanwhile = async () => {
      throw new Failure('forbidden', 'The permission was taken back.')
    }
    await collect()
    expect(await show(id)).toMatchObject({
      view_count: null,
      unavailable_reason: 'The permission was taken back.',
    })
    network.meanwhile = () => Promise.resolve()
    await endRest()
    await collect()
    expect(await show(id)).toMatchObject({ view_count: 10, unavailable_reason: null })
  })

  it('that must be connected again is let alone', async () => {
    const id = await due()
    await house.db.run(sql`update social_accounts set status = 'needs_reconnect' where id = ${account}`)
    expect(await collect()).toBe(0)
    expect((await show(id)).unavailable_reason).toMatch(/^Connect the account again/)
  })

  it('whose access the network ended is marked, as publishing would', async () => {
    const id = await due()
    network.meanwhile = async () => {
      throw new Failure('unauthorized', 'The token was revoked.')
    }
    await collect()
    const { json } = await house.request('GET', `/v1/social-accounts/${account}`)
    expect(json.status).toBe('needs_reconnect')
    expect((await row(id))?.views).toBeNull()
  })

  it('is asked for no more often than its rates allow, whoever asks', async () => {
    rates.push({ per: 'account', calls: 2, everyMs: 600_000 }, { per: 'app', calls: 3, everyMs: 3_600_000 })
    for (let count = 0; count < 10; count += 1) await due()
    await Promise.all([collect(), collect()])
    expect(network.calls).toHaveLength(2)
    expect((await readLease())?.rests_minutes).toBeCloseTo(10, 0)
    account = await house.connect('sandbox', { name: `second-${number}` })
    for (let count = 0; count < 10; count += 1) await due()
    await collect()
    expect(network.calls, 'one more call of the app is allowed').toHaveLength(3)
    expect((await readLease())?.rests_minutes).toBeGreaterThan(50)
  })
})

describe('publishing goes first', () => {
  const isLetAlone = async () => {
    expect(await collect()).toBe(0)
    expect(network.calls).toEqual([])
  }

  it('when the network has limited the account', async () => {
    await due()
    await house.db.run(sql`
      update social_accounts set blocked_until = clock_timestamp() + interval '1 minute' where id = ${account}`)
    await isLetAlone()
    await house.db.run(sql`update social_accounts set blocked_until = null where id = ${account}`)
    expect(await collect()).toBe(1)
  })

  it('when a post of the account is due, also between two calls', async () => {
    for (let count = 0; count < 5; count += 1) await due()
    const body = { caption: 'now', social_accounts: [account] }
    network.meanwhile = async () => {
      await house.request('POST', '/v1/posts', { body })
    }
    await collect()
    expect(network.calls).toHaveLength(1)
    network.calls = []
    await isLetAlone()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const later = { caption: 'later', social_accounts: [account], scheduled_at: tomorrow }
    await house.db.run(sql`update targets set state = 'canceled', next_action_at = null
      where account_id = ${account} and state = 'scheduled'`)
    expect((await house.request('POST', '/v1/posts', { body: later })).status).toBe(200)
    network.meanwhile = () => Promise.resolve()
    expect(await collect()).toBe(1)
  })

  it('when the operator leaves the network out, which posts say', async () => {
    const id = await due()
    const config = { ...house.context.config, figuresOff: ['sandbox'] }
    expect(await collectFigures({ ...house.context, config }, 'sandbox', new AbortController().signal)).toBe(
      0,
    )
    expect(await collect()).toBe(1)
    const row = await house.db.row<AnalyticsRow>(sql`
      select ${analyticsColumns} from ${analyticsRows} where f.post_result_id = ${id}`)
    if (!row) throw new Error('There is no such post.')
    const reason = toAnalytics({ ...house.context, config }, row).unavailable_reason
    expect(reason).toBe('The operator of this server does not have Sandbox asked.')
  })

  it('when it is paused, a guard is up or the process stops', async () => {
    await due()
    await house.db.run(sql`insert into guards (kind) values ('restored')`)
    await isLetAlone()
    await house.db.run(sql`delete from guards`)
    await house.db.run(sql`insert into pauses (id, platform) values (gen_random_uuid(), 'sandbox')`)
    await isLetAlone()
    await house.db.run(sql`delete from pauses`)
    expect(await collect(AbortSignal.abort())).toBe(0)
    expect(await collectFigures(house.context, 'nowhere', new AbortController().signal)).toBe(0)
    expect(await collect()).toBe(1)
  })
})

describe('a process', () => {
  it('that reads an account leaves no room for a second one', async () => {
    for (let count = 0; count < 3; count += 1) await due()
    network.meanwhile = async () => {
      expect(await collect()).toBe(0)
    }
    await Promise.all([collect(), collect(), collect()])
    expect(network.calls).toHaveLength(1)
  })

  it('that dies in the middle is followed by another, and changes nothing any more', async () => {
    const id = await due()
    const [dead] = await takeLeases(house.db, 'sandbox', 1)
    if (!dead) throw new Error('There was no turn.')
    const [post] = await listPostsToMeasure(house.db, dead, 3)
    if (!post) throw new Error('There was no post.')
    expect(await collect(), 'while its lease stands').toBe(0)
    await house.db.run(sql`update figure_turns set lease_until = clock_timestamp() - interval '1 second'`)
    expect(await collect()).toBe(1)
    expect(await writeFigures(house.db, dead, [{ post, measured: { views: 99_999 } }])).toBe(false)
    expect((await row(id))?.views).toBe(10)
    expect(await sumOf('day')).toMatchObject({ views: 10 })
  })

  it('that stops in a call gives its turn back at once', async () => {
    const id = await due()
    const stopping = new AbortController()
    network.meanwhile = async () => {
      stopping.abort()
      throw new Failure('unavailable', 'The call was broken off.')
    }
    await collect(stopping.signal)
    expect(await readLease()).toMatchObject({ failures: 0, lease_until: null })
    network.meanwhile = () => Promise.resolve()
    await collect()
    expect((await row(id))?.views).toBe(10)
  })
})
