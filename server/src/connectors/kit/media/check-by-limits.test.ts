import { describe, expect, test } from 'vitest'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Draft, Limits } from '../../connector.ts'
import { countingBy } from '../text/count-text.ts'
import { type CheckWays, checkByLimits } from './check-by-limits.ts'
import { unlimited, upTo } from './media-limits.ts'

const limits: Limits = {
  text: { max: 10, unit: 'grapheme', also: [{ max: 12, unit: 'utf8' }], linkCost: null, rules: null },
  media: {
    required: false,
    kinds: [
      { ...unlimited, kind: 'image', types: ['image/png', 'image/jpeg'] },
      { ...unlimited, kind: 'video', types: ['video/mp4'], maxBytes: 5_000, maxDurationMs: 60_000 },
    ],
    sets: [upTo(3, 'image'), upTo(1, 'video')],
    altTextMax: 5,
  },
  placements: null,
  threadMax: 3,
  rates: [],
}
const ways: CheckWays = {
  network: 'This network',
  counting: countingBy('grapheme'),
  altTextUnit: 'codepoint',
  findPlaces: () => [{ kind: 'link', start: 0, end: 1 }],
}
const picture = { ...describeMedia('image', 'image/png'), altText: '' }
const video = { ...describeMedia('video', 'video/mp4'), altText: '', bytes: 5_000, durationMs: 60_000 }
const gif = { ...describeMedia('gif', 'image/gif'), altText: '' }
const document = { ...describeMedia('document', 'application/pdf'), altText: '' }

function check(draft: Partial<Draft>, held: Limits = limits, by: Partial<CheckWays> = {}) {
  const whole = describeDraft({ text: 'Hello', mayFit: false, ...draft })
  return checkByLimits(whole, held, { ...ways, ...by })
}
function problems(...given: Parameters<typeof check>): string[] {
  return check(...given).problems.map(({ pointer, code }) => `${pointer} ${code}`)
}
const withMedia = (more: Partial<Limits['media']>): Limits => ({
  ...limits,
  media: { ...limits.media, ...more },
})
const part = (text: string, media: Draft['media'] = []) => ({ text, media })

describe('a text', () => {
  test('may be as long as the limit and no longer', () => {
    expect(problems({ text: 'x'.repeat(10) })).toEqual([])
    const over = check({ text: 'x'.repeat(11) })
    expect(over.problems).toEqual([
      {
        pointer: '/text',
        code: 'text_too_long',
        detail: 'This network takes 10 characters; this text has 11.',
      },
    ])
    expect(over).toMatchObject({ length: { count: 11, max: 10, unit: 'grapheme' } })
    expect(over.ranges).toEqual([
      { kind: 'link', start: 0, end: 1 },
      { kind: 'over', start: 10, end: 11 },
    ])
  })

  test('is held against a second limit, and over where the first of them ends', () => {
    const { problems: found, ranges } = check({ text: '😀😀😀😀' })
    expect(found.map(({ detail }) => detail)).toEqual([
      'This network takes 12 bytes of text; this text has 16.',
    ])
    expect(ranges.at(-1)).toEqual({ kind: 'over', start: 6, end: 8 })
    expect(problems({ text: '😀'.repeat(11) })).toEqual(['/text text_too_long'])
  })

  test('counts with what stands beside it, in every part', () => {
    const beside = { count: 4, note: ', the warning included' }
    const found = check({ text: 'x'.repeat(7), thread: [part('x'.repeat(6))] }, limits, { beside })
    expect(found).toMatchObject({
      problems: [
        {
          pointer: '/text',
          detail: expect.toSatisfy((words) => String(words).includes('has 11, the warning included.')),
        },
      ],
      length: { count: 11 },
      ranges: [{}, { kind: 'over', start: 6 }],
    })
  })

  test('or a medium is needed, unless the first post has something else to show', () => {
    expect(problems({ text: ' \n', thread: [part('')] })).toEqual(['/text empty', '/thread/0/text empty'])
    expect(problems({ text: '', media: [picture] })).toEqual([])
    const quoting = { mayBeEmpty: true }
    expect(problems({ text: '', thread: [part('')] }, limits, quoting)).toEqual(['/thread/0/text empty'])
  })
})

describe('media', () => {
  test.each([
    [[picture, picture, picture], []],
    [[picture, picture, picture, picture], ['/media/3 too_many_media']],
    [[video], []],
    [[video, video], ['/media/1 too_many_media']],
    [[picture, video], ['/media media_mixed']],
    [[picture, gif], ['/media/1 media_kind']],
    [[gif, gif, gif, gif].slice(0, 1), ['/media/0 media_kind']],
    [[document], ['/media/0 media_kind']],
    [[{ ...picture, mimeType: 'image/heic' }], ['/media/0 media_type']],
    [[{ ...picture, bytes: 1_000_000_000 }], []],
    [[{ ...video, bytes: 5_001 }], ['/media/0 media_too_large']],
    [[{ ...video, durationMs: 60_001 }], ['/media/0 media_too_long']],
    [[{ ...video, durationMs: null }], []],
    [[{ ...picture, altText: '👍'.repeat(5) }], []],
    [[{ ...picture, altText: '👍'.repeat(6) }], ['/media/0/alt_text alt_text_too_long']],
  ])('%j: %j', (media, expected) => {
    expect(problems({ media })).toEqual(expected)
    expect(problems({ thread: [part('', media)] })).toEqual(expected.map((problem) => `/thread/0${problem}`))
  })

  test('may be mixed where the network mixes them, up to the number of each kind and of all', () => {
    const mixing = withMedia({ sets: [{ ...upTo(3, 'image', 'video'), most: { video: 1 } }] })
    expect(problems({ media: [picture, video, picture] }, mixing)).toEqual([])
    expect(problems({ media: [video, picture, video] }, mixing)).toEqual(['/media/2 too_many_media'])
    expect(problems({ media: [video, picture, picture, picture] }, mixing)).toEqual([
      '/media/3 too_many_media',
    ])
  })

  test('are needed by the first post where a network requires them', () => {
    const gallery = withMedia({ required: true })
    const found = check({ text: 'x'.repeat(11), thread: [part('Answer')] }, gallery).problems
    expect(found.map(({ code }) => code)).toEqual(['media_required', 'text_too_long'])
    expect(String(found[0]?.detail)).toBe('A post here needs a picture or a video.')
    expect(problems({ media: [picture] }, gallery)).toEqual([])
  })
})

test('a thread has as many posts as the limit, the first one included', () => {
  const thread = (length: number) => Array.from({ length }, () => part('More'))
  expect(problems({ thread: thread(2) })).toEqual([])
  expect(problems({ thread: thread(3) })).toEqual(['/thread/2 thread_too_long'])
})

test('a connector adds what is its own, of parts and of media', () => {
  const own: Partial<CheckWays> = {
    checkPart: ({ text }, at) =>
      text.includes('\0') ? [{ pointer: `${at}/text`, code: 'text_invalid', detail: 'NUL' }] : [],
    checkMedium: ({ width }, pointer) =>
      width === 7 ? [{ pointer, code: 'media_too_large', detail: 'Wide' }] : [],
  }
  const draft = { text: 'a\0', thread: [part('b\0', [{ ...picture, width: 7 }])] }
  expect(problems(draft, limits, own)).toEqual([
    '/text text_invalid',
    '/thread/0/media/0 media_too_large',
    '/thread/0/text text_invalid',
  ])
})
