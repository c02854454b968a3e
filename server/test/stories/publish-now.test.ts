import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Newsroom, openNewsroom } from './newsroom.ts'

describe('a post that should go out now', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom()
  })
  afterAll(() => room.stop())

  it('is processing from the start, then posted, once, with the id and address the network gave', async () => {
    const account = await room.account('Harbour')
    const post = await room.post({ caption: 'The boats are in.', social_accounts: [account] })
    expect(post.status).toBe('processing')
    expect(await room.settled(post.id, ['posted'])).toBe('posted')
    const [result] = await room.results(post.id)
    expect(result).toMatchObject({ status: 'published', success: true, error: null })
    expect(result?.platform_data?.url).toContain(`${room.url}/sandbox/`)
    expect(await room.truth(account)).toMatchObject({ posts: ['The boats are in.'], arrivals: [{}] })
  })

  it('leaves within 100 ms of its answer', async () => {
    const account = await room.account('Quay')
    const latenesses: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const post = await room.post({ caption: `Round ${round}`, social_accounts: [account] })
      const answeredAt = Date.now()
      await room.settled(post.id, ['posted'])
      const { arrivals } = await room.truth(account)
      latenesses.push((arrivals.at(-1)?.at.getTime() ?? Number.NaN) - answeredAt)
    }
    latenesses.sort((a, b) => a - b)
    expect(latenesses[5]).toBeLessThan(100)
  })

  it('goes to every account it names, and one that refuses does not stop the others', async () => {
    const accounts = [
      await room.account('One'),
      await room.account('Two', { behavior: 'refuse' }),
      await room.account('Three'),
    ]
    const post = await room.post({ caption: 'To all', social_accounts: accounts })
    expect(await room.settled(post.id, ['partial'])).toBe('partial')
    const results = await room.results(post.id)
    const refused = results.find((result) => result.social_account_id === accounts[1])
    expect(refused).toMatchObject({
      status: 'failed',
      success: false,
      error: { code: 'rejected_by_network', retryable: false },
    })
    expect(results.filter((result) => result.success)).toHaveLength(2)
    expect(await room.events(post.id)).toEqual(['post.created', 'post.partial'])
  })

  it('records one event for each change', async () => {
    const account = await room.account('Bell')
    const post = await room.post({ caption: 'Once', social_accounts: [account] })
    await room.settled(post.id, ['posted'])
    const [result] = await room.results(post.id)
    expect(await room.events(post.id)).toEqual(['post.created', 'post.posted'])
    expect(await room.events(result?.id ?? '')).toEqual(['post_result.published'])
  })
})
