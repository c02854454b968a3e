import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connector, Failure } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

/** Restricts an account in answer to a post, and only says afterwards that the post is not there. */
const restricting: Connector = {
  ...sandbox,
  platform: 'restricting',
  name: 'Restricting',
  commit: async (step, io) => {
    await sandbox.commit(step, io)
    return { outcome: 'accepted', ref: 'refused', againInMs: 0 }
  },
  settle: async () => ({ outcome: 'rejected', failure: new Failure('account_blocked', 'Restricted.') }),
}

describe('a network that says no, later, or not any more', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom({ connectors: [...connectors, restricting] })
  })
  afterAll(() => room.stop())

  it("fails the post with the network's reason, once, and a person may try again", async () => {
    const account = await room.account('Strict', { behavior: 'refuse', times: 1 })
    const post = await room.post({ caption: 'Refused, then taken', social_accounts: [account] })
    await room.settled(post.id, ['failed'])
    const [result] = await room.results(post.id)
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'rejected_by_network', category: 'content', retryable: false },
    })
    expect((await room.truth(account)).arrivals).toHaveLength(1)
    expect((await room.request('POST', `/v1/post-results/${result?.id}/retry`)).status).toBe(200)
    await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['Refused, then taken'])
    expect((await room.results(post.id))[0]?.attempts).toHaveLength(2)
  })

  it('waits as long as the network asks for, with everything of that account', async () => {
    const account = await room.account('Busy', { behavior: 'rate_limit', retry_after_seconds: 2 })
    const posts = [
      await room.post({ caption: 'One', social_accounts: [account] }),
      await room.post({ caption: 'Two', social_accounts: [account] }),
    ]
    for (const post of posts) await room.settled(post.id, ['posted'])
    const { arrivals, posts: published } = await room.truth(account)
    expect(published).toEqual(['One', 'Two'])
    const [refused, first] = arrivals
    expect((first?.at.getTime() ?? 0) - (refused?.at.getTime() ?? 0)).toBeGreaterThanOrEqual(1_990)
  })

  it('holds what waits when access is lost, and releases it when the same profile is connected again', async () => {
    const account = await room.account('Goodbye', { behavior: 'lose_token' })
    const post = await room.post({ caption: 'After the break', social_accounts: [account] })
    await room.settled(post.id, ['held'])
    const [result] = await room.results(post.id)
    expect(result).toMatchObject({ status: 'held', held_reason: 'reconnect' })
    expect((await room.request('GET', `/v1/social-accounts/${account}`)).json.status).toBe('needs_reconnect')
    expect(await room.events(account)).toContain('social_account.needs_reconnect')
    expect((await room.truth(account)).posts).toEqual([])

    expect(await room.account('Goodbye', { behavior: 'succeed' })).toBe(account)
    await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['After the break'])
  })

  it('holds what waits when the network suspends the account, and releases it when the account is connected again', async () => {
    const account = await room.account('Suspended', { behavior: 'block_account' })
    const post = await room.post({ caption: 'After the appeal', social_accounts: [account] })
    await room.settled(post.id, ['held'])
    const [result] = await room.results(post.id)
    expect(result).toMatchObject({ status: 'held', held_reason: 'blocked' })
    expect(result?.attempts).toMatchObject([{ error: { code: 'account_blocked_by_network' } }])
    const shown = await room.request('GET', `/v1/social-accounts/${account}`)
    expect(shown.json).toMatchObject({ status: 'blocked', needs_reconnect: false })
    expect(await room.events(account)).toContain('social_account.blocked')

    const next = await room.post({ caption: 'Not even sent', social_accounts: [account] })
    await room.settled(next.id, ['held'])
    expect((await room.truth(account)).arrivals).toHaveLength(1)

    expect(await room.account('Suspended', { behavior: 'succeed' })).toBe(account)
    await room.settled(post.id, ['posted'])
    await room.settled(next.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['After the appeal', 'Not even sent'])
  })

  it('holds what waits when the network says only after a look that it has restricted the account', async () => {
    const account = await room.connect('restricting', { name: 'Restricted' })
    const post = await room.post({ caption: 'Not there', social_accounts: [account] })
    await room.settled(post.id, ['failed'])
    expect(await room.results(post.id)).toMatchObject([{ error: { code: 'account_blocked_by_network' } }])
    expect((await room.request('GET', `/v1/social-accounts/${account}`)).json.status).toBe('blocked')
    const next = await room.post({ caption: 'Not even sent', social_accounts: [account] })
    await room.settled(next.id, ['held'])
    expect(await room.results(next.id)).toMatchObject([{ held_reason: 'blocked', attempts: [] }])
  })

  it('holds what waits while its account is disconnected, and releases it afterwards', async () => {
    const account = await room.account('Harbour')
    const at = new Date(Date.now() + 1_500).toISOString()
    const post = await room.post({ caption: 'Later', social_accounts: [account], scheduled_at: at })
    expect((await room.request('DELETE', `/v1/social-accounts/${account}`)).status).toBe(200)
    expect(await room.status(post.id)).toBe('held')
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect((await room.truth(account)).arrivals).toEqual([])
    expect(await room.account('Harbour')).toBe(account)
    await room.settled(post.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['Later'])
  })

  it('holds what waits three days after the subscription lapsed, and lets it go when it is active again', async () => {
    const account = await room.account('Payday')
    const { workspaceId, sql, db } = room
    const lapse = (age: string) =>
      db.run(sql`update workspaces set subscription = 'inactive',
      subscription_ended_at = clock_timestamp() - ${age}::interval where id = ${workspaceId}`)
    const at = () => new Date(Date.now() + 600).toISOString()
    const inGrace = await room.post({ caption: 'In grace', social_accounts: [account], scheduled_at: at() })
    await lapse('2 days')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await room.truth(account)).posts).toEqual(['In grace'])

    await room.setSubscription('active')
    const held = await room.post({ caption: 'Held', social_accounts: [account], scheduled_at: at() })
    await lapse('4 days')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await room.truth(account)).posts).toEqual(['In grace'])
    await room.setSubscription('active')
    await room.settled(held.id, ['posted'])
    expect(await room.status(inGrace.id)).toBe('posted')
    expect((await room.truth(account)).posts).toEqual(['In grace', 'Held'])
  })
})
