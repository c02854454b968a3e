import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wordpress } from '../connector.ts'
import { publishing } from './fake.ts'
import { begin, failureOf, filmBytes, layOut, makeFile, pdfBytes, pictures, publish } from './steps.ts'
import { answered, openHouse, refused, textIn, type WordPressHouse } from './world.ts'

let house: WordPressHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const key = '0123456789abcdef0123456789abcdef'
const posts = () => house.fake.world.posts
const callsOf = (name: string) => house.fake.calls.filter((call) => call.name === name)

describe('a draft', () => {
  test('has the words and files of the post, and a name that nobody guesses', async () => {
    await layOut(house, { key, text: 'First line\nsecond', media: await pictures(house, 2) })
    expect(posts()).toMatchObject([{ status: 'draft', slug: `crier-${key}`, title: 'First line' }])
    expect(textIn(posts()[0]?.content ?? '')).toBe('First line\nsecond')
  })

  test('whose number was lost is found again and brought up to date', async () => {
    house.fake.inject('POST /wp/v2/posts', { kind: 'lose_answer' })
    expect((await failureOf(layOut(house, { key, text: 'Old words' }))).kind).toBe('unavailable')
    await publish(house, { key, text: 'New words' })
    expect(posts()).toMatchObject([{ status: 'publish', title: 'New words', slug: 'new-words' }])
  })

  test('that somebody deleted or put into the trash is made again', async () => {
    const bench = begin(house)
    await bench.prepareOnce()
    for (const away of [
      () => posts().splice(0),
      () => Object.assign(posts()[0] ?? {}, { status: 'trash' }),
    ]) {
      away()
      expect(await bench.prepareOnce()).toMatchObject({ outcome: 'pending', artefacts: { post_id: null } })
      await bench.prepareOnce()
      expect(posts().some(({ status }) => status === 'draft')).toBe(true)
    }
  })

  test('that is public already is left as it is', async () => {
    await layOut(house, { key, text: 'Words' })
    Object.assign(posts()[0] ?? {}, { status: 'publish' })
    const { step } = await layOut(house, { key, text: 'Words' })
    expect(step.artefacts.post_id).toBe(posts()[0]?.id)
    expect(callsOf(publishing)).toEqual([])
  })

  test('is refused as one of a stranger where the password has ended', async () => {
    await house.world.revoke()
    expect(await failureOf(layOut(house))).toMatchObject({
      kind: 'unauthorized',
      platformCode: 'rest_invalid_param',
    })
  })

  test('and its post are made where the API is in the query of a site in a folder', async () => {
    const other = await openHouse(wordpress, { folder: '/blog', hasPrettyLinks: false })
    try {
      expect(other.account.settings.api_root).toBe('https://harbour.example.org/blog/?rest_route=/')
      const { url } = await publish(other, { media: await pictures(other, 1) })
      expect(url).toBe('https://harbour.example.org/blog/a-day-at-sea/')
      expect(await other.world.posts()).toMatchObject([{ text: 'A day at sea', images: [{}] }])
    } finally {
      await other.close()
    }
  })
})

describe('files', () => {
  test('of every kind are uploaded once, also after a lost answer, and shown in order', async () => {
    const media = [
      makeFile('video', filmBytes),
      ...(await pictures(house, 1)),
      makeFile('document', pdfBytes),
      makeFile('gif', Buffer.from('GIF89a')),
    ]
    house.fake.inject('POST /wp/v2/media', { kind: 'lose_answer' })
    expect((await failureOf(layOut(house, { key, media }))).kind).toBe('unavailable')
    await publish(house, { key, media })
    const names = house.fake.world.media.map(({ fileName }) => fileName)
    expect(names).toEqual([
      'video-89abcdef-1.mp4',
      'picture-89abcdef-2.jpg',
      'document-89abcdef-3.pdf',
      'animation-89abcdef-4.gif',
    ])
    const shown = [...(posts()[0]?.content.matchAll(/<!-- wp:(\w+) /g) ?? [])].map(([, name]) => name)
    expect(shown).toEqual(['paragraph', 'video', 'image', 'file', 'image'])
  })

  test('that are too large are made smaller, and refused where that does not help', async () => {
    const [picture] = await pictures(house, 1)
    if (!picture) throw new Error('There is no picture.')
    const words = { kind: 'invalid', message: expect.stringContaining('upload_max_filesize') }
    house.fake.world.mostUploadBytes = 10
    expect(await failureOf(layOut(house, { media: [picture] }))).toMatchObject(words)
    expect(await failureOf(layOut(house, { media: [makeFile('video', filmBytes)] }))).toMatchObject(words)
    house.fake.world.mostUploadBytes = 1_000_000
    house.fake.world.mostFormBytes = 100
    expect(await failureOf(layOut(house, { media: [makeFile('video', filmBytes)] }))).toMatchObject(words)
    house.fake.world.mostFormBytes = 1_000_000
    house.fake.inject('POST /wp/v2/media', answered(413, '<h1>413</h1>'))
    await publish(house, { media: [picture] })
    expect(house.fake.world.media).toHaveLength(1)
  })

  test('of a type that the site does not take are refused for good, although it says 500', async () => {
    const odd = failureOf(
      layOut(house, { media: [makeFile('video', Buffer.from('this is no film at all'))] }),
    )
    expect(await odd).toMatchObject({ kind: 'invalid', platformCode: 'rest_upload_unknown_error' })
    house.fake.inject('POST /wp/v2/media', refused(500, 'internal_server_error'))
    expect((await failureOf(layOut(house, { media: await pictures(house, 1) }))).kind).toBe('unavailable')
  })

  test('alt texts are in the library and beside the picture, whatever signs they have', async () => {
    const [picture] = await pictures(house, 1)
    if (!picture) throw new Error('There is no picture.')
    const altText = 'A "boat" & [an oar]\nat < 5 knots -->'
    await publish(house, { media: [{ ...picture, draft: { ...picture.draft, altText } }] })
    const [post] = await house.world.posts()
    expect(post?.images).toMatchObject([{ altText: 'A "boat" & [an oar] at < 5 knots -->' }])
    expect(house.fake.world.media[0]?.altText).toContain('A "boat"')
  })
})

describe('categories and tags', () => {
  test('are found by their names; missing tags are made, and missing categories refused', async () => {
    const options = { categories: ['boats & café'], tags: ['R&D', 'Oars', 'r&d'] }
    await publish(house, { options })
    const { tags } = house.fake.world
    expect(tags.map(({ name }) => name)).toEqual(['R&amp;D', 'Oars'])
    const [one, two] = tags.map(({ id }) => id)
    expect(posts()).toMatchObject([{ categories: [2], tags: [one, two, one] }])
    const missing = await failureOf(layOut(house, { options: { categories: ['Boat'] } }))
    expect(missing).toMatchObject({ kind: 'invalid', message: expect.stringContaining('“Boat”') })
  })

  test('that the user may not make are used where they exist', async () => {
    const { tags } = house.fake.world
    tags.push({ id: 77, name: 'Oars', slug: 'oars' })
    const refusal = refused(403, 'rest_cannot_create')
    house.fake.inject('POST /wp/v2/tags', refusal)
    await publish(house, { options: { tags: ['oars'] } })
    expect(posts()).toMatchObject([{ tags: [77] }])
    house.fake.inject('POST /wp/v2/tags', refusal)
    expect((await failureOf(layOut(house, { options: { tags: ['Sails'] } }))).kind).toBe('forbidden')
  })
})

describe('calls that may be repeated', () => {
  test.each([
    [answered(403, '<h1>Blocked</h1>'), 'forbidden'],
    [answered(406, '<h1>Not acceptable</h1>'), 'forbidden'],
    [answered(401, '<h1>Authorization required</h1>'), 'unauthorized'],
    [answered(404, '<h1>Not found</h1>'), 'unauthorized'],
    [answered(301, '', { location: 'https://www.harbour.example.org/' }), 'unauthorized'],
    [answered(503, '<h1>Briefly unavailable for scheduled maintenance</h1>'), 'unavailable'],
    [answered(429, '', { 'retry-after': '7' }), 'rate_limited'],
    [answered(200, 'not json'), 'unavailable'],
    [refused(403, 'rest_forbidden'), 'forbidden'],
    [refused(404, 'rest_no_route'), 'forbidden'],
  ] as const)('an answer of %j is %s', async (answer, kind) => {
    house.fake.inject('GET /wp/v2/posts', answer)
    expect((await failureOf(layOut(house))).kind).toBe(kind)
  })
})
