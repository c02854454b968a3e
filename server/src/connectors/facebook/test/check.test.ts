import { describe, expect, test } from 'vitest'
import { describeDraft, describeFitting, describeMedia } from '../../conformance/pictures.ts'
import type { Draft, DraftMedia, MediaKind } from '../../connector.ts'
import { facebook } from '../connector.ts'

const account = { id: 'an-account', externalId: '101', username: 'harbour', settings: {} }
const photo = describeMedia('image', 'image/jpeg')
const video = describeMedia('video', 'video/mp4')
const { placements } = facebook.limits(account)

/** A medium as a placement asks for it. */
function fitting(placement: 'reels' | 'story', kind: MediaKind): DraftMedia {
  const limit = placements?.media[placement]?.kinds.find((each) => each.kind === kind)
  if (!limit) throw new Error(`There is no ${kind} in ${placement}.`)
  return describeFitting(limit)
}

function found(draft: Partial<Draft>) {
  const { problems, warnings } = facebook.check(describeDraft(draft), account)
  const summary = (each: { pointer: string; code: string }) => `${each.pointer} ${each.code}`
  return { problems: problems.map(summary), warnings: warnings.map(summary) }
}

const nothing = { problems: [], warnings: [] }
const link = 'https://example.com/a'

describe('a post of the feed', () => {
  test.each<[string, Partial<Draft>]>([
    ['has a text', { text: 'Hello' }],
    ['has a link alone', { options: { link } }],
    ['has ten photos', { media: Array.from({ length: 10 }, () => photo) }],
    ['has one video', { media: [video] }],
    ['says its placement', { text: 'Hello', options: { placement: 'feed' } }],
  ])('%s', (_, draft) => expect(found(draft)).toEqual(nothing))

  test.each<[string, Partial<Draft>, string]>([
    ['nothing', {}, '/text empty'],
    ['eleven photos', { media: Array.from({ length: 11 }, () => photo) }, '/media/10 too_many_media'],
    ['a video beside a photo', { media: [video, photo] }, '/media media_mixed'],
    ['a document', { media: [describeMedia('document', 'application/pdf')] }, '/media/0 media_kind'],
    ['a link beside a photo', { media: [photo], options: { link } }, '/options/link link_not_shown'],
    [
      'a link that is none',
      { text: 'Hello', options: { link: 'javascript:x' } },
      '/options/link link_invalid',
    ],
    ['a text too long by one sign', { text: '👍'.repeat(63_207) }, '/text text_too_long'],
  ])('cannot have %s', (_, draft, problem) => expect(found(draft).problems).toEqual([problem]))

  test('counts signs, not units of UTF-16', () =>
    expect(found({ text: '👍'.repeat(63_206) })).toEqual(nothing))

  test('is not refused for what is uncertain, but its person is told', () => {
    const large = { ...video, bytes: 10_000_000_001, altText: 'A boat' }
    const warnings = ['/media/0/alt_text alt_text_not_shown', '/media/0 media_doubtful']
    expect(found({ media: [large] })).toEqual({ problems: [], warnings })
    const own = { link: 'https://www.facebook.com/a' }
    expect(found({ options: own })).toEqual({ problems: [], warnings: ['/options/link link_doubtful'] })
    expect(found({ options: { link: 'https://notfacebook.com/a' } })).toEqual(nothing)
  })
})

describe('a reel', () => {
  const options = { placement: 'reels' }
  const film = fitting('reels', 'video')

  test('has one upright video of 3 to 90 seconds, with a text or without', () => {
    expect(found({ media: [film], options })).toEqual(nothing)
    expect(found({ text: 'Hello', media: [{ ...film, durationMs: 90_000 }], options })).toEqual(nothing)
  })

  test.each<[string, Partial<DraftMedia>, string]>([
    ['too short', { durationMs: 2_999 }, 'media_too_short'],
    ['too long', { durationMs: 90_001 }, 'media_too_long'],
    ['too small', { width: 504, height: 896 }, 'media_too_small'],
    ['square', { width: 1_080, height: 1_080 }, 'media_aspect'],
  ])('cannot be %s where it may not be changed', (_, change, code) => {
    const draft = { media: [{ ...film, ...change }], options, mayFit: false }
    expect(found(draft).problems).toEqual([`/media/0 ${code}`])
  })

  test('needs its video, and takes no link and no photo', () => {
    expect(found({ text: 'Hello', options }).problems).toEqual(['/media media_required'])
    expect(found({ media: [photo], options }).problems).toEqual(['/media/0 media_kind'])
    const linked = { ...options, link }
    expect(found({ media: [film], options: linked }).problems).toEqual(['/options/link link_not_shown'])
  })
})

describe('a story', () => {
  const options = { placement: 'story' }

  test('has one photo or one video of up to a minute', () => {
    expect(found({ media: [photo], options })).toEqual(nothing)
    const film = fitting('story', 'video')
    expect(found({ media: [{ ...film, durationMs: 60_000 }], options })).toEqual(nothing)
    const long = [{ ...film, durationMs: 60_001 }]
    expect(found({ media: long, options }).problems).toEqual(['/media/0 media_too_long'])
    expect(found({ media: [photo, photo], options }).problems).toEqual(['/media/1 too_many_media'])
  })

  test('shows no text, and nobody comments below it', () => {
    expect(found({ text: 'Hello', media: [photo], options })).toEqual({
      problems: [],
      warnings: ['/text text_not_shown'],
    })
    // A first comment is checked as the same draft without media.
    expect(found({ text: 'First', options }).problems).toContain('/text text_not_shown')
  })
})
