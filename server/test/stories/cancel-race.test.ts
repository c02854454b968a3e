import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repeats } from '../thoroughness.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'

const rounds = repeats(200, 1_000)
const atOnce = 10

describe('#3 a cancel that races the publish', () => {
  let room: Newsroom
  beforeAll(async () => {
    room = await openNewsroom()
  })
  afterAll(() => room.stop())

  it(`is either confirmed, and nothing is ever public, or refused, ${rounds} times`, async () => {
    const accounts = await Promise.all(
      Array.from({ length: atOnce }, (_, index) => room.account(`Racer ${index}`)),
    )
    const confirmed = new Set<string>()
    const refused = new Set<string>()
    for (let round = 0; round < rounds / atOnce; round += 1) {
      await Promise.all(
        accounts.map(async (account, lane) => {
          const caption = `Round ${round}, lane ${lane}`
          const post = await room.post({ caption, social_accounts: [account] })
          // From at once to well after it is out.
          await pause((round * atOnce + lane) % 40)
          const answer = await room.request('POST', `/v1/posts/${post.id}/cancel`)
          if (answer.status === 200) {
            expect(answer.json.status).toBe('canceled')
            confirmed.add(caption)
          } else {
            expect([answer.status, answer.json.code]).toEqual([409, 'already_processing'])
            expect(answer.json.accounts).toEqual([account])
            refused.add(caption)
          }
        }),
      )
    }
    await pause(1_000)
    const truths = await Promise.all(accounts.map((account) => room.truth(account)))
    const arrived = truths.flatMap((truth) => truth.arrivals.map((arrival) => arrival.text))
    expect(arrived.filter((text) => confirmed.has(text))).toEqual([])
    expect([...arrived].sort()).toEqual([...refused].sort())
    expect(confirmed.size + refused.size).toBe(rounds)
    // A race that only one side ever wins proves nothing.
    expect(confirmed.size).toBeGreaterThan(5)
    expect(refused.size).toBeGreaterThan(5)
  })

  it('stops one account and leaves the others', async () => {
    const at = new Date(Date.now() + 1_200).toISOString()
    const accounts = [await room.account('Stays'), await room.account('Goes')]
    const post = await room.post({ caption: 'For one only', social_accounts: accounts, scheduled_at: at })
    const result = (await room.results(post.id)).find((each) => each.social_account_id === accounts[1])
    expect((await room.request('POST', `/v1/post-results/${result?.id}/cancel`)).status).toBe(200)
    await room.settled(post.id, ['posted', 'partial'])
    expect((await room.truth(accounts[0] ?? '')).posts).toEqual(['For one only'])
    expect((await room.truth(accounts[1] ?? '')).arrivals).toEqual([])
  })
})
