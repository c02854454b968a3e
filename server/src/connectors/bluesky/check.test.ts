import { Errors } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { describeDraft } from '../conformance/pictures.ts'
import type { Account, Draft, DraftMedia } from '../connector.ts'
import { check as checkFor, limits } from './check.ts'
import { options } from './options.ts'
import { readQuote } from './quote.ts'

const picture: DraftMedia = {
  id: 'm',
  kind: 'image',
  mimeType: 'image/png',
  bytes: 1,
  width: 1,
  height: 1,
  durationMs: null,
  altText: '',
  focus: null,
  crop: null,
  video: null,
  pages: null,
  orientation: 1,
  removed: [],
}
const account: Account = {
  id: 'a',
  externalId: 'did:plc:a',
  username: 'a.test',
  settings: { service: 'https://a.test', did: 'did:plc:a', video_max_bytes: 5_000_000 },
}
const check = (draft: Draft) => checkFor(draft, account)
const video: DraftMedia = { ...picture, kind: 'video', mimeType: 'video/mp4', durationMs: 2_000 }
const family = '👨‍👩‍👧‍👦'

function problems(part: Partial<Draft>): string[] {
  const draft = describeDraft({ text: 'Good morning', mayFit: false, ...part })
  return check(draft).problems.map(({ pointer, code }) => `${pointer} ${code}`)
}

describe('what is certain to be refused', () => {
  test.each([
    ['300 letters', { text: 'x'.repeat(300) }, []],
    ['301 letters', { text: 'x'.repeat(301) }, ['/text text_too_long']],
    ['120 families of 3,000 bytes', { text: family.repeat(120) }, []],
    ['121 families of 3,025 bytes', { text: family.repeat(121) }, ['/text text_too_long']],
    ['301 families, told once', { text: family.repeat(301) }, ['/text text_too_long']],
    ['nothing', { text: ' \n' }, ['/text empty']],
    ['a picture without words', { text: '', media: [picture] }, []],
    ['five pictures', { media: Array.from({ length: 5 }, () => picture) }, ['/media/4 too_many_media']],
    ['a video', { text: '', media: [video] }, []],
    ['two videos', { media: [video, video] }, ['/media/1 too_many_media']],
    ['a video beside a picture', { media: [picture, video] }, ['/media media_mixed']],
    ['a video of the largest size', { media: [{ ...video, bytes: 5_000_000 }] }, []],
    ['a video a byte larger', { media: [{ ...video, bytes: 5_000_001 }] }, ['/media/0 media_too_large']],
    ['a video of three minutes', { media: [{ ...video, durationMs: 180_000 }] }, []],
    ['a video a moment longer', { media: [{ ...video, durationMs: 180_001 }] }, ['/media/0 media_too_long']],
    ['a video that is no MP4', { media: [{ ...video, mimeType: 'video/webm' }] }, ['/media/0 media_type']],
    [
      'a video in a part',
      { thread: [{ text: '', media: [video, picture] }] },
      ['/thread/0/media media_mixed'],
    ],
    [
      'a quote without words',
      { text: '', options: { quote: 'at://a.test/app.bsky.feed.post/3l6oveex3ii2l' } },
      [],
    ],
    ['a quote of no post', { options: { quote: 'https://example.com/1' } }, ['/options/quote quote_invalid']],
    [
      'a part without words under a quote',
      {
        options: { quote: 'at://a.test/app.bsky.feed.post/3l6oveex3ii2l' },
        thread: [{ text: '', media: [] }],
      },
      ['/thread/0/text empty'],
    ],
    ['a GIF', { media: [{ ...picture, kind: 'gif', mimeType: 'image/gif' }] }, ['/media/0 media_kind']],
    ['a HEIC', { media: [picture, { ...picture, mimeType: 'image/heic' }] }, ['/media/1 media_type']],
    ['an alt text of 2,000', { media: [{ ...picture, altText: 'a'.repeat(2000) }] }, []],
    [
      'an alt text of 2,001',
      { media: [{ ...picture, altText: 'a'.repeat(2001) }] },
      ['/media/0/alt_text alt_text_too_long'],
    ],
    ['languages', { options: { langs: ['en', 'pt-BR', 'zh-Hant-TW'] } }, []],
    [
      'languages that are none',
      { options: { langs: ['en', 'english', 'EN_us'] } },
      ['/options/langs/1 language_unknown', '/options/langs/2 language_unknown'],
    ],
    [
      'a long part',
      {
        thread: [
          { text: 'ok', media: [] },
          { text: 'x'.repeat(301), media: [] },
        ],
      },
      ['/thread/1/text text_too_long'],
    ],
    ['an empty part', { thread: [{ text: '', media: [] }] }, ['/thread/0/text empty']],
    [
      'a bad picture in a part',
      { thread: [{ text: '', media: [{ ...picture, kind: 'document', mimeType: 'application/pdf' }] }] },
      ['/thread/0/media/0 media_kind'],
    ],
  ] as [string, Partial<Draft>, string[]][])('%s', (_, part, expected) => {
    expect(problems(part)).toEqual(expected)
  })
})

describe('what is over the limit', () => {
  const over = (text: string) => check(describeDraft({ text })).ranges.find(({ kind }) => kind === 'over')

  test('begins after 300 graphemes, never inside one', () => {
    const text = `${'x'.repeat(299)}👩‍🚀y`
    expect(over(text)).toEqual({ kind: 'over', start: text.length - 1, end: text.length })
    expect(over('x'.repeat(300))).toBeUndefined()
  })

  test('begins after 3,000 bytes where that is less', () => {
    expect(over(family.repeat(130))?.start).toBe(family.length * 120)
  })

  test('links, mentions and hashtags have their places', () => {
    const { ranges } = check(describeDraft({ text: '😀 #a @b.com c.com' }))
    expect(ranges).toEqual([
      { kind: 'hashtag', start: 3, end: 5 },
      { kind: 'mention', start: 6, end: 12 },
      { kind: 'link', start: 13, end: 18 },
    ])
  })
})

describe('the options', () => {
  const isValid = (value: unknown) => Errors(options, value).length === 0

  test.each([
    [{}, true],
    [{ langs: ['en', 'de', 'fr'], labels: ['porn', '!no-unauthenticated'] }, true],
    [{ langs: ['en', 'de', 'fr', 'it'] }, false],
    [{ langs: ['en', 'en'] }, false],
    [{ langs: 'en' }, false],
    [{ labels: ['made-up'] }, false],
    [{ thread: [{ caption: 'two' }, { media: ['a/api/b.png', { media_id: 'c', alt_text: 'd' }] }] }, true],
    [{ thread: [{ text: 'two' }] }, false],
    [{ visibility: 'public' }, false],
    [{ thread_gate: { allow: [] } }, true],
    [{ thread_gate: { allow: ['mentioned', 'followers', 'following'] } }, true],
    [{ thread_gate: { allow: ['mentioned', 'mentioned'] } }, false],
    [{ thread_gate: { allow: ['everybody'] } }, false],
    [{ thread_gate: {} }, false],
    [{ thread_gate: { allow: [], deny: [] } }, false],
    [{ link_card: false, quote: 'at://x' }, true],
    [{ link_card: 'no' }, false],
    [{ quote: 7 }, false],
  ])('%j', (value, expected) => {
    expect(isValid(value)).toBe(expected)
  })
})

describe('the limits of an account', () => {
  test('are those of its server', () => {
    const kinds = (settings: Account['settings']) =>
      limits({ ...account, settings: { ...account.settings, ...settings } }).media.kinds
    expect(kinds({})[1]).toMatchObject({ kind: 'video', maxBytes: 5_000_000, maxDurationMs: 180_000 })
    expect(kinds({ video_max_bytes: 300_000_000 })[1]).toMatchObject({ maxBytes: 300_000_000 })
    expect(limits(null).media.kinds[1]).toMatchObject({ maxBytes: 50_000_000 })
  })
})

test.each([
  ['at://alice.test/app.bsky.feed.post/3l6oveex3ii2l', 'alice.test'],
  [
    'at://did:plc:jrlbmwpddimtebvzoyfonqyt/app.bsky.feed.post/3l6oveex3ii2l',
    'did:plc:jrlbmwpddimtebvzoyfonqyt',
  ],
  ['https://bsky.app/profile/alice.test/post/3l6oveex3ii2l', 'alice.test'],
  [
    ' https://bsky.app/profile/did:plc:jrlbmwpddimtebvzoyfonqyt/post/3l6oveex3ii2l?a=b#c ',
    'did:plc:jrlbmwpddimtebvzoyfonqyt',
  ],
  ['https://bsky.app/profile/did%3Aweb%3Aa.test/post/3l6oveex3ii2l/', 'did:web:a.test'],
  ['https://bsky.app/profile/alice.test', null],
  ['https://bsky.app.evil.example/profile/alice.test/post/3l6oveex3ii2l', null],
  ['http://bsky.app/profile/alice.test/post/3l6oveex3ii2l', null],
  ['at://alice.test/app.bsky.feed.like/3l6oveex3ii2l', null],
  ['at://alice/app.bsky.feed.post/3l6oveex3ii2l', null],
  ['at://alice.test/app.bsky.feed.post/..', null],
  ['at://alice.test/app.bsky.feed.post/a b', null],
  ['', null],
])('a quoted post named %j is by %s', (text, author) => {
  expect(readQuote(text)).toEqual(author === null ? null : { author, rkey: '3l6oveex3ii2l' })
})

test.each([
  ['as large as the server takes', { bytes: 1_000_000, width: 2_000, height: 10 }, []],
  ['of too many bytes', { bytes: 1_000_001 }, ['/media/0 media_stands_still']],
  ['of too many pixels', { width: 10, height: 2_001 }, ['/media/0 media_stands_still']],
  ['that does not move', { bytes: 1_000_001, durationMs: null }, []],
])('says that a picture stands still that is made smaller on its way: one %s', (_case, facts, expected) => {
  const media = [{ ...picture, mimeType: 'image/webp', durationMs: 2_000, ...facts }]
  const { warnings } = check(describeDraft({ text: 'Good morning', mayFit: true, media }))
  expect(warnings.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected)
})
