import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Newsroom, openNewsroom } from './newsroom.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

/** One that is due first and waits for its network, and one behind it that waits for its turn. */
async function queueUp(account: string): Promise<[first: string, second: string]> {
  const first = await room.post({ caption: 'First', social_accounts: [account] })
  const second = await room.post({ caption: 'Second', social_accounts: [account] })
  await room.db.run(room.sql`
    update targets set state = 'ready', lease_owner = null, lease_until = null,
      next_action_at = clock_timestamp() + interval '1 hour'
    where account_id = ${account} and post_id in (${first.id}, ${second.id})`)
  return [first.id, second.id]
}

async function stoppedAccount(name: string): Promise<string> {
  const account = await room.account(name)
  await room.db.run(room.sql`
    update social_accounts set blocked_until = clock_timestamp() + interval '3 seconds' where id = ${account}`)
  return account
}

test.each([
  ['canceled', (id: string) => room.request('POST', `/v1/posts/${id}/cancel`)],
  [
    'moved to later',
    (id: string) => room.request('PATCH', `/v1/posts/${id}`, { body: { scheduled_at: inMs(3_600_000) } }),
  ],
])('when the first of an account is %s, the one behind it goes out at once', async (what, change) => {
  const account = await stoppedAccount(`Account of what is ${what}`)
  const [first, second] = await queueUp(account)
  const changed = await change(first)
  expect(changed.status).toBe(200)
  expect(await room.settled(second, ['posted'])).toBe('posted')
  expect((await room.truth(account)).posts).toEqual(['Second'])
})
