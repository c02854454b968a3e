import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { image } from '../media-files.ts'
import { startWorker, type WrongClock, wrongClock } from '../processes/start-worker.ts'
import { startSecondProcess } from '../second-process.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { createUpload, put } from '../uploads.ts'

const hour = 3_600_000
const clocks: [string, WrongClock][] = [
  ['an hour ahead', { ms: hour }],
  ['an hour behind', { ms: -hour }],
  ['jumping an hour there and back', { ms: hour, jumps: true }],
]

const databaseNow = async ({ db }: Newsroom) =>
  (await db.row<{ now: Date }>(sql`select clock_timestamp() as now`))?.now ?? new Date(0)

describe.concurrent('extra: a worker whose clock is wrong', () => {
  it.each(clocks)('publishes, waits and asks by the clock of the database: %s', async (_what, clock) => {
    const room = await openNewsroom({ worker: false })
    const classes = ['key', 'expiring_key', 'two_phase', 'list', 'blind']
    const accounts = await Promise.all(
      classes.map((network_class) => room.account(network_class, { network_class })),
    )
    const slow = await room.account('Busy', { behavior: 'rate_limit', retry_after_seconds: 1, times: 1 })
    const deaf = await room.account('Deaf', {
      network_class: 'expiring_key',
      behavior: 'drop_answer',
      times: 1,
    })
    const worker = await startWorker(room, null, clock)
    const limited = await room.post({ caption: 'Limited', social_accounts: [slow] })
    const lost = await room.post({ caption: 'Heard', social_accounts: [deaf] })
    const start = (await databaseNow(room)).getTime() + 1_500
    const at = (seconds: number) => new Date(start + seconds * 1_000)
    const due = [0, 0.3, 0.6, 0.9]
    const posts = await Promise.all(
      due.map((seconds) =>
        room.post({
          caption: String(seconds),
          social_accounts: accounts,
          scheduled_at: at(seconds).toISOString(),
        }),
      ),
    )
    for (const { id } of [limited, lost, ...posts])
      expect(await room.settled(id, ['posted', 'failed', 'needs_review', 'held'])).toBe('posted')
    for (const account of accounts) {
      const { arrivals, posts: published } = await room.truth(account)
      expect(published).toEqual(due.map(String))
      expect(arrivals).toHaveLength(due.length)
      for (const { at: arrivedAt, text } of arrivals) {
        const lateMs = arrivedAt.getTime() - at(Number(text)).getTime()
        expect(lateMs, text).toBeGreaterThanOrEqual(0)
        // Late by a busy machine at most, not by an hour.
        expect(lateMs, text).toBeLessThan(5_000)
      }
    }
    const [refused, taken] = (await room.truth(slow)).arrivals
    expect((taken?.at.getTime() ?? 0) - (refused?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(990)
    expect((await room.truth(deaf)).posts).toEqual(['Heard'])
    await worker.kill()
    await room.stop()
  })
})

describe('extra: a server whose clock is wrong', () => {
  let room: Newsroom
  let account: string
  beforeAll(async () => {
    room = await openNewsroom({ worker: false })
    account = await room.account('Harbour')
  })
  afterAll(() => room.stop())

  it.each(clocks)('judges times, keys and uploads by the clock of the database: %s', async (_what, clock) => {
    const server = await startSecondProcess(room, wrongClock(clock))
    const ask = (method: string, path: string, send = {}) => room.request(method, server.url + path, send)
    const start = (await databaseNow(room)).getTime()
    const at = (ms: number) => new Date(start + ms).toISOString()
    const create = (scheduled_at: string, headers = {}) =>
      ask('POST', '/v1/posts', { body: { caption: 'x', social_accounts: [account], scheduled_at }, headers })

    const soon = await create(at(30_000), {
      'idempotency-key': `clock ${clock.ms} ${clock.jumps}`.replaceAll(' ', '-'),
    })
    expect([soon.status, soon.json.status, soon.json.scheduled_at]).toEqual([200, 'scheduled', at(30_000)])
    for (const time of ['created_at', 'updated_at'])
      expect(Math.abs(Date.parse(soon.json[time]) - start)).toBeLessThan(5_000)
    expect((await create(at(-120_000))).json.code).toBe('scheduled_at_in_past')
    expect((await create(at(366 * 86_400_000))).json.code).toBe('scheduled_at_too_far')
    expect((await create(at(364.99 * 86_400_000))).status).toBe(200)

    const good = await room.key({ expiresAt: new Date(start + hour / 2) })
    const expired = await room.key({ expiresAt: new Date(start - 1_000) })
    expect((await ask('GET', '/v1/me', { key: good.key })).status).toBe(200)
    expect((await ask('GET', '/v1/me', { key: expired.key })).status).toBe(401)
    const left = /t=(\d+)/.exec((await ask('GET', '/v1/me')).headers.get('ratelimit') ?? '')?.[1]
    expect(Number(left)).toBeGreaterThanOrEqual(0)
    expect(Number(left)).toBeLessThanOrEqual(60)

    const picture = await image('jpeg')
    const created = await createUpload({ ...room, request: ask }, picture, 'image/jpeg')
    const lastsMs = Date.parse(created.expires_at) - start
    expect(Math.abs(lastsMs - hour)).toBeLessThan(5_000)
    const there = created.upload_url.replace(room.url, server.url)
    expect((await put(room, there, picture, 'image/jpeg')).status).toBe(200)
    await server.kill()
  })
})
