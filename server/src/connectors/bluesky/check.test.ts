import { Errors } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import type { Draft, DraftMedia } from '../connector.ts'
import { check, options } from './check.ts'

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
}
const family = '👨‍👩‍👧‍👦'

function problems(part: Partial<Draft>): string[] {
  const draft = { text: 'Good morning', media: [], options: {}, thread: [], ...part }
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
    ['a video', { media: [{ ...picture, kind: 'video', mimeType: 'video/mp4' }] }, ['/media/0 media_kind']],
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
  const over = (text: string) =>
    check({ text, media: [], options: {}, thread: [] }).ranges.find(({ kind }) => kind === 'over')

  test('begins after 300 graphemes, never inside one', () => {
    const text = `${'x'.repeat(299)}👩‍🚀y`
    expect(over(text)).toEqual({ kind: 'over', start: text.length - 1, end: text.length })
    expect(over('x'.repeat(300))).toBeUndefined()
  })

  test('begins after 3,000 bytes where that is less', () => {
    expect(over(family.repeat(130))?.start).toBe(family.length * 120)
  })

  test('links, mentions and hashtags have their places', () => {
    const { ranges } = check({ text: '😀 #a @b.com c.com', media: [], options: {}, thread: [] })
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
  ])('%j', (value, expected) => {
    expect(isValid(value)).toBe(expected)
  })
})
