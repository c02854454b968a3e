import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from './newsroom.ts'

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
        expect(await room.settled(post.id, ['posted', 'needs_review', 'failed'], 20_000)).toBe('posted')
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
      expect(await room.settled(post.id, ['posted', 'needs_review', 'failed'], 20_000)).toBe('needs_review')
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
    await room.settled(post.id, ['needs_review'], 20_000)
    const [result] = await room.results(post.id)
    await room.request('POST', `/v1/post-results/${result?.id}/resolve`, {
      body: { outcome: 'not_published' },
    })
    expect(await room.settled(post.id, ['posted'], 20_000)).toBe('posted')
    expect((await room.truth(account)).posts).toEqual(['Again, then'])
  })

  it('stays undecided, and is never sent again, when the person leaves it', async () => {
    const account = await room.account('Shrug', { behavior: 'drop_answer' })
    const post = await room.post({ caption: 'Maybe', social_accounts: [account] })
    await room.settled(post.id, ['needs_review'], 20_000)
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
    await room.settled(first.id, ['needs_review'], 20_000)
    await room.settled(second.id, ['posted'], 20_000)
    expect((await room.truth(account)).posts).toEqual(['First', 'Second'])
  })
})
