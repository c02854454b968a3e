import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asObject, type Json } from '../../../lib/json/json.ts'
import { publishing } from './fake.ts'
import type { Quota } from './fake-world.ts'
import { failureOf, layOut, makeGif, pictures, publish } from './steps.ts'
import { answered, makeVideo, openHouse, refused, type TumblrHouse, tooMany } from './world.ts'

let house: TumblrHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const named = (name: string) => house.fake.calls.filter((call) => call.name === name)
const limits = 'GET /v2/user/limits'
const left = (): Quota => {
  const [person] = house.fake.world.people
  if (!person) throw new Error('There is nobody.')
  return person.left
}

test('a text goes as JSON, and nothing is public before', async () => {
  const bench = layOut(house, {
    text: 'A day at sea.\n\nSee https://boats.example/a',
    options: {
      title: 'At sea',
      tags: ['#boats', 'day trips', ' # '],
      link: 'https://boats.example/',
      source_url: 'https://harbour.example/log',
      slug: 'at-sea',
      interactability_reblog: 'noone',
    },
  })
  const sent = await bench.readyToSend()
  expect(house.fake.world.posts).toEqual([])
  expect(sent.commit.headers['content-type']).toBe('application/json')
  await bench.send(sent)
  expect(house.fake.world.posts[0]).toMatchObject({
    tags: ['boats', 'day trips'],
    fields: {
      state: 'published',
      source_url: 'https://harbour.example/log',
      slug: 'at-sea',
      interactability_reblog: 'noone',
    },
    content: [
      { type: 'text', subtype: 'heading1', text: 'At sea' },
      { type: 'text', text: 'A day at sea.' },
      {
        type: 'text',
        text: 'See https://boats.example/a',
        formatting: [{ start: 4, end: 27, type: 'link', url: 'https://boats.example/a' }],
      },
      { type: 'link', url: 'https://boats.example/' },
    ],
  })
  expect(Object.keys(house.fake.world.posts[0]?.fields ?? {}).sort()).toEqual(
    ['content', 'interactability_reblog', 'slug', 'source_url', 'state', 'tags'].sort(),
  )
})

test('files go with the post, in order, and nothing of them is stored with it', async () => {
  const files = [...(await pictures(house, 2)), await makeGif(), await makeVideo()]
  const bench = layOut(house, { media: files })
  const sent = await bench.readyToSend()
  expect(named(publishing)).toEqual([])
  expect(JSON.stringify(sent.commit).length).toBeLessThan(3_000)
  await bench.send(sent)
  const [post] = house.fake.world.posts
  expect(post?.files.map(({ fileName, mimeType }) => [fileName, mimeType])).toEqual([
    ['media-0.jpg', 'image/jpeg'],
    ['media-1.jpg', 'image/jpeg'],
    ['media-2.gif', 'image/gif'],
    ['media-3.mp4', 'video/mp4'],
  ])
  for (const [index, { bytes }] of files.entries())
    expect(post?.files[index]?.bytes.equals(Buffer.from(bytes))).toBe(true)
  expect(post?.content.map(({ type }) => type)).toEqual(['image', 'image', 'image', 'video', 'text'])
})

test('a file that is too large or of another type is made to fit first', async () => {
  const [picture] = await pictures(house, 1)
  if (!picture) throw new Error('There is no picture.')
  const bytes = await sharp(picture.bytes).webp().toBuffer()
  const draft = { ...picture.draft, mimeType: 'image/webp', bytes: bytes.length }
  await publish(house, { media: [{ draft, bytes }] })
  expect(house.fake.world.posts[0]?.files[0]?.mimeType).not.toBe('image/webp')
})

test('the time of the request grows with its files, up to two minutes', async () => {
  const text = await layOut(house).readyToSend()
  expect(text.commit.timeoutMs).toBe(60_000)
  const video = await makeVideo()
  const large = { ...video, draft: { ...video.draft, bytes: 80_000_000 } }
  expect((await layOut(house, { media: [large] }).readyToSend()).commit.timeoutMs).toBe(120_000)
})

describe('a mention', () => {
  test('is looked for once, and a name without a blog stays a word', async () => {
    await publish(house, { text: 'With @tide-pools and @nobody, said @Tide-Pools.' })
    const infos = house.fake.calls.filter(({ name }) => name.endsWith('/info') && name.includes('/blog/'))
    expect(infos.map(({ name }) => name)).toEqual([
      'GET /v2/blog/tide-pools/info',
      'GET /v2/blog/nobody/info',
    ])
    const [post] = house.fake.world.posts
    expect(post?.content[0]?.formatting).toMatchObject([
      { start: 5, end: 16, type: 'mention' },
      { start: 35, end: 46, type: 'mention' },
    ])
  })

  test.each([
    [answered(404, '<h1>404</h1>'), 'invalid'],
    [answered(200, { response: { blog: {} } }), 'unavailable'],
    [answered(200, { response: { blog: { uuid: '../x' } } }), 'unavailable'],
    [refused(500), 'unavailable'],
    [refused(401), 'unauthorized'],
    [tooMany(5), 'rate_limited'],
  ] as const)('that is answered %j is %s, and is asked for again', async (answer, kind) => {
    house.fake.inject('GET /v2/blog/tide-pools/info', answer)
    const bench = layOut(house, { text: 'With @tide-pools' })
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
    await bench.prepare()
  })
})

describe('what is left of the day', () => {
  test.each<[string, Partial<Quota>]>([
    ['posts', { posts: 0 }],
    ['pictures', { photos: 1 }],
    ['videos', { videos: 0 }],
    ['seconds of video', { video_seconds: 0 }],
  ])('is waited for where there are too few %s', async (things, quota) => {
    Object.assign(left(), quota)
    const media = [...(await pictures(house, 2)), await makeVideo()]
    const failure = await failureOf(layOut(house, { media }).prepare())
    expect(failure).toMatchObject({ kind: 'rate_limited', message: expect.stringContaining(things) })
    expect(failure.retryAfterMs).toBeGreaterThan(7_100_000)
    expect(failure.retryAfterMs).toBeLessThanOrEqual(7_201_000)
    expect(named(publishing)).toEqual([])
  })

  test('is no matter of a post that needs none of it', async () => {
    Object.assign(left(), { photos: 0, videos: 0, video_seconds: 0 })
    await publish(house)
  })

  const said = (user: Json) => answered(200, { meta: { status: 200, msg: 'OK' }, response: { user } })

  test.each([
    ['of other names', said({ notes: { remaining: 0 } })],
    ['in other words', said({ posts: { remaining: 'none' }, photos: 7 })],
    ['not at all', answered(200, '')],
    ['on a page', answered(403, '<h1>403</h1>')],
    ['with a failure', refused(500)],
  ])('stops nothing where it is said %s', async (_, answer) => {
    house.fake.inject(limits, answer)
    await publish(house)
  })

  test.each([
    [refused(401), 'unauthorized'],
    [tooMany(5), 'rate_limited'],
  ] as const)('stops it where it is answered %j', async (answer, kind) => {
    house.fake.inject(limits, answer)
    expect((await failureOf(layOut(house).prepare())).kind).toBe(kind)
  })

  test('is asked for again in an hour, a minute or a day where its end is no good', async () => {
    for (const [resetAt, waitMs] of [
      [null, 3_600_000],
      [0, 60_000],
      [1e15, 86_400_000],
    ]) {
      house.fake.inject(limits, said({ posts: { remaining: 0, reset_at: resetAt ?? null } }))
      expect((await failureOf(layOut(house).prepare())).retryAfterMs).toBe(waitMs)
    }
  })
})

test('the stored request has no access, and is the same each time', async () => {
  const bench = layOut(house, { media: await pictures(house, 1) })
  const sent = await bench.readyToSend()
  expect(JSON.stringify(sent.commit)).not.toContain(String(house.credentials.access_token))
  expect(house.connector.compose(sent)).toEqual(sent.commit)
  expect(asObject(sent.artefacts)?.seen).toEqual([])
})
