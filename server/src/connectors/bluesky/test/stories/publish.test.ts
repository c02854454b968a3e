import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noisyPicture, plainPicture } from '../../../../../test/plain-pictures.ts'
import { until } from '../../../../../test/stories/until.ts'
import { isBlueskyPdsInstalled, skipWithoutBlueskyPds } from '../servers/start-pds.ts'
import { imagesOf, readImage } from '../world.ts'
import { type BlueskyHouse, openBlueskyHouse } from './house.ts'

describe('on the real Bluesky server', () => {
  let house: BlueskyHouse
  beforeAll(async () => {
    if (isBlueskyPdsInstalled()) house = await openBlueskyHouse()
  })
  afterAll(() => house?.stop())
  beforeEach(skipWithoutBlueskyPds)

  it('publishes a text at once, with its link, mention and hashtag, languages and labels', async () => {
    const alice = await house.join('alice.test')
    const bob = await house.pds.createAccount({ handle: 'bob.test' })
    const caption = '👋🏽 Hello @bob.test and @nobody.test: see https://example.com/a?b=c. #größe'
    const post = await house.post({
      caption,
      social_accounts: [alice.id],
      platform_configurations: { bluesky: { langs: ['en', 'de-AT'], labels: ['graphic-media'] } },
    })
    expect(await house.settled(post.id, ['posted', 'failed'])).toBe('posted')

    const [standing, ...more] = await alice.posts()
    expect(more).toEqual([])
    expect(standing?.record).toMatchObject({
      text: caption,
      langs: ['en', 'de-AT'],
      labels: { values: [{ val: 'graphic-media' }] },
    })
    expect(marked(standing?.record.facets, caption)).toEqual([
      ['@bob.test', { $type: 'app.bsky.richtext.facet#mention', did: bob.did }],
      [
        'https://example.com/a?b=c',
        { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/a?b=c' },
      ],
      ['#größe', { $type: 'app.bsky.richtext.facet#tag', tag: 'größe' }],
    ])
    const [result] = await house.results(post.id)
    const rkey = standing?.uri.split('/').at(-1)
    expect(result?.platform_data).toMatchObject({
      id: standing?.uri,
      url: `https://bsky.app/profile/${alice.did}/post/${rkey}`,
    })
  })

  it('publishes four pictures in order with their alt texts, each made to fit', async () => {
    const carol = await house.join('carol.test')
    const bytes = [
      await noisyPicture(1500, 1000),
      await plainPicture(300, 600, '#c00'),
      await plainPicture(800, 200, '#0c0'),
      await sharp(await plainPicture(640, 480, '#00c'))
        .webp()
        .toBuffer(),
    ]
    expect(bytes[0]?.length).toBeGreaterThan(4_000_000)
    const types = ['image/png', 'image/png', 'image/png', 'image/webp']
    const media = await Promise.all(
      bytes.map(async (one, index) => ({
        media_id: await house.upload(`picture ${index}.${types[index]?.slice(6)}`, one, types[index] ?? ''),
        alt_text: `Picture ${index} 🌍`,
      })),
    )
    const post = await house.post({ caption: 'Four', social_accounts: [carol.id], media })
    expect(post).toMatchObject({ warnings: [] })
    expect(await house.settled(post.id, ['posted', 'failed'])).toBe('posted')

    const [standing] = await carol.posts()
    const images = standing ? imagesOf(standing.record) : []
    expect(images.map(({ alt }) => alt)).toEqual(media.map(({ alt_text }) => alt_text))
    const shown = await Promise.all(images.map((image) => readImage(house.pds.url, carol.did, image)))
    const sizes = await Promise.all(shown.map((one) => sharp(one).metadata()))
    expect(sizes.map(({ width, height }) => Math.round((width / height) * 10) / 10)).toEqual([
      1.5, 0.5, 4, 1.3,
    ])
    expect(Math.max(...shown.map((one) => one.length))).toBeLessThanOrEqual(2_000_000)
    expect(images.map(({ aspectRatio }) => aspectRatio)).toEqual(
      sizes.map(({ width, height }) => ({ width, height })),
    )
  })

  it('publishes a thread, each part answering the one before, with a picture in its middle', async () => {
    const dora = await house.join('dora.test')
    const media_id = await house.upload('middle.png', await plainPicture(100, 100, '#0cc'), 'image/png')
    const post = await house.post({
      caption: 'One',
      social_accounts: [dora.id],
      platform_configurations: {
        bluesky: {
          thread: [{ caption: 'Two', media: [{ media_id, alt_text: 'Cyan' }] }, { caption: 'Three' }],
        },
      },
    })
    expect(await house.settled(post.id, ['posted', 'failed', 'partial'])).toBe('posted')

    const posts = await dora.posts()
    const [one, two, three] = ['One', 'Two', 'Three'].map((text) =>
      posts.find(({ record }) => record.text === text),
    )
    expect(posts).toHaveLength(3)
    const ref = (of: typeof one) => ({ uri: of?.uri, cid: of?.cid })
    expect(one?.record.reply).toBeUndefined()
    expect(two?.record.reply).toEqual({ root: ref(one), parent: ref(one) })
    expect(three?.record.reply).toEqual({ root: ref(one), parent: ref(two) })
    expect(two ? imagesOf(two.record) : []).toMatchObject([{ alt: 'Cyan' }])
    const times = [one, two, three].map((each) => Date.parse(String(each?.record.createdAt)))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const [result] = await house.results(post.id)
    expect(result?.parts.map(({ status }) => status)).toEqual(['published', 'published'])
  })

  it('publishes a scheduled text and a scheduled picture at their time, never before, and dated so', async () => {
    const erin = await house.join('erin.test')
    const media_id = await house.upload('later.png', await plainPicture(100, 100, '#cc0'), 'image/png')
    const at = Date.now() + 3_000
    const scheduled_at = new Date(at).toISOString()
    const text = await house.post({ caption: 'Later', social_accounts: [erin.id], scheduled_at })
    const picture = await house.post({
      caption: 'Look',
      media: [media_id],
      social_accounts: [erin.id],
      scheduled_at,
    })
    expect([text.status, picture.status]).toEqual(['scheduled', 'scheduled'])

    const first = await until(erin.posts, (posts) => posts.length > 0)
    expect(Date.now(), `when ${first.length} stood there`).toBeGreaterThanOrEqual(at)
    for (const post of [text, picture])
      expect(await house.settled(post.id, ['posted', 'failed'])).toBe('posted')
    const posts = await erin.posts()
    expect(posts.map(({ record }) => record.text).sort()).toEqual(['Later', 'Look'])
    for (const { record } of posts) expect(Date.parse(String(record.createdAt))).toBeGreaterThanOrEqual(at)
  })

  it('finds what the network would refuse before anything is stored, and shows how it counts', async () => {
    const frank = await house.join('frank.test')
    const refused = await house.request('POST', '/v1/posts', {
      body: {
        caption: 'x'.repeat(301),
        social_accounts: [frank.id],
        platform_configurations: { bluesky: { langs: ['english'], labels: ['made-up'], colour: 'blue' } },
      },
    })
    expect(refused.status).toBe(422)
    const pointers = refused.json.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toContain('/platform_configurations/bluesky/labels/0')
    expect(pointers).toContain('/platform_configurations/bluesky/colour')
    const long = await house.request('POST', '/v1/posts', {
      body: { caption: 'x'.repeat(301), social_accounts: [frank.id] },
    })
    expect(long).toMatchObject({
      status: 422,
      json: { code: 'text_too_long', errors: [{ social_account_id: frank.id }] },
    })
    const family = await house.request('POST', '/v1/posts', {
      body: { caption: '👨‍👩‍👧‍👦'.repeat(121), social_accounts: [frank.id] },
    })
    expect(family).toMatchObject({ status: 422, json: { code: 'text_too_long' } })
    expect(await frank.posts()).toEqual([])
  })

  it('says when it is made that a link beside a picture gets no preview, also in a thread', async () => {
    const grace = await house.join('grace.test')
    const picture = await house.upload('a.png', await plainPicture(30, 30, '#00c'), 'image/png')
    const body = (more: object) => ({
      caption: 'See https://example.com/a',
      social_accounts: [grace.id],
      media: [picture],
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
      ...more,
    })
    const warned = async (more: object) =>
      (await house.request('POST', '/v1/posts', { body: body(more) })).json.warnings
    expect(await warned({})).toMatchObject([
      { pointer: '/media', code: 'no_link_preview', social_account_id: grace.id },
    ])
    const thread = [{ caption: 'And https://example.com/b', media: [picture] }]
    const ofThread = { caption: 'None', platform_configurations: { bluesky: { thread } } }
    expect(await warned(ofThread)).toMatchObject([
      { pointer: '/platform_configurations/bluesky/thread/0/media', code: 'no_link_preview' },
    ])
    expect(await warned({ platform_configurations: { bluesky: { link_card: false } } })).toEqual([])
    expect(await warned({ media: [] })).toEqual([])
  })
})

/** The text that each facet marks, cut out by its bytes, with the feature it is marked as. */
function marked(facets: unknown, text: string): [string, unknown][] {
  const list = facets as { index: { byteStart: number; byteEnd: number }; features: unknown[] }[]
  const bytes = Buffer.from(text)
  return list.map(({ index, features }) => [
    bytes.subarray(index.byteStart, index.byteEnd).toString(),
    features[0],
  ])
}
