// @module-tag slow
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Claim, claimDue } from '../../src/publishing/worker/claiming/claim-due.ts'
import { loadWork, type Work } from '../../src/publishing/worker/claiming/load-work.ts'
import { publishTarget } from '../../src/publishing/worker/publish-target.ts'
import { intend } from '../../src/publishing/worker/sending/intend.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { workerOf } from './worker-of.ts'

// A worker may still be at work on a claim that a person's edit ended when it claims the same target anew. Both then come
// to the same batches, and only the claim that counts may be written down and sent.

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom({ worker: false })
})
afterAll(() => room.stop())

const worker = () => workerOf(room.context)

async function claimOne(): Promise<Claim> {
  const [claim] = (await claimDue(worker(), 10)).claims
  if (!claim) throw new Error('Nothing was due.')
  return claim
}

/** A target whose first claim was lost to an edit: that claim, its work as it was loaded then, and the claim of today. */
async function claimTwice(account: string): Promise<{ lost: Claim; lostWork: Work | null; held: Claim }> {
  const dueAt = Date.now() + 1_500
  const time = { scheduled_at: new Date(dueAt).toISOString() }
  const post = await room.post({ caption: 'Written first', social_accounts: [account], ...time })
  const lost = await claimOne()
  const lostWork = await loadWork(worker(), lost)
  const edited = await room.request('PATCH', `/v1/posts/${post.id}`, { body: { caption: 'Corrected' } })
  expect(edited.status).toBe(200)
  await pause(dueAt - Date.now())
  return { lost, lostWork, held: await claimOne() }
}

test.each(['lost', 'held'] as const)('the work of both is loaded together, the %s first', async (first) => {
  const account = await room.account(`Loaded together, the ${first} first`)
  const { lost, held } = await claimTwice(account)
  const own = worker()
  const claims = first === 'lost' ? [lost, held] : [held, lost]
  await Promise.all(claims.map((claim) => publishTarget(own, claim)))
  expect((await room.truth(account)).posts).toEqual(['Corrected'])
})

test.each(['lost', 'held'] as const)('both are to be written down together, the %s first', async (first) => {
  const account = await room.account(`Written together, the ${first} first`)
  const { lostWork, held } = await claimTwice(account)
  const own = worker()
  const heldWork = await loadWork(own, held)
  if (!lostWork || !heldWork) throw new Error('A claim was not loaded.')
  const works = first === 'lost' ? [lostWork, heldWork] : [heldWork, lostWork]
  const intents = await Promise.all(works.map((work) => intend(own, work)))
  const written = intents.map((intent) => intent?.work.seen.fence ?? null)
  expect(written).toEqual(first === 'lost' ? [null, held.fence] : [held.fence, null])
})
