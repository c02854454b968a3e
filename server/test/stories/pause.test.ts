import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pausePublishing, resumePublishing } from '../../src/publishing/person/pause-publishing.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

describe('the kill switch', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom()
  })
  afterAll(() => room.stop())

  const everything = { platform: null, workspaceId: null }

  it('stops a stream of posts within two seconds, holds them, and lets every one go afterwards, once', async () => {
    const account = await room.account('Stream')
    const posts: string[] = []
    let isOver = false
    const posting = (async () => {
      while (!isOver) {
        posts.push((await room.post({ caption: `Drop ${posts.length}`, social_accounts: [account] })).id)
        await pause(10)
      }
    })()
    // However slow the machine is, the stream has begun to arrive.
    await until(
      async () => (await room.truth(account)).arrivals.length,
      (count) => count > 0,
      20_000,
    )
    await pausePublishing(room.db, everything, 'a test')
    await pausePublishing(room.db, everything, 'twice is once')
    const pausedAt = await now()
    await pause(1_500)
    isOver = true
    await posting
    const last = posts.at(-1) ?? ''
    await room.settled(last, ['held'])
    const { arrivals } = await room.truth(account)
    expect(arrivals.length).toBeGreaterThan(0)
    expect(arrivals.filter(({ at }) => at.getTime() > pausedAt + 2_000)).toEqual([])
    expect((await room.results(last))[0]).toMatchObject({ held_reason: 'paused' })

    expect(await resumePublishing(room.db, everything, 0)).toBeGreaterThan(0)
    room.context.wake(0)
    for (const id of posts) await room.settled(id, ['posted'])
    const texts = (await room.truth(account)).posts
    expect([...texts].sort()).toEqual(posts.map((_, index) => `Drop ${index}`).sort())
    expect(await resumePublishing(room.db, everything, 0)).toBeNull()
  }, 120_000)

  it('stops one network or one workspace, and what two pauses hold goes when both are over', async () => {
    const account = await room.account('Twice held')
    const here = { platform: null, workspaceId: room.workspaceId }
    const there = { platform: 'sandbox', workspaceId: null }
    const elsewhere = { platform: 'elsewhere', workspaceId: null }
    for (const range of [here, there, elsewhere]) await pausePublishing(room.db, range, '')
    const post = await room.post({ caption: 'Patience', social_accounts: [account] })
    await room.settled(post.id, ['held'])
    expect(await resumePublishing(room.db, here, 0)).toBe(0)
    expect(await room.status(post.id)).toBe('held')
    expect(await resumePublishing(room.db, there, 0)).toBe(1)
    room.context.wake(0)
    await room.settled(post.id, ['posted'])
    await resumePublishing(room.db, elsewhere, 0)
  })

  async function now(): Promise<number> {
    const row = await room.db.row<{ at: Date }>(room.sql`select clock_timestamp() as at`)
    return row?.at.getTime() ?? Number.NaN
  }
})
