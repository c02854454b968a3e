import { describe, expect, test } from 'vitest'
import { computedMs } from '../../../../test/computed-ms.ts'
import type { Json } from '../../../lib/json/json.ts'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft } from '../../connector.ts'
import { mastodon } from '../connector.ts'
import { countAs } from './fake-words.ts'

function accountOn(software: string | null, limits: Record<string, Json> = {}): Account {
  const settings = { instance: 'https://social.example', account_id: '1', software, limits }
  return { id: 'a', externalId: 'social.example/1', username: 'alice@social.example', settings }
}

const check = (draft: Partial<Draft>, account = accountOn('mastodon')) =>
  mastodon.check(describeDraft({ text: 'Hello', mayFit: false, ...draft }), account)
const pointers = (draft: Partial<Draft>, account = accountOn('mastodon')) =>
  check(draft, account).problems.map(({ pointer }) => pointer)

const family = '👩‍👩‍👧‍👦'

describe('a text is counted as its server counts it', () => {
  test.each([
    ['mastodon', 'Hello', 5],
    ['mastodon', family, 1],
    ['gotosocial', family, 7],
    ['pleroma', family, 1],
    [null, family, 7],
    ['mastodon', 'e\u0301 👍🏽', 3],
    ['mastodon', 'https://example.com', 23],
    ['mastodon', `https://example.com/${'a'.repeat(500)}`, 23],
    ['mastodon', 'see https://example.com/a, and http://b.example.', 4 + 23 + 6 + 23 + 1],
    ['mastodon', 'https://localhost/not/a/link', 28],
    ['gotosocial', 'https://example.com', 19],
    ['akkoma', 'https://example.com', 19],
    ['hollo', 'https://example.com/a/long/path/that/is/cut', 23],
    ['mastodon', '@bob@example.com hi', 7],
    ['mastodon', '@bob hi', 7],
    ['mastodon', 'mail bob@example.com', 20],
    ['gotosocial', '@bob@example.com hi', 19],
    ['mastodon', 'https://example.com/@bob@example.org', 23],
    ['mastodon', 'Grüße 你好 שלום', 13],
    ['mastodon', '', 0],
  ])('on %s, %j is %i', (software, text, count) => {
    expect(check({ text }, accountOn(software)).length.count).toBe(count)
  })

  test('the way the simulated server counts, too', () => {
    for (const text of ['a https://example.com/x?y=z b', 'x @bob@example.com y', `${family} #tag`]) {
      const rules = { counts: 'grapheme' as const, shortens: true }
      expect(check({ text }).length.count).toBe(countAs(text, '', rules))
    }
  })

  test('with its content warning, which stands before every part of a thread', () => {
    const options = { spoiler_text: 'x'.repeat(100) }
    expect(check({ text: 'y'.repeat(400), options })).toMatchObject({ problems: [], length: { count: 500 } })
    const over = check({ text: 'y'.repeat(401), options, thread: [{ text: 'z'.repeat(401), media: [] }] })
    expect(over.problems.map(({ pointer }) => pointer)).toEqual(['/text', '/thread/0/text'])
    expect(String(over.problems[0]?.detail)).toContain('the content warning included')
    expect(over.ranges).toEqual([{ kind: 'over', start: 400, end: 401 }])
  })

  test('without it on Pixelfed, where it has a limit of its own', () => {
    const picture = [describeMedia('image', 'image/png')]
    const account = accountOn('pixelfed')
    const draft = { text: 'y'.repeat(500), media: picture }
    expect(pointers({ ...draft, options: { spoiler_text: 'x'.repeat(140) } }, account)).toEqual([])
    expect(pointers({ ...draft, options: { spoiler_text: 'x'.repeat(141) } }, account)).toEqual([
      '/options/spoiler_text',
    ])
  })

  test('and shows where links, mentions and tags are, and where it stops to fit', () => {
    const text = `#one @bob@example.com ${'x'.repeat(470)} https://example.com/long`
    expect(check({ text }).ranges).toEqual([
      { kind: 'hashtag', start: 0, end: 4 },
      { kind: 'mention', start: 5, end: 21 },
      { kind: 'link', start: 493, end: 517 },
      { kind: 'over', start: 493, end: 517 },
    ])
    expect(check({ text: `${family.repeat(501)}` }).ranges).toEqual([
      { kind: 'over', start: 500 * family.length, end: 501 * family.length },
    ])
    const points = check({ text: '😀'.repeat(501) }, accountOn('gotosocial')).ranges
    expect(points).toEqual([{ kind: 'over', start: 1000, end: 1002 }])
  })

  test('by the instance’s own length', () => {
    const account = accountOn('gotosocial', { max_characters: 5000 })
    expect(mastodon.limits(account).text).toMatchObject({
      max: 5000,
      unit: 'codepoint',
      also: [],
      linkCost: null,
    })
    expect(pointers({ text: 'x'.repeat(5000) }, account)).toEqual([])
    expect(pointers({ text: 'x'.repeat(5001) }, account)).toEqual(['/text'])
    expect(mastodon.limits(null).text).toMatchObject({ max: 500, unit: 'grapheme', also: [], linkCost: 23 })
  })

  test('in no more than a moment when it is a megabyte', () => {
    const startedAt = computedMs()
    check({ text: '@bob@example.com https://example.com/a #tag '.repeat(25_000) })
    expect(computedMs() - startedAt).toBeLessThan(3_000)
  })
})

describe('media', () => {
  const picture = describeMedia('image', 'image/jpeg')
  const film = { ...describeMedia('video', 'video/mp4'), width: 1280, height: 720 }
  const gif = describeMedia('gif', 'image/gif')

  test.each([
    [Array(4).fill(picture), []],
    [Array(5).fill(picture), ['/media/4']],
    [[film], []],
    [[film, film], ['/media/1']],
    [[gif], []],
    [[gif, gif], ['/media/1']],
    [[picture, film], ['/media']],
    [[picture, gif], ['/media']],
    [[{ ...picture, altText: '👍'.repeat(1500) }], []],
    [[{ ...picture, altText: '👍'.repeat(1501) }], ['/media/0/alt_text']],
    [[{ ...picture, mimeType: 'image/heic' }], ['/media/0']],
    [[{ ...film, mimeType: 'video/x-matroska' }], ['/media/0']],
    [[{ ...film, bytes: 103_809_025 }], ['/media/0']],
    [[{ ...film, width: 4096, height: 2160 }], ['/media/0']],
    [[{ ...gif, bytes: 16_777_217 }], ['/media/0']],
    [[{ ...picture, bytes: 50_000_000, width: 20_000, height: 20_000 }], ['/media/0', '/media/0']],
    [[describeMedia('document', 'application/pdf')], ['/media/0']],
  ])('%j: %j', (media, expected) => {
    expect(pointers({ media })).toEqual(expected)
  })

  test('follow the limits of the instance', () => {
    const account = accountOn('gotosocial', {
      max_media_attachments: 6,
      supported_mime_types: ['image/jpeg', 'image/png', 'video/mp4'],
      video_size_limit: 1_000,
      description_limit: 10,
    })
    expect(mastodon.limits(account).media).toMatchObject({
      sets: [{ kinds: ['image', 'video'], min: 1, max: 6 }],
      altTextMax: 10,
      kinds: [{ kind: 'image' }, { kind: 'video', types: ['video/mp4'], maxBytes: 1_000 }],
    })
    expect(pointers({ media: Array(6).fill(picture) }, account)).toEqual([])
    expect(pointers({ media: [gif] }, account)).toEqual(['/media/0'])
    expect(pointers({ media: [{ ...film, bytes: 1_001 }] }, account)).toEqual(['/media/0'])
  })

  test.each([
    ['gotosocial', 6],
    ['hollo', 8],
    ['snac', 4],
  ])('of all kinds stand beside each other on %s, up to %i', (software, max) => {
    const account = accountOn(software, { max_media_attachments: max })
    const media = [picture, gif, film, ...Array(max - 3).fill(film)]
    expect(mastodon.limits(account).media).toMatchObject({
      sets: [{ kinds: ['image', 'gif', 'video'], max }],
    })
    expect(pointers({ media }, account)).toEqual([])
    expect(pointers({ media: [...media, picture] }, account)).toEqual([`/media/${max}`])
    expect(mastodon.limits(accountOn('mastodon')).media.sets).toHaveLength(3)
  })

  test('are needed on Pixelfed, by the first post of a thread alone', () => {
    const account = accountOn('pixelfed')
    expect(mastodon.limits(account).media.required).toBe(true)
    expect(pointers({}, account)).toEqual(['/media'])
    const answers = [
      { text: 'A comment', media: [] },
      { text: 'Another', media: [picture] },
    ]
    expect(pointers({ media: [picture], thread: answers }, account)).toEqual(['/thread/1/media'])
  })
})

describe('options', () => {
  const poll = { options: ['Yes', 'No'], duration_minutes: 60 }
  test.each([
    [{ poll }, []],
    [{ poll: { ...poll, duration_minutes: 5 } }, []],
    [{ poll: { ...poll, duration_minutes: 4 } }, ['/options/poll/duration_minutes']],
    [{ poll: { ...poll, duration_minutes: 43_829 } }, []],
    [{ poll: { ...poll, duration_minutes: 43_830 } }, ['/options/poll/duration_minutes']],
    [{ poll: { ...poll, options: ['1', '2', '3', '4', '5'] } }, ['/options/poll/options/4']],
    [{ poll: { ...poll, options: ['A', ' '] } }, ['/options/poll/options/1']],
    [{ poll: { ...poll, options: ['A', 'A '] } }, ['/options/poll/options/1']],
    [{ poll: { ...poll, options: [family.repeat(50), 'B'] } }, []],
    [{ poll: { ...poll, options: [family.repeat(51), 'B'] } }, ['/options/poll/options/0']],
    [{ language: 'pt-BR' }, []],
    [{ language: 'klingon language' }, ['/options/language']],
    [{ visibility: 'direct' }, []],
    [{ spoiler_text: 'x'.repeat(501) }, ['/text', '/options/spoiler_text']],
  ])('%j: %j', (options, expected) => {
    expect(pointers({ options })).toEqual(expected)
  })

  test.each([
    ['gotosocial', 'x'.repeat(50), []],
    ['gotosocial', family.repeat(7), []],
    ['gotosocial', family.repeat(8), ['/options/poll/options/0']],
    ['hollo', family.repeat(50), []],
    [null, family.repeat(20), ['/options/poll/options/0']],
  ])('an option of a poll is counted as %s counts', (software, option, expected) => {
    expect(pointers({ options: { poll: { ...poll, options: [option, 'B'] } } }, accountOn(software))).toEqual(
      expected,
    )
  })

  test.each(['en', 'pt-BR', 'zh-Hant-TW', 'sr-Latn', 'en-u-ca-gregory', 'aaa', 'qaa', 'es-419'])(
    'GoToSocial takes the language %s',
    (language) => {
      expect(pointers({ options: { language } }, accountOn('gotosocial'))).toEqual([])
    },
  )

  test.each(['zz', 'abcdefgh', 'en-QQ', 'not a tag'])('GoToSocial knows no language %s', (language) => {
    expect(pointers({ options: { language } }, accountOn('gotosocial'))).toEqual(['/options/language'])
    const isTag = language !== 'not a tag'
    expect(pointers({ options: { language } })).toEqual(isTag ? [] : ['/options/language'])
  })

  test('on snac a post for followers would reach nobody', () => {
    const asked = (visibility: string) => check({ options: { visibility } }, accountOn('snac')).problems
    expect(asked('private')).toMatchObject([{ pointer: '/options/visibility', code: 'visibility_unknown' }])
    expect(asked('private')[0]?.detail).toContain('only those whom it mentions')
    expect([...asked('unlisted'), ...asked('direct')]).toEqual([])
  })

  test('a poll excludes media, which the parts after it may have', () => {
    const media = [describeMedia('image', 'image/png')]
    expect(pointers({ media, options: { poll } })).toEqual(['/options/poll'])
    expect(pointers({ options: { poll }, thread: [{ text: 'More', media }] })).toEqual([])
  })

  test.each(['snac', 'pixelfed'])('%s makes no polls', (software) => {
    const media = [describeMedia('image', 'image/png')]
    const draft = software === 'pixelfed' ? { media } : {}
    expect(pointers({ ...draft, options: { poll } }, accountOn(software))).toEqual(['/options/poll'])
  })

  test('Pixelfed has no posts for those mentioned only', () => {
    const media = [describeMedia('image', 'image/png')]
    const account = accountOn('pixelfed')
    expect(pointers({ media, options: { visibility: 'direct' } }, account)).toEqual(['/options/visibility'])
    expect(pointers({ media, options: { visibility: 'private' } }, account)).toEqual([])
  })

  test('nothing can show a NUL', () => {
    expect(pointers({ text: 'a\0b' })).toEqual(['/text'])
  })
})

test.each([
  ['as large as the server takes', {}, []],
  ['of too many bytes', { bytes: 1_001 }, ['/media/0 media_stands_still']],
  ['of too many pixels', { width: 51, height: 50 }, ['/media/0 media_stands_still']],
  ['of a type that the server does not know', { mimeType: 'image/avif' }, ['/media/0 media_stands_still']],
  ['that does not move', { bytes: 1_001, durationMs: null }, []],
])('says that a picture stands still that is made anew on its way: one %s', (_case, facts, expected) => {
  const account = accountOn('mastodon', {
    image_size_limit: 1_000,
    image_matrix_limit: 2_500,
    supported_mime_types: ['image/jpeg', 'image/png', 'image/webp'],
  })
  const moving = { bytes: 1_000, width: 50, height: 50, durationMs: 2_000 }
  const media = [{ ...describeMedia('image', 'image/webp'), ...moving, ...facts }]
  const { warnings } = check({ media, mayFit: true }, account)
  expect(warnings.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected)
})
