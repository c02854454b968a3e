import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from './newsroom.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

async function tell(account: string, behavior: Record<string, unknown>): Promise<void> {
  const answer = await room.request('PATCH', `/v1/social-accounts/${account}`, { body: { behavior } })
  expect(answer).toMatchObject({ status: 200, json: { behavior } })
}

it('asks a person once the account was told to drop the answer, and publishes once told to succeed', async () => {
  const account = await room.account('Told')
  await tell(account, { behavior: 'drop_answer', times: 1 })
  const lost = await room.post({ caption: 'Did it arrive?', social_accounts: [account] })
  expect(await room.settled(lost.id, ['posted', 'needs_review', 'failed'])).toBe('needs_review')
  expect((await room.truth(account)).posts).toEqual(['Did it arrive?'])

  await tell(account, { behavior: 'succeed' })
  const heard = await room.post({ caption: 'This one is heard', social_accounts: [account] })
  expect(await room.settled(heard.id, ['posted', 'needs_review', 'failed'])).toBe('posted')
  expect((await room.truth(account)).posts).toEqual(['Did it arrive?', 'This one is heard'])
})

it('ends a rate limit that was to last for an hour', async () => {
  const account = await room.account('Patient')
  await tell(account, { behavior: 'rate_limit', times: 1, retry_after_seconds: 3_600 })
  await tell(account, { behavior: 'succeed' })
  const post = await room.post({ caption: 'Now', social_accounts: [account] })
  expect(await room.settled(post.id, ['posted', 'failed'])).toBe('posted')
})

const classes = ['key', 'expiring_key', 'two_phase', 'list', 'blind']
const changes = classes.flatMap((from) =>
  classes.filter((to) => to !== from).map((to) => [from, to] as const),
)

it.concurrent.each(changes)(
  'stands there once when the network was %s at the send and is told to be %s before anybody looked',
  async (from, to) => {
    const account = await room.account(`${from} to ${to}`, { network_class: from, behavior: 'drop_answer' })
    const post = await room.post({ caption: 'Once', social_accounts: [account] })
    await room.settled(post.id, ['processing'])
    await expect.poll(async () => (await room.truth(account)).arrivals.length).toBe(1)
    await tell(account, { network_class: to })
    const end = await room.settled(post.id, ['posted', 'needs_review', 'failed'])
    expect(['posted', 'needs_review']).toContain(end)
    expect((await room.truth(account)).posts).toEqual(['Once'])
  },
  60_000,
)

it('refuses for good, and publishes nothing, what was prepared for one kind of network and meets another', async () => {
  const account = await room.account('Turncoat', { behavior: 'slow_media', slow_ms: 100 })
  const at = new Date(Date.now() + 1_200).toISOString()
  const post = await room.post({ caption: 'In time', social_accounts: [account], scheduled_at: at })
  await expect
    .poll(
      async () =>
        (await room.db.row<{ state: string }>(room.sql`select state from targets where post_id = ${post.id}`))
          ?.state,
    )
    .toBe('ready')
  await tell(account, { network_class: 'two_phase' })
  const end = await room.settled(post.id, ['posted', 'failed'])
  const { posts } = await room.truth(account)
  expect(posts).toHaveLength(end === 'posted' ? 1 : 0)
  expect(end).toBe('failed')
  expect((await room.results(post.id))[0]?.error).toMatchObject({ code: 'not_allowed_by_network' })
})
