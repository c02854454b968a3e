import { describe, expect, it } from 'vitest'
import { defaultTimings } from '../../src/config.ts'
import type { FailpointName } from '../../src/publishing/failpoint.ts'
import { startWorker } from '../processes/start-worker.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

/** With the usual lengths, in which a lease lasts for a minute. */
const usual = { timings: defaultTimings, worker: false }

/** Where a worker has something in hand, and nothing of it is being sent. */
const beforeSending = [
  'after_claim',
  'after_prepare_call',
  'after_artefact_save',
  'before_intent_commit',
] as const

describe('a worker that is killed with the usual timings', () => {
  it.each(beforeSending)('%s: all is public within a second of the next start', async (failpoint) => {
    await inRoom(async (room) => {
      const { first, second, account } = await killOne(room, failpoint, 'two_phase')
      const startedAt = performance.now()
      room.app.worker.start()
      await room.settled(first, ['posted'], 5_000)
      await room.settled(second, ['posted'], 5_000)
      expect(performance.now() - startedAt).toBeLessThan(1_000)
      expect((await room.truth(account)).posts).toEqual(['First', 'Second'])
    })
  })

  it('after its answer was written down: who waited behind that goes out at once', async () => {
    await inRoom(async (room) => {
      const { first, second } = await killOne(room, 'after_settle_commit')
      expect(await room.status(first)).toBe('posted')
      const startedAt = performance.now()
      room.app.worker.start()
      await room.settled(second, ['posted'], 5_000)
      expect(performance.now() - startedAt).toBeLessThan(1_000)
    })
  })
})

async function inRoom(story: (room: Newsroom) => Promise<void>): Promise<void> {
  const room = await openNewsroom(usual)
  try {
    await story(room)
  } finally {
    await room.stop()
  }
}

/** A worker that dies with the first of two posts of an account in hand. */
async function killOne(
  room: Newsroom,
  failpoint: FailpointName,
  networkClass = 'key',
): Promise<{ first: string; second: string; account: string }> {
  const account = await room.account('Harbour', { network_class: networkClass })
  const { id: first } = await room.post({ caption: 'First', social_accounts: [account] })
  const { id: second } = await room.post({ caption: 'Second', social_accounts: [account] })
  const doomed = await startWorker(room, { failpoint, visit: 1 })
  expect(await doomed.ended).toBe('SIGKILL')
  return { first, second, account }
}
