import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { isBlueskyPdsInstalled, skipWithoutBlueskyPds } from '../servers/start-pds.ts'
import { type BlueskyHouse, openBlueskyHouse } from './house.ts'

const put = 'com.atproto.repo.putRecord'
const json = { 'content-type': 'application/json' }
const refusal = (status: number, error: string, headers: Record<string, string> = {}) => ({
  kind: 'answer' as const,
  status,
  headers: { ...json, ...headers },
  body: JSON.stringify({ error, message: error }),
})

describe.concurrent('a post to the real Bluesky server', () => {
  let house: BlueskyHouse
  beforeAll(async () => {
    if (isBlueskyPdsInstalled()) house = await openBlueskyHouse()
  })
  afterAll(() => house?.stop())
  beforeEach(skipWithoutBlueskyPds)

  it.each(['after', 'midway', 'before'] as const)(
    'stands there once when the connection was cut %s',
    async (kind) => {
      const person = await house.join(`cut-${kind}.test`)
      const media_id = await house.upload('seen.png', await plainPicture(50, 50, '#c0c'), 'image/png')
      person.proxy.cutNext(put, { kind })
      const post = await house.post({
        caption: 'Was it heard?',
        media: [media_id],
        social_accounts: [person.id],
      })
      expect(await house.settled(post.id, ['posted', 'needs_review', 'failed'])).toBe('posted')
      const posts = await person.posts()
      expect(posts.map(({ record }) => record.text)).toEqual(['Was it heard?'])
      const [result] = await house.results(post.id)
      expect(result).toMatchObject({ status: 'published', platform_data: { id: posts[0]?.uri } })
    },
  )

  it('stands there once, without a question, when the server was still at work while it was looked for and sent again', async () => {
    const person = await house.join('at-work.test')
    // Longer than answer, quarantine and first look together.
    person.proxy.cutNext(put, { kind: 'pass_later', ms: 6_000 })
    const post = await house.post({ caption: 'Still at work', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'needs_review', 'failed'])).toBe('posted')
    expect(person.proxy.calls.filter((call) => call.includes(put))).toHaveLength(2)
    await pause(6_000)
    expect(await person.posts()).toHaveLength(1)
  })

  it('stands there once when every answer is lost for a while, the looks included', async () => {
    const person = await house.join('storm.test')
    for (let times = 0; times < 2; times++)
      person.proxy.cutNext('com.atproto.repo.getRecord', { kind: 'before' })
    person.proxy.cutNext(put, { kind: 'before' })
    person.proxy.cutNext(put, { kind: 'after' })
    person.proxy.cutNext('com.atproto.repo.getRecord', refusal(502, 'UpstreamFailure'))
    const post = await house.post({ caption: 'Through the storm', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'needs_review', 'failed'])).toBe('posted')
    expect(await person.posts()).toHaveLength(1)
  })

  it('continues a thread once a lost answer is found', async () => {
    const person = await house.join('chain.test')
    person.proxy.cutNext(put, { kind: 'after' })
    const post = await house.post({
      caption: 'One',
      social_accounts: [person.id],
      platform_configurations: { bluesky: { thread: [{ caption: 'Two' }] } },
    })
    expect(await house.settled(post.id, ['posted', 'needs_review', 'failed', 'partial'])).toBe('posted')
    const posts = await person.posts()
    expect(posts.map(({ record }) => record.text).sort()).toEqual(['One', 'Two'])
  })

  it('waits as long as the server asks', async () => {
    const person = await house.join('slow.test')
    person.proxy.cutNext(put, refusal(429, 'RateLimitExceeded', { 'retry-after': '2' }))
    const startedAt = Date.now()
    const post = await house.post({ caption: 'Patience', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'needs_review', 'failed'])).toBe('posted')
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000)
    expect(await person.posts()).toHaveLength(1)
  })

  it('renews its session when that has expired, and nobody notices', async () => {
    const person = await house.join('renew.test')
    person.proxy.cutNext(put, refusal(400, 'ExpiredToken'))
    const post = await house.post({ caption: 'Still here', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'held', 'failed'])).toBe('posted')
    expect(await person.posts()).toHaveLength(1)
    expect(person.proxy.calls.filter((call) => call.includes('refreshSession'))).toHaveLength(1)
  })

  it('is held when the app password was taken back, and goes out when the account is connected again', async () => {
    const person = await house.join('gone.test')
    const token = person.accessJwt
    await house.pds.call('com.atproto.server.revokeAppPassword', { input: { name: 'crier' }, token })
    person.proxy.cutNext(put, refusal(400, 'ExpiredToken'))
    const post = await house.post({ caption: 'Hold on', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'held', 'failed'])).toBe('held')
    const account = await house.request('GET', `/v1/social-accounts/${person.id}`)
    expect(account.json.status).toBe('needs_reconnect')
    expect(await person.posts()).toEqual([])

    const again = await house.pds.call('com.atproto.server.createAppPassword', {
      input: { name: 'again' },
      token,
    })
    expect(await house.joinAgain(person, String(again.json.password))).toBe(person.id)
    expect(await house.settled(post.id, ['posted', 'failed'])).toBe('posted')
    expect(await person.posts()).toHaveLength(1)
  })
})
