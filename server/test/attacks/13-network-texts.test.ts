import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom({ timings: { requestTimeoutMs: 2_000, sendWindowMs: 3_000 } })
})
afterAll(() => room.stop())

it('#13 asks about a long text also where half an emoji would stand at the end', {
  timeout: 30_000,
}, async () => {
  const behavior = { network_class: 'blind', behavior: 'drop_answer' }
  const account = await room.account('cut', behavior)
  const caption = `${'x'.repeat(199)}👋 and more`
  const post = await room.post({ caption, social_accounts: [account] })
  expect(await room.settled(post.id, ['needs_review'])).toBe('needs_review')
  expect((await room.results(post.id))[0]?.review?.look_for).toBe('x'.repeat(199))
})
