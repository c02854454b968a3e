import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextDue } from '../../src/publishing/worker/claiming/claim-due.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { workerOf } from './worker-of.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom({ worker: false })
})
afterAll(() => room.stop())

test('what is due next is looked for no further ahead than a worker sleeps, and not of what is left out', async () => {
  const own = workerOf(room.context)
  const account = await room.account('Harbour')
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await room.post({ caption: 'In an hour', social_accounts: [account], scheduled_at: later })
  expect(await nextDue(own, [])).toBeNull()
  await room.post({ caption: 'Now', social_accounts: [account] })
  expect(await nextDue(own, [])).toBeLessThanOrEqual(0)
  expect(await nextDue(own, ['sandbox'])).toBeNull()
})
