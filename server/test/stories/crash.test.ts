import { describe, expect, it } from 'vitest'
import { failpoints } from '../../src/publishing/worker/failpoint.ts'
import { startWorker } from '../processes/start-worker.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

const classes = ['key', 'expiring_key', 'two_phase', 'list', 'blind'] as const

/** Failpoints that are reached only when an answer was lost before. */
const whileLooking = ['in_reconcile_read', 'after_reconcile_commit']

describe.concurrent('#4 a worker that is killed', () => {
  it.each(failpoints)(
    '%s loses no post and publishes none twice',
    async (failpoint) => {
      const room = await openNewsroom({ worker: false })
      try {
        await killAndRecover(room, failpoint)
      } finally {
        await room.stop()
      }
    },
    60_000,
  )

  async function killAndRecover(room: Newsroom, failpoint: (typeof failpoints)[number]): Promise<void> {
    const behavior = whileLooking.includes(failpoint) ? 'drop_answer' : 'succeed'
    const sent = []
    // One after the other: accounts of a workspace wait for each other, and not for long.
    for (const networkClass of classes) {
      const account = await room.account(networkClass, { network_class: networkClass, behavior })
      const post = await room.post({ caption: `On ${networkClass}`, social_accounts: [account] })
      sent.push({ networkClass, account, post })
    }
    if (failpoint === 'after_token_refresh')
      await room.db.run(room.sql`update connections set expires_at = clock_timestamp()`)
    const doomed = await startWorker(room, { failpoint, visit: 1 })
    expect(await doomed.ended).toBe('SIGKILL')
    // The turn of a dead process is over by itself after two minutes.
    await room.db.run(room.sql`update connections set refresh_until = null`)

    room.app.worker.start()
    for (const { networkClass, account, post } of sent) {
      const status = await room.settled(post.id, ['posted', 'needs_review', 'failed'])
      const { posts } = await room.truth(account)
      if (networkClass === 'blind') expect(['posted', 'needs_review']).toContain(status)
      else if (networkClass === 'list')
        expect(status === 'posted' || posts.length === 0, `list is ${status}`).toBe(true)
      else expect(status, networkClass).toBe('posted')
      if (status === 'posted') expect(posts).toEqual([`On ${networkClass}`])
      else expect(posts.length).toBeLessThanOrEqual(1)
    }
  }
})
