import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimDue } from '../../src/publishing/worker/claiming/claim-due.ts'
import { publishTarget } from '../../src/publishing/worker/publish-target.ts'
import { wakeIfFirst } from '../../src/publishing/worker/waiting/account-order.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { workerOf } from './worker-of.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom({ worker: false })
})
afterAll(() => room.stop())

const worker = () => workerOf(room.context)

async function queue(name: string, captions: readonly string[]): Promise<string> {
  const account = await room.account(name)
  for (const caption of captions) await room.post({ caption, social_accounts: [account] })
  return account
}

const dueInMs = async (account: string, caption: string): Promise<number> => {
  const row = await room.db.row<{ ms: number }>(room.sql`
    select (extract(epoch from next_action_at - clock_timestamp()) * 1000)::float8 as ms from targets
    where account_id = ${account} and content ->> 'text' = ${caption}`)
  return row?.ms ?? Number.NaN
}

test('of an account only the first is claimed, and the second not before the first has gone', async () => {
  const own = worker()
  const account = await queue('In turn', ['First', 'Second', 'Third'])
  const first = await claimDue(own, 10)
  expect(first).toMatchObject({ claims: [{ state: 'preparing' }], waiting: [] })
  expect((await claimDue(own, 10)).claims).toEqual([])
  for (const claim of first.claims) await publishTarget(own, claim)
  expect(await dueInMs(account, 'Second')).toBeLessThanOrEqual(0)
  expect(await dueInMs(account, 'Third')).toBeGreaterThan(10_000)
  const second = await claimDue(own, 10)
  expect(second.claims).toHaveLength(1)
  for (const claim of second.claims) await publishTarget(own, claim)
  for (const claim of (await claimDue(own, 10)).claims) await publishTarget(own, claim)
  expect((await room.truth(account)).posts).toEqual(['First', 'Second', 'Third'])
})

test('one that comes while another of its account is on its way is reported to the caller, and is not claimed', async () => {
  const own = worker()
  const account = await queue('On its way', ['Now'])
  const { claims } = await claimDue(own, 10)
  await room.post({ caption: 'Meanwhile', social_accounts: [account] })
  const later = await claimDue(own, 10)
  expect(later).toMatchObject({ claims: [], waiting: [{ workspaceId: room.workspaceId }] })
  for (const target of later.waiting) expect(await wakeIfFirst(own, target)).toBe(false)
  for (const claim of claims) await publishTarget(own, claim)
  expect(await dueInMs(account, 'Meanwhile')).toBeLessThanOrEqual(0)
  for (const claim of (await claimDue(own, 10)).claims) await publishTarget(own, claim)
})

test('when the first ends while the second is made to wait, the look afterwards finds that it may go', async () => {
  const own = worker()
  const account = await queue('In the same moment', ['Ends'])
  const { claims } = await claimDue(own, 10)
  await room.post({ caption: 'Waits', social_accounts: [account] })
  const claimed = Promise.withResolvers<void>()
  const ended = claimed.promise.then(() => Promise.all(claims.map((claim) => publishTarget(own, claim))))
  const later = await room.db.transaction(async (tx) => {
    const found = await claimDue({ ...own, db: tx }, 10)
    // The end of the first is written while nobody sees that the second waits; so it wakes nobody.
    claimed.resolve()
    await ended
    return found
  })
  expect(await dueInMs(account, 'Waits')).toBeGreaterThan(10_000)
  expect(later.waiting).toHaveLength(1)
  for (const target of later.waiting) expect(await wakeIfFirst(own, target)).toBe(true)
  expect(await dueInMs(account, 'Waits')).toBeLessThanOrEqual(0)
  for (const claim of (await claimDue(own, 10)).claims) await publishTarget(own, claim)
  expect((await room.truth(account)).posts).toEqual(['Ends', 'Waits'])
})

test('of one with media four are prepared beside each other, for they take their time', async () => {
  const account = await queue('Pictures', ['1', '2', '3', '4', '5', '6'])
  await room.db.run(room.sql`
    update targets set content = content || '{"media":[{"id":"0"}]}' where account_id = ${account}`)
  const { claims, waiting } = await claimDue(worker(), 10)
  expect(claims).toHaveLength(4)
  expect(waiting).toEqual([])
})

test('one that was ready long ago is prepared anew, for what was prepared may be gone', async () => {
  const own = worker()
  const ready = async (name: string, since: string) => {
    const account = await queue(name, [name])
    await room.db.run(room.sql`
      update targets set state = 'ready', scheduled_at = clock_timestamp() - ${since}::interval where account_id = ${account}`)
    return account
  }
  const accounts = [await ready('Long ago', '11 minutes'), await ready('Just now', '9 minutes')]
  const { claims } = await claimDue(own, 10)
  expect(claims.map(({ state }) => state)).toEqual(['preparing', 'ready'])
  for (const claim of claims) await publishTarget(own, claim)
  for (const account of accounts) expect((await room.truth(account)).posts).toHaveLength(1)
})
