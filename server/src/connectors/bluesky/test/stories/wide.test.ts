import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { film } from '../../../../../test/media-files.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startWebSite, type WebSite } from '../../../../../test/servers/web-site.ts'
import { asObject } from '../../../../lib/json/json.ts'
import { isBlueskyPdsInstalled, skipWithoutBlueskyPds } from '../servers/start-pds.ts'
import { readImage, readRecords } from '../world.ts'
import { type BlueskyHouse, openBlueskyHouse } from './house.ts'

const write = 'com.atproto.repo.applyWrites'

describe('on the real Bluesky server, by the API', () => {
  let house: BlueskyHouse
  let site: WebSite
  beforeAll(async () => {
    if (!isBlueskyPdsInstalled()) return
    house = await openBlueskyHouse()
    site = await startWebSite()
  })
  afterAll(async () => {
    await house?.stop()
    await site?.stop()
  })
  beforeEach(skipWithoutBlueskyPds)

  const bluesky = (options: object) => ({ platform_configurations: { bluesky: { ...options } } })

  it('publishes a video, byte for byte, with its alt text and proportions', async () => {
    const person = await house.join('film.test')
    const bytes = await film('mp4', { bytes: 3_000_000 })
    const media_id = await house.upload('film.mp4', bytes, 'video/mp4')
    const media = [{ media_id, alt_text: 'Noise' }]
    const post = await house.post({ caption: 'A film', media, social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'failed'])).toBe('posted')
    const [standing] = await person.posts()
    const embed = asObject(standing?.record.embed)
    expect(embed).toMatchObject({ alt: 'Noise', aspectRatio: { width: 320, height: 240 } })
    const stored = await readImage(house.pds.url, person.did, { image: embed?.video ?? null })
    expect(stored.equals(bytes)).toBe(true)
  })

  it('finds a video beside a picture, and one too large for the server, before anything is stored', async () => {
    const person = await house.join('toolarge.test')
    const picture = await house.upload('a.png', await plainPicture(50, 50, '#0c0'), 'image/png')
    const small = await house.upload('small.mp4', await film('mp4'), 'video/mp4')
    const large = await house.upload('large.mp4', await film('mp4', { bytes: 6_000_000 }), 'video/mp4')
    for (const [media, code] of [
      [[picture, small], 'media_mixed'],
      [[large], 'media_unfit'],
    ] as const) {
      const body = { caption: 'No', media, social_accounts: [person.id] }
      expect(await house.request('POST', '/v1/posts', { body })).toMatchObject({
        status: 422,
        json: { code },
      })
    }
    const account = await house.request('GET', `/v1/social-accounts/${person.id}`)
    const kinds = account.json.limits.media.kinds as { kind: string; max_bytes: number }[]
    expect(kinds.find(({ kind }) => kind === 'video')).toMatchObject({ max_bytes: 5_242_880 })
  })

  it('publishes a post with its gate once although the answer was lost, and a thread under it', async () => {
    const person = await house.join('gate.test')
    person.proxy.cutNext(write, { kind: 'after' })
    const post = await house.post({
      caption: 'For those I follow',
      social_accounts: [person.id],
      ...bluesky({ thread_gate: { allow: ['following'] }, thread: [{ caption: 'And more' }] }),
    })
    expect(await house.settled(post.id, ['posted', 'failed', 'needs_review'])).toBe('posted')
    const posts = await person.posts()
    expect(posts.map(({ record }) => record.text).sort()).toEqual(['And more', 'For those I follow'])
    const root = posts.find(({ record }) => record.reply === undefined)
    const gates = await readRecords(house.pds.url, person.did, 'app.bsky.feed.threadgate')
    expect(gates.map(({ record }) => [record.post, record.allow])).toEqual([
      [root?.uri, [{ $type: 'app.bsky.feed.threadgate#followingRule' }]],
    ])
  })

  it('shows a quoted post, and neither asks nor shows a page inside the networks of OUTBOUND_ALLOW', async () => {
    const person = await house.join('card.test')
    site.put('/a', { body: '<title>A secret page of the house</title>' })
    const first = await house.post({ caption: `${site.url}/a`, social_accounts: [person.id] })
    expect(await house.settled(first.id, ['posted', 'failed'])).toBe('posted')
    const [standing] = await person.posts()
    expect([standing?.record.embed, site.asked]).toEqual([undefined, []])
    const second = await house.post({
      caption: `${site.url}/away`,
      social_accounts: [person.id],
      ...bluesky({ quote: standing?.uri }),
    })
    expect(await house.settled(second.id, ['posted', 'failed'])).toBe('posted')
    const quoting = (await person.posts()).find(({ uri }) => uri !== standing?.uri)
    expect(quoting?.record.embed).toEqual({
      $type: 'app.bsky.embed.record',
      record: { uri: standing?.uri, cid: standing?.cid },
    })
  })

  it('fails a post whose quoted post is not there, before anything is public, and says so', async () => {
    const person = await house.join('quote.test')
    const quote = `at://${person.did}/app.bsky.feed.post/3l6oveex3ii2l`
    const post = await house.post({ caption: 'Hm', social_accounts: [person.id], ...bluesky({ quote }) })
    expect(await house.settled(post.id, ['posted', 'failed'])).toBe('failed')
    const [result] = await house.results(post.id)
    expect(result?.error?.message).toContain('The quoted post does not exist')
    expect(await person.posts()).toEqual([])
    const bad = { caption: 'Hm', social_accounts: [person.id], ...bluesky({ quote: 'nonsense' }) }
    const refused = await house.request('POST', '/v1/posts', { body: bad })
    expect(refused).toMatchObject({ status: 422, json: { code: 'quote_invalid' } })
    expect(refused.json.errors[0].pointer).toBe('/platform_configurations/bluesky/quote')
  })
})
