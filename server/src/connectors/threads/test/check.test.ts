import { describe, expect, test } from 'vitest'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft } from '../../connector.ts'
import { threads } from '../connector.ts'
import { writeSettings } from '../settings.ts'

const account: Account = { id: 'a', externalId: '1', username: 'harbour', settings: {} }
const check = (draft: Partial<Draft>, of = account) =>
  threads.check(describeDraft({ text: 'Hello', ...draft }), of)
const found = ({ pointer, code }: { pointer: string; code: string }) => `${code} ${pointer}`
const problems = (draft: Partial<Draft>) => check(draft).problems.map(found)
const warnings = (draft: Partial<Draft>, of = account) => check(draft, of).warnings.map(found)

describe('a text', () => {
  test.each([
    ['Hello', 5],
    ['Grüße', 5],
    ['e\u0301', 2],
    ['日本語', 3],
    ['𝒳', 1],
    ['😀', 4],
    ['👩‍👩‍👧‍👦', 25],
    ['🇫🇷', 8],
    ['❤️', 6],
    ['☝🏽', 7],
    ['1️⃣', 7],
    ['© 1', 3],
    ['', 0],
  ])('of %j counts as %i', (text, count) => {
    expect(check({ text }).length).toEqual({ count, max: 500, unit: 'emoji_utf8' })
  })

  test('of emoji ends before the one that is too much', () => {
    const text = `${'a'.repeat(498)}😀`
    expect(problems({ text })).toEqual(['text_too_long /text'])
    expect(check({ text }).ranges).toContainEqual({ kind: 'over', start: 498, end: 500 })
    expect(problems({ text: '😀'.repeat(125) })).toEqual([])
    expect(problems({ text: '😀'.repeat(126) })).toEqual(['text_too_long /text'])
  })

  test('has up to five different links, with and without a scheme, that to preview included', () => {
    const links = ['https://a.test', 'http://b.test/x', 'www.c.test', 'https://d.test', 'https://e.test']
    expect(problems({ text: [...links, ...links].join(' ') })).toEqual([])
    expect(problems({ text: [...links, 'www.f.test'].join(' ') })).toEqual(['too_many_links /text'])
    expect(problems({ text: links.join(' '), options: { link: 'https://a.test' } })).toEqual([])
    expect(problems({ text: links.join(' '), options: { link: 'https://f.test' } })).toEqual([
      'too_many_links /text',
    ])
    const thread = [{ text: [...links, 'https://f.test'].join(' '), media: [] }]
    expect(problems({ thread, options: { link: 'https://g.test' } })).toEqual([
      'too_many_links /thread/0/text',
    ])
  })
})

describe('media', () => {
  const picture = describeMedia('image', 'image/jpeg')
  const video = { ...describeMedia('video', 'video/mp4'), durationMs: 300_000 }
  const of = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 ? video : picture))

  test('stand together up to twenty, pictures and videos', () => {
    expect(problems({ media: of(20) })).toEqual([])
    expect(problems({ media: of(21) })).toEqual(['too_many_media /media/20'])
  })

  test('that are documents, or longer than five minutes, are refused', () => {
    expect(problems({ media: [describeMedia('document', 'application/pdf')] })).toEqual([
      'media_kind /media/0',
    ])
    expect(problems({ media: [{ ...video, durationMs: 300_001 }] })).toEqual(['media_too_long /media/0'])
  })

  test('of few frames a second are warned of', () => {
    const facts = {
      container: 'mp4' as const,
      codec: 'h264',
      profile: null,
      frameRate: 15,
      bitRate: 1_000_000,
      rotation: 0 as const,
      isFastStart: true,
      audio: null,
    }
    const thread = [{ text: '', media: [picture, { ...video, video: facts }] }]
    expect(warnings({ thread })).toEqual(['video_frame_rate /thread/0/media/1'])
  })
})

describe('a poll', () => {
  const poll = (more: object) => ({
    options: { poll: { options: ['Yes', 'No'], duration_minutes: 1_440, ...more } },
  })
  test.each([
    [poll({}), []],
    [poll({ options: ['a', 'b', 'c', 'd'] }), []],
    [poll({ options: ['a', 'b', 'c', 'd', 'e'] }), ['poll_invalid /options/poll/options/4']],
    [poll({ options: ['a'.repeat(25), 'b'] }), []],
    [poll({ options: ['a', 'b'.repeat(26)] }), ['poll_invalid /options/poll/options/1']],
    [poll({ options: ['a', ' '] }), ['poll_invalid /options/poll/options/1']],
    [poll({ multiple: true }), ['poll_invalid /options/poll/multiple']],
    [{ ...poll({}), media: [describeMedia('image', 'image/png')] }, ['poll_invalid /options/poll']],
    [{ ...poll({}), text: '' }, ['empty /text']],
  ])('in %j has the problems %j', (draft, expected) => {
    expect(problems(draft)).toEqual(expected)
  })

  test('of another length than a day is taken with a warning', () => {
    expect(warnings(poll({ duration_minutes: 60 }))).toEqual(['poll_duration /options/poll/duration_minutes'])
    expect(warnings(poll({}))).toEqual([])
  })
})

test('a link to preview stands below a post without media', () => {
  const options = { link: 'https://a.test' }
  expect(problems({ options })).toEqual([])
  expect(problems({ options, media: [describeMedia('image', 'image/png')] })).toEqual([
    'link_beside_media /options/link',
  ])
})

test('reels, and threads without the permission to reply, are warned of', () => {
  expect(warnings({ options: { location: 'feed' } })).toEqual([])
  expect(warnings({ options: { location: 'reels' } })).toEqual(['location_ignored /options/location'])
  const thread = [{ text: 'And then', media: [] }]
  const without = { ...account, settings: writeSettings({ scopes: ['threads_basic'] }) }
  expect(warnings({ thread })).toEqual([])
  expect(warnings({ thread }, without)).toEqual(['scope_missing /thread/0'])
})
