import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { begin, failureOf, layOut, pictures, publish } from './steps.ts'
import { answered, type ForemHouse, openHouse, picturesIn, refused } from './world.ts'

let house: ForemHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
afterEach(() => void house.fake.world.articles.splice(0))

const only = () => {
  const [article, ...more] = house.fake.world.articles
  expect(more).toEqual([])
  if (!article) throw new Error('There is no article.')
  return article
}
const making = 'POST /api/articles'

describe('a draft', () => {
  test('has all choices, and nobody sees it', async () => {
    const options = {
      title: 'Tides',
      tags: ['Sea', 'boats2', 'größe'],
      description: 'About water',
      canonical_url: 'https://harbour.example.org/tides',
      series: 'Water',
      organization_id: 5,
      ai_disclosure_level: 'some_ai',
      main_image: 'first_only',
    }
    const media = await pictures(house, 3)
    const [, second] = media
    if (second) second.draft = { ...second.draft, altText: 'A "boat" & {{ a }} [pier] <b>\nat sea' }
    await layOut(house, { text: 'Words', options, media })
    const article = only()
    expect(article).toMatchObject({
      title: 'Tides',
      tags: ['sea', 'boats2', 'größe'],
      description: 'About water',
      canonicalUrl: 'https://harbour.example.org/tides',
      series: 'Water',
      organizationId: 5,
      disclosure: 'some_ai',
      isPublished: false,
    })
    const shown = picturesIn(article.body)
    expect(shown.map(({ altText }) => altText)).toEqual([
      'A "boat" & {{ a }} [pier] <b> at sea',
      media[2]?.draft.altText,
    ])
    expect(article.body).not.toContain('{{')
    expect(shown.map(({ url }) => url)).not.toContain(article.mainImage)
    const cover = await fetch(article.mainImage ?? '')
    expect(Buffer.from(await cover.arrayBuffer()).equals(Buffer.from(media[0]?.bytes ?? []))).toBe(true)
    expect(await house.world.posts()).toEqual([])
  })

  test('is titled by its first line; a heading is not repeated; a picture alone by its alt text', async () => {
    const bodies: [string, string, string][] = [
      ['\n\nA first line\nmore', 'A first line', 'A first line\nmore'],
      ['# A heading #1\n\nmore', 'A heading #1', 'more'],
      ['## Smaller\n\nmore', 'Smaller', '## Smaller\n\nmore'],
      ['#hashtag alone', '#hashtag alone', '#hashtag alone'],
      [`${'word '.repeat(60)}end`, expect.stringMatching(/^(word )+word ?…$/), `${'word '.repeat(60)}end`],
    ]
    for (const [text, title, words] of bodies) {
      await layOut(house, { text })
      const { body, title: stored } = only()
      expect([stored, body.split('\n\n<!--')[0]]).toEqual([title, words])
      house.fake.world.articles.splice(0)
    }
    await layOut(house, { text: '', media: await pictures(house, 1) })
    expect(only().title).toMatch(/^Picture 1: a plain colour/)
  })

  test('is found after a lost answer and brought up to date, and made again where somebody deleted it', async () => {
    const bench = begin(house, { text: 'Lost' })
    house.fake.inject(making, { kind: 'lose_answer' })
    expect((await failureOf(bench.prepareOnce())).kind).toBe('unavailable')
    const { id } = only()
    const step = await begin(house, { text: 'Lost and found', key: bench.step.key }).prepare()
    expect(only()).toMatchObject({ id, title: 'Lost and found' })
    expect(step.artefacts).toEqual({ article_id: id, is_made_again: false })
    house.fake.world.articles.splice(0)
    const again = await layOut(house, { key: bench.step.key })
    expect(again.step.artefacts).toEqual({ article_id: only().id, is_made_again: false })
    // One that its owner published by hand meanwhile is the article.
    Object.assign(only(), { isPublished: true, publishedAt: new Date() })
    await begin(house, { key: bench.step.key }).prepare()
    only()
  })

  test('that a community does not show is made again once, and not without end', async () => {
    const bench = begin(house, { text: 'Hidden' })
    const unseen = () => {
      for (const status of ['unpublished', 'published'])
        house.fake.inject(`GET /api/articles/me/${status}`, answered(200, []))
    }
    for (let call = 0; call < 3; call++) {
      unseen()
      await bench.prepareOnce()
      // Older communities would refuse a second draft that is the same.
      for (const article of house.fake.world.articles) article.title = 'By hand'
    }
    unseen()
    const failure = await failureOf(bench.prepareOnce())
    expect(failure).toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/does not show the draft/),
    })
    expect(house.fake.world.articles.length, 'one draft, and the one in its place').toBe(2)
    // Once it shows it, the post goes on.
    expect((await bench.prepareOnce()).outcome).toBe('ready')
  })

  test('waits where another one had its title in the last five minutes', async () => {
    house.fake.world.guardsTitles = true
    await publish(house, { text: 'Twice' })
    const failure = await failureOf(begin(house, { text: 'Twice' }).prepare())
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterMs: 300_000 })
    house.fake.world.guardsTitles = false
  })

  test('is followed by its publication no sooner than a community takes a second write', async () => {
    house.fake.world.limitsWrites = true
    const bench = begin(house, { text: 'Slowly' })
    const prepared = await bench.prepareOnce()
    expect(prepared).toMatchObject({ outcome: 'pending', againInMs: expect.any(Number) })
    expect(prepared.outcome === 'pending' && prepared.againInMs).toBeGreaterThan(1_000)
    const early = await layOut(house, { key: bench.step.key, text: 'Slowly' }).catch((error: Error) => error)
    expect(early).toMatchObject({ kind: 'rate_limited', retryAfterMs: 1_000 })
    house.fake.world.limitsWrites = false
  })

  test('is refused in the words of the community, and for an organization of others', async () => {
    const refusals: [object, RegExp][] = [
      [{ text: 'With {% nothing %}' }, /refused the article\. It said: Liquid syntax error/],
      [{ options: { organization_id: 6 } }, /no member of an organization with this number/],
    ]
    for (const [laid, words] of refusals)
      expect((await failureOf(begin(house, laid).prepare())).message).toMatch(words)
    for (const [answer, kind] of [
      [refused(401, 'unauthorized'), 'unauthorized'],
      [answered(413, ''), 'invalid'],
      [answered(503, ''), 'unavailable'],
      [answered(201, {}), 'unavailable'],
      [answered(429, '', { 'retry-after': '300' }), 'rate_limited'],
    ] as const) {
      house.fake.inject(making, answer)
      expect((await failureOf(begin(house).prepare())).kind).toBe(kind)
    }
  })

  test('says how it was made where a community asks for it, also without a choice', async () => {
    await publish(house)
    expect(only().disclosure).toBe('not_disclosed')
  })
})
