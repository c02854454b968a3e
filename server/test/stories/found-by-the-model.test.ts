import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausePublishing, resumePublishing } from '../../src/publishing/person/pause-publishing.ts'
import { claimDue } from '../../src/publishing/worker/claiming/claim-due.ts'
import { passGate } from '../../src/publishing/worker/claiming/gate.ts'
import { loadWork, type Work } from '../../src/publishing/worker/claiming/load-work.ts'
import { publishTarget } from '../../src/publishing/worker/publish-target.ts'
import { holdTarget, lockHoldSources, stopTarget } from '../../src/publishing/worker/waiting/stop-target.ts'
import { workerOf } from '../publishing/worker-of.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom({ worker: false })
})
afterAll(() => room.stop())

const worker = () => workerOf(room.context)

async function claimOne(): Promise<Work> {
  const { claims } = await claimDue(worker(), 1)
  const [claim] = claims
  if (!claim) throw new Error('Nothing was due.')
  const work = await loadWork(worker(), claim)
  if (!work) throw new Error('The claim was lost.')
  return work
}

// The steps of prepareTarget, with a person's act between its two awaits.
async function stopWhile(letGo: () => Promise<unknown>): Promise<void> {
  const work = await claimOne()
  const gate = await passGate(room.db, work)
  if (gate.verdict !== 'hold') throw new Error(`The gate says ${gate.verdict}.`)
  await letGo()
  await stopTarget(worker(), work, gate)
}

test('the end of a pause waits for a post that is just being held for it, and releases that too', async () => {
  const account = await room.account('Paused a moment')
  const everything = { platform: null, workspaceId: null }
  await pausePublishing(room.db, everything, 'a test')
  const post = await room.post({ caption: 'In the same moment', social_accounts: [account] })
  const work = await claimOne()
  const [locked, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = room.db.transaction(async (tx) => {
    await lockHoldSources(tx, work)
    locked.resolve()
    await resumed.promise
    await holdTarget(tx, work, 'paused')
  })
  await locked.promise
  const resuming = resumePublishing(room.db, everything, 0)
  await pause(300)
  resumed.resolve()
  await holding
  expect(await resuming).toBe(1)
  expect(await room.status(post.id)).toBe('processing')
  await publishNext(worker(), post.id)
  expect(await room.status(post.id)).toBe('posted')
})

test('a target whose worker saw a pause that ended since is not held for ever', async () => {
  const account = await room.account('Paused')
  const everything = { platform: null, workspaceId: null }
  await pausePublishing(room.db, everything, 'a test')
  const post = await room.post({ caption: 'Stuck', social_accounts: [account] })
  await stopWhile(() => resumePublishing(room.db, everything, 0))
  expect(await room.results(post.id)).not.toMatchObject([{ status: 'held' }])
  await room.request('POST', `/v1/posts/${post.id}/cancel`)
})

test('the same of an account that was connected again meanwhile', async () => {
  const account = await room.account('Refused')
  const post = await room.post({ caption: 'Stuck too', social_accounts: [account] })
  await room.db.run(room.sql`update social_accounts set status = 'needs_reconnect' where id = ${account}`)
  await stopWhile(() => room.account('Refused'))
  expect(await room.results(post.id)).not.toMatchObject([{ status: 'held' }])
})

test('a post that was left undecided after a restore may be public, so it is not tried again', async () => {
  const account = await room.account('Restored')
  const post = await room.post({ caption: 'Maybe', social_accounts: [account] })
  await room.db.run(room.sql`update targets set state = 'needs_review', next_action_at = null,
    review = '{"reason":"restored","sent_at":null,"look_at":null,"look_for":null,"looked_at":null,"found":[]}'
    where post_id = ${post.id}`)
  const [result] = await room.results(post.id)
  const discarded = await room.request('POST', `/v1/post-results/${result?.id}/resolve`, {
    body: { outcome: 'discard' },
  })
  expect.soft(discarded.json.error?.message).toContain('may be public')
  const again = await room.request('POST', `/v1/post-results/${result?.id}/retry`)
  expect.soft(again.status).toBe(409)
})

test('what a network took from a worker that had lost its claim is asked for by the name the network gave it', async () => {
  const account = await room.account('Late', { behavior: 'process_slowly', slow_ms: 50 })
  const post = await room.post({ caption: 'Taken late', social_accounts: [account] })
  const own = worker()
  await publishNext(own, post.id)
  expect(await room.results(post.id)).toMatchObject([{ status: 'confirming' }])
  // As it stands when another worker had found the lease over before the answer came.
  await room.db.run(room.sql`
    update commits c set outcome = 'unknown', ref = null,
      evidence = jsonb_build_array(jsonb_build_object('at', clock_timestamp(), 'what', 'late_answer', 'outcome', 'accepted', 'ref', c.ref))
    from targets t where t.workspace_id = c.workspace_id and t.id = c.target_id and t.post_id = ${post.id}`)
  await room.db.run(room.sql`
    update targets set state = 'unknown', next_action_at = clock_timestamp() where post_id = ${post.id}`)
  await pause(100)
  await publishNext(own, post.id)
  expect(await room.results(post.id)).toMatchObject([{ status: 'published', success: true }])
  expect((await room.truth(account)).posts).toEqual(['Taken late'])
})

test('a post whose access was refused twice goes out once its account is connected again', async () => {
  const loses = { behavior: 'lose_token', times: 1 }
  const account = await room.account('Refused twice', loses)
  const post = await room.post({ caption: 'At the third try', social_accounts: [account] })
  const own = worker()
  await publishNext(own, post.id)
  // The account is connected again between the tries, so the second begins with access that is good until it is used.
  await room.account('Refused twice', loses)
  await publishNext(own, post.id)
  const status = async () => (await room.request('GET', `/v1/social-accounts/${account}`)).json.status
  expect(await status()).toBe('needs_reconnect')
  await publishNext(own, post.id)
  expect(await room.results(post.id)).toMatchObject([{ status: 'held', held_reason: 'reconnect' }])

  await room.account('Refused twice')
  await publishNext(own, post.id)
  expect(await status()).toBe('active')
  expect(await room.status(post.id)).toBe('posted')
})

test('a post that fails while somebody cancels it is not said to be canceled', async () => {
  const account = await room.account('Fails meanwhile')
  const post = await room.post({ caption: 'Too late to cancel', social_accounts: [account] })
  const [locked, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const failing = room.db.transaction(async (tx) => {
    await tx.run(room.sql`select from targets where post_id = ${post.id} for no key update`)
    locked.resolve()
    await asked.promise
    await tx.run(
      room.sql`update targets set state = 'failed', next_action_at = null where post_id = ${post.id}`,
    )
  })
  await locked.promise
  const canceling = room.request('POST', `/v1/posts/${post.id}/cancel`)
  await pause(300)
  asked.resolve()
  await failing
  expect(await canceling).toMatchObject({ status: 409, json: { code: 'already_settled' } })
  expect(await room.status(post.id)).toBe('failed')
})

async function publishNext(own: ReturnType<typeof worker>, postId: string): Promise<void> {
  const [result] = await room.results(postId)
  const claim = (await claimDue(own, 10)).claims.find(({ id }) => id === result?.id)
  if (!claim) throw new Error('It was not due.')
  await publishTarget(own, claim)
}
