import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

type Asked = Awaited<ReturnType<Newsroom['results']>>[number]

const losses = ['drop_answer', 'error_after_accept', 'hang'] as const

describe.concurrent('a post whose answer was lost', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom()
  })
  afterAll(() => room.stop())

  describe.each(losses)('because the network did this: %s', (behavior) => {
    it.each(['key', 'expiring_key', 'two_phase', 'list'])(
      'is found on a network of class %s, and stands there once',
      async (networkClass) => {
        const account = await room.account(`${networkClass} ${behavior}`, {
          network_class: networkClass,
          behavior,
          slow_ms: 300,
        })
        const post = await room.post({ caption: `Heard on ${networkClass}`, social_accounts: [account] })
        expect(await room.settled(post.id, ['posted', 'needs_review', 'failed'])).toBe('posted')
        expect((await room.truth(account)).posts).toEqual([`Heard on ${networkClass}`])
        const [result] = await room.results(post.id)
        expect(result).toMatchObject({ status: 'published', success: true, review: null })
      },
    )

    it('asks a person on a blind network, and stands there once whatever the person answers', async () => {
      const account = await room.account(`blind ${behavior}`, {
        network_class: 'blind',
        behavior,
        slow_ms: 300,
      })
      const post = await room.post({ caption: 'Did you hear me?', social_accounts: [account] })
      expect(await room.settled(post.id, ['posted', 'needs_review', 'failed'])).toBe('needs_review')
      const [result] = await room.results(post.id)
      expect(result?.review).toMatchObject({ reason: 'answer_lost', look_for: 'Did you hear me?' })
      expect(result?.review?.look_at).toContain('/sandbox/')
      expect((await room.truth(account)).posts).toEqual(['Did you hear me?'])

      const url = result?.review?.look_at ?? ''
      await room.request('POST', `/v1/post-results/${result?.id}/resolve`, {
        body: { outcome: 'published', url },
      })
      expect(await room.status(post.id)).toBe('posted')
      expect((await room.truth(account)).arrivals).toHaveLength(1)
    })
  })

  it('is sent when the person says that it is not there', async () => {
    const account = await room.account('Unheard', { behavior: 'drop_before' })
    const post = await room.post({ caption: 'Again, then', social_accounts: [account] })
    await room.settled(post.id, ['needs_review'])
    const [result] = await room.results(post.id)
    await room.request('POST', `/v1/post-results/${result?.id}/resolve`, {
      body: { outcome: 'not_published' },
    })
    expect(await room.settled(post.id, ['posted'])).toBe('posted')
    expect((await room.truth(account)).posts).toEqual(['Again, then'])
  })

  describe('of a server that was still at work when the question was asked', () => {
    // Longer than answer, quarantine and all looks together.
    const stillAtWork = { network_class: 'list', behavior: 'hang', slow_ms: 7_000 }

    async function askedWhileAtWork(
      caption: string,
    ): Promise<{ account: string; post: string; result: Asked }> {
      const account = await room.account(caption, stillAtWork)
      const post = await room.post({ caption, social_accounts: [account] })
      await room.settled(post.id, ['needs_review'])
      const [result] = await room.results(post.id)
      if (!result) throw new Error('There is no result.')
      return { account, post: post.id, result }
    }

    const notPublished = (id: string) =>
      room.request('POST', `/v1/post-results/${id}/resolve`, { body: { outcome: 'not_published' } })

    it('is found by one more look when the person says that it is not there, and nothing is sent', async () => {
      const { account, post, result } = await askedWhileAtWork('There by now')
      expect(result.maybe_at_work_since).toBe(result.review?.sent_at)
      await until(
        async () => (await room.truth(account)).posts.length,
        (count) => count === 1,
        20_000,
      )
      expect((await notPublished(result.id)).status).toBe(200)
      expect(await room.settled(post, ['posted', 'needs_review', 'failed'])).toBe('posted')
      const { posts, arrivals } = await room.truth(account)
      expect(posts).toEqual(['There by now'])
      expect(arrivals).toHaveLength(1)
      expect((await room.results(post))[0]).toMatchObject({ status: 'published', maybe_at_work_since: null })
    })

    it('is sent when it is not found, and the answer says that the first may still appear', async () => {
      const { account, post, result } = await askedWhileAtWork('Not there yet')
      const answer = await notPublished(result.id)
      expect(answer.json.maybe_at_work_since).toBe(result.review?.sent_at)
      expect(await room.settled(post, ['posted', 'failed'])).toBe('posted')
      expect((await room.truth(account)).arrivals).toHaveLength(2)
    })

    it('asks again, with the address of each, when the last look shows several', async () => {
      const { account, post, result } = await askedWhileAtWork('Seen twice')
      await until(
        async () => (await room.truth(account)).posts.length,
        (count) => count === 1,
        20_000,
      )
      await room.db.run(room.sql`
        insert into sandbox_posts (profile_id, id, idempotency_key, reply_to, root_id, depth, text, media, options, visible_at)
        select profile_id, gen_random_uuid(), null, null, root_id, 0, text, media, options, visible_at
        from sandbox_posts where text = 'Seen twice'`)
      await notPublished(result.id)
      expect(await room.settled(post, ['posted', 'needs_review', 'failed'])).toBe('needs_review')
      const [asked] = await room.results(post)
      expect(asked?.review).toMatchObject({ reason: 'duplicate_seen' })
      expect(asked?.review?.found).toEqual(
        [1, 2].map(() => ({ id: expect.any(String), url: expect.any(String) })),
      )
      expect((await room.truth(account)).arrivals).toHaveLength(1)
    })

    it('waits for the look while the network cannot be read, and is not sent meanwhile', async () => {
      const { account, post, result } = await askedWhileAtWork('Not to be read')
      await room.db.run(room.sql`update sandbox_profiles set network_class = 'key' where id = (
        select external_id::uuid from social_accounts where id = ${account})`)
      await notPublished(result.id)
      await pause(1_500)
      expect(await room.status(post)).toBe('processing')
      expect((await room.truth(account)).arrivals).toHaveLength(1)
      await room.db.run(room.sql`update sandbox_profiles set network_class = 'list' where id = (
        select external_id::uuid from social_accounts where id = ${account})`)
      expect(await room.settled(post, ['posted', 'needs_review', 'failed'])).toBe('posted')
    })
  })

  it('says of what waits behind a lost answer why it waits, and until when', async () => {
    const account = await room.account('Queue', { network_class: 'list', behavior: 'drop_before' })
    const first = await room.post({ caption: 'Lost', social_accounts: [account] })
    const second = await room.post({ caption: 'Behind', social_accounts: [account] })
    const [lost] = await room.results(first.id)
    const read = async () => (await room.results(second.id))[0]
    const waiting = await until(read, (result) => result?.waits_for !== null)
    expect(waiting).toMatchObject({
      status: 'pending',
      waits_for: { reason: 'answer_lost', post_result_id: lost?.id, until: expect.any(String) },
    })
    await room.settled(second.id, ['posted'])
    expect((await read())?.waits_for).toBeNull()
  })

  it('stays undecided, and is never sent again, when the person leaves it', async () => {
    const account = await room.account('Shrug', { behavior: 'drop_answer' })
    const post = await room.post({ caption: 'Maybe', social_accounts: [account] })
    await room.settled(post.id, ['needs_review'])
    const [result] = await room.results(post.id)
    await room.request('POST', `/v1/post-results/${result?.id}/resolve`, { body: { outcome: 'discard' } })
    expect(await room.status(post.id)).toBe('failed')
    const again = await room.request('POST', `/v1/post-results/${result?.id}/retry`)
    expect(again).toMatchObject({ status: 409, json: { code: 'may_be_public' } })
    expect((await room.truth(account)).arrivals).toHaveLength(1)
  })

  it('lets the next post of the account wait until it is decided, and then go', async () => {
    const account = await room.account('Line', { behavior: 'drop_answer' })
    const first = await room.post({ caption: 'First', social_accounts: [account] })
    const second = await room.post({ caption: 'Second', social_accounts: [account] })
    await room.settled(first.id, ['needs_review'])
    await room.settled(second.id, ['posted'])
    expect((await room.truth(account)).posts).toEqual(['First', 'Second'])
  })
})
