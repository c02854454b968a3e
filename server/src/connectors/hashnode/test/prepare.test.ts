import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeMedia } from '../../conformance/pictures.ts'
import { markOf } from '../../kit/text/article.ts'
import { addTeam, type FakePublication } from './fake-world.ts'
import { begin, failureOf, layOut, pictures } from './steps.ts'
import { answered, type HashnodeHouse, openHouse, picturesIn, refused, shownUnder } from './world.ts'

let house: HashnodeHouse
let team: FakePublication
beforeAll(async () => {
  house = await openHouse(
    undefined,
    (world) => {
      team = addTeam(world, 'Bakery', { harbour: 'EDITOR', bakery: 'OWNER' })
    },
    'Bakery',
  )
})
afterAll(() => house.close())
afterEach(() => void house.fake.world.drafts.splice(0))

const drafts = () => house.fake.world.drafts.filter(({ isActive }) => isActive)
const only = () => {
  const [draft, ...more] = drafts()
  expect(more).toEqual([])
  if (!draft) throw new Error('There is no draft.')
  return draft
}

describe('a draft', () => {
  test('has all choices, and nobody sees it', async () => {
    const [harbour, bakery] = house.fake.world.people
    const [series] = team.series
    const options = {
      title: ' Tides ',
      subtitle: 'Of the sea',
      tags: ['open-source', 'sea'],
      slug: 'my-tides',
      cover: 'first_only',
      canonical_url: 'https://harbour.example.org/tides',
      series_id: series?.id ?? '',
      publish_as: bakery?.id ?? '',
      co_authors: [harbour?.id ?? ''],
      meta_title: 'Tides, found',
      meta_description: 'About water',
      table_of_contents: true,
      disable_comments: true,
      delist: true,
      newsletter: true,
    }
    const media = await pictures(house, 3)
    const [, second] = media
    const altText = 'A "boat" & [pier](x) \\ *bold* `code` <b> ![no]\nat sea'
    if (second) second.draft = { ...second.draft, altText }
    const { step } = await layOut(house, { text: 'Words', options, media })
    const draft = only()
    expect(draft).toMatchObject({
      title: 'Tides',
      subtitle: 'Of the sea',
      tags: ['open-source', 'sea'],
      slug: 'my-tides',
      original: 'https://harbour.example.org/tides',
      series: series?.id,
      author: bakery,
      maker: harbour,
      coAuthors: [harbour?.id],
      metaTitle: 'Tides, found',
      metaDescription: 'About water',
      hasContents: true,
      hasNoComments: true,
      isDelisted: true,
      isNewsletter: true,
    })
    expect(step.artefacts.draft_id).toBe(draft.id)
    expect(draft.markdown.startsWith(`Words\n\n${markOf(step.key)}\n\n![`)).toBe(true)
    const shown = picturesIn(draft.markdown)
    expect(shown.map((each) => each.altText)).toEqual([altText.replace('\n', ' '), media[2]?.draft.altText])
    expect(shown.map(({ url }) => url)).not.toContain(draft.cover)
    expect(shownUnder(house.fake.world, draft.cover ?? '').length).toBeGreaterThan(0)
    expect(await house.world.posts()).toEqual([])
  })

  test('says nothing that was not chosen', async () => {
    await layOut(house, { text: '# A heading #1\n\nmore', media: await pictures(house, 1) })
    expect(only()).toMatchObject({
      title: 'A heading #1',
      markdown: expect.stringMatching(/^more\n\n<!-- crier:[0-9a-f]{32} -->\n\n!\[/),
      ...{ subtitle: null, slug: null, tags: [], cover: null, original: null, series: null },
      ...{ coAuthors: [], metaTitle: null, metaDescription: null, hasContents: false, isNewsletter: false },
    })
  })

  test('shows the first picture as its cover, also in the text', async () => {
    await layOut(house, { options: { cover: 'first' }, media: await pictures(house, 2) })
    const { cover, markdown } = only()
    const [first, ...others] = picturesIn(markdown)
    expect([first?.url, others.length]).toEqual([cover, 1])
  })

  test('whose answer was lost is made anew, and no other is touched', async () => {
    const other = await layOut(house, { text: 'Lost' })
    const bench = begin(house, { text: 'Lost' })
    house.fake.inject('CreateDraft', { kind: 'lose_answer' })
    expect((await failureOf(bench.prepareOnce())).kind).toBe('unavailable')
    expect(drafts()).toHaveLength(2)
    const step = await begin(house, { text: 'Lost and found', key: bench.step.key }).prepare()
    expect(drafts().map(({ id, title }) => [id, title])).toEqual([
      [other.step.artefacts.draft_id, 'Lost'],
      [step.artefacts.draft_id, 'Lost and found'],
    ])
    // One that Hashnode shows from memory may be gone already.
    house.fake.inject('CreateDraft', { kind: 'lose_answer' })
    const again = begin(house, { text: 'Once more' })
    await failureOf(again.prepareOnce())
    house.fake.inject('DeleteDraft', refused('NOT_FOUND', 'Draft not found', { path: ['deleteDraft'] }))
    await again.prepare()
  })

  test('is not made again once its id is known, because somebody may have published it by hand', async () => {
    const bench = await layOut(house, { text: 'By hand' })
    only().isActive = false
    const failure = await failureOf(bench.send())
    expect([failure.kind, failure.message]).toEqual([
      'invalid',
      expect.stringContaining('published it there'),
    ])
    expect(drafts()).toEqual([])
  })

  test('is refused in the words of Hashnode, which proves that nothing is public', async () => {
    const stranger = '0'.repeat(24)
    const refusals: [object, RegExp][] = [
      [{ options: { series_id: stranger } }, /does not find something.*Series not found/],
      [{ options: { publish_as: stranger } }, /does not find something.*not a member/],
    ]
    for (const [laid, words] of refusals)
      expect((await failureOf(begin(house, laid).prepare())).message).toMatch(words)
    team.isPro = false
    expect((await failureOf(begin(house).prepare())).message).toContain('The publication has no Pro plan')
    team.isPro = true
    for (const [answer, kind] of [
      [refused('UNAUTHENTICATED'), 'unauthorized'],
      [refused('INTERNAL_SERVER_ERROR'), 'unavailable'],
      [answered(413, ''), 'invalid'],
      [answered(503, ''), 'unavailable'],
      [answered(200, { data: { createDraft: { draft: {} } } }), 'unavailable'],
      [answered(429, '', { 'retry-after': '300' }), 'rate_limited'],
    ] as const) {
      house.fake.inject('CreateDraft', answer)
      expect([answer.body, (await failureOf(begin(house).prepare())).kind]).toEqual([answer.body, kind])
    }
  })
})

describe('a picture', () => {
  const uploaded = (presignedPut: object) =>
    answered(200, { data: { createImageUploadURL: { presignedPut } } })

  test('is uploaded once, and its address gives no access away', async () => {
    const bench = begin(house, { media: await pictures(house, 2) })
    const before = house.fake.world.uploads.size
    house.fake.inject('ConfirmUpload', { kind: 'lose_answer' })
    expect((await failureOf(bench.prepareOnce())).kind).toBe('unavailable')
    const step = await bench.prepare()
    expect(house.fake.world.uploads.size - before, 'one of them shown nowhere').toBe(3)
    expect(JSON.stringify(step.artefacts)).not.toContain('Signature')
    expect(picturesIn(only().markdown)).toHaveLength(2)
  })

  test('is refused where Hashnode says that it is too large, and tried again where it did not arrive', async () => {
    const address = { key: 'a', cdnUrl: 'https://cdn.hashnode.com/a.png' }
    const secure = 'https://hashnode-uploads.s3.amazonaws.com/a.png'
    const cases = [
      [
        'ConfirmUpload',
        answered(200, { data: { confirmImageUpload: { ok: false, cdnUrl: null } } }),
        'invalid',
      ],
      ['PUT an upload', answered(403, ''), 'unavailable'],
      ['PUT an upload', answered(301, ''), 'unavailable'],
      ['CreateUpload', uploaded({ ...address }), 'unavailable'],
      ['CreateUpload', uploaded({ ...address, url: secure.replace('https', 'http') }), 'unavailable'],
      [
        'CreateUpload',
        uploaded({ ...address, url: secure, cdnUrl: 'https://cdn.hashnode.com/a(b)' }),
        'unavailable',
      ],
      ['CreateUpload', uploaded({ ...address, url: secure, key: 7 }), 'unavailable'],
    ] as const
    for (const [call, answer, kind] of cases) {
      house.fake.inject(call, answer)
      const media = await pictures(house, 1)
      expect([answer.body, (await failureOf(begin(house, { media }).prepare())).kind]).toEqual([
        answer.body,
        kind,
      ])
    }
  })

  test('that moves is sent as it is', async () => {
    const colour = { width: 8, height: 6, channels: 3, background: '#0cc' } as const
    const bytes = await sharp({ create: colour }).gif().toBuffer()
    const draft = { ...describeMedia('gif', 'image/gif'), id: 'a-gif', bytes: bytes.length, altText: 'Waves' }
    await layOut(house, { media: [{ draft, bytes }] })
    const [shown] = picturesIn(only().markdown)
    expect(shown?.altText).toBe('Waves')
    expect(shownUnder(house.fake.world, shown?.url ?? '').equals(bytes)).toBe(true)
  })
})
