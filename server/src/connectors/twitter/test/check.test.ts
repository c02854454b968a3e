import { expect, test } from 'vitest'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Draft, DraftMedia } from '../../connector.ts'
import { check, limits } from '../check.ts'
import { accountOf } from './world.ts'

const checked = (draft: Partial<Draft>, subscription: string | null = 'None') =>
  check(describeDraft(draft), accountOf(subscription))
const problems = (draft: Partial<Draft>, subscription?: string | null) =>
  checked(draft, subscription).problems.map(({ pointer, code }) => `${pointer} ${code}`)
const warnings = (draft: Partial<Draft>, subscription?: string | null) =>
  checked(draft, subscription).warnings.map(({ pointer, code }) => `${pointer} ${code}`)
const video = (facts: Partial<DraftMedia>) => ({ ...describeMedia('video', 'video/mp4'), ...facts })

test.each([
  ['None', 280],
  ['Basic', 25_000],
  ['Premium', 25_000],
  ['PremiumPlus', 25_000],
  [null, 25_000],
])('an account that pays for %s may post so many characters: %i', (subscription, max) => {
  expect(limits(accountOf(subscription)).text.max).toBe(max)
  expect(problems({ text: 'a'.repeat(max) }, subscription)).toEqual([])
  expect(problems({ text: 'a'.repeat(max + 1) }, subscription)).toEqual(['/text text_too_long'])
})

test('without an account the limits are those of one that pays nothing', () => {
  expect(limits(null).text.max).toBe(280)
})

test('letters are counted by their weight, and links at a fixed cost', () => {
  expect(checked({ text: '日本語 👨‍👩‍👧‍👦 example.com/a/long/path' }).length).toEqual({
    count: 6 + 1 + 2 + 1 + 23,
    max: 280,
    unit: 'weighted',
  })
  expect(problems({ text: '日'.repeat(141) })).toEqual(['/text text_too_long'])
})

test('links, bare ones too, mentions and hashtags are found, and none within another', () => {
  const text = 'See example.com/#a, @bob and #news at https://x.com/@eve'
  const found = checked({ text }).ranges.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)
  expect(found).toEqual(['link example.com/#a', 'mention @bob', 'hashtag #news', 'link https://x.com/@eve'])
})

test('a link is warned of in each part, because X charges more for it', () => {
  const thread = [
    { text: 'No link', media: [] },
    { text: 'https://example.com', media: [] },
  ]
  expect(warnings({ text: 'Try example.com', thread })).toEqual([
    '/text link_costs_more',
    '/thread/1/text link_costs_more',
  ])
})

test.each([
  ['$AAPL and $GOOG', ['/text several_cashtags']],
  ['$AAPL costs $100', []],
  ['US$AAPL or a$GOOG', []],
])('cashtags in %j are warned of: %j', (text, expected) => {
  expect(warnings({ text })).toEqual(expected)
})

test('a long post is warned of only where X did not say what the account pays for', () => {
  const text = 'a'.repeat(281)
  expect(warnings({ text }, null)).toEqual(['/text long_post'])
  expect(warnings({ text }, 'Premium')).toEqual([])
})

test.each(['\ufeff', '\ufffe', '\uffff', '\0'])('the invisible letter %j is refused', (letter) => {
  expect(problems({ text: `a${letter}b` })).toEqual(['/text text_invalid'])
})

test('a video is as long as the account may have it', () => {
  const long = video({ durationMs: 141_000 })
  expect(problems({ media: [long] })).toEqual(['/media/0 media_too_long'])
  expect(problems({ media: [long] }, 'Premium')).toEqual([])
  expect(warnings({ media: [long] }, 'Premium')).toEqual(['/media/0 long_video'])
  expect(problems({ media: [long] }, null)).toEqual([])
  expect(problems({ media: [video({ durationMs: 499 })] })).toEqual(['/media/0 media_too_short'])
})

test('the alt text of a video is warned of, because X takes none', () => {
  expect(warnings({ media: [video({ altText: 'A film' })] })).toEqual(['/media/0 alt_text_ignored'])
})

test('an upright video of 1,280 pixels goes as it is, and a larger one is made smaller', () => {
  expect(checked({ media: [video({ width: 720, height: 1_280 })] }).fits).toEqual([])
  const large = video({ width: 1_080, height: 1_920 })
  expect(checked({ media: [large] }).fits).toHaveLength(1)
  expect(checked({ media: [large] }, 'Premium').fits).toEqual([])
})

const poll = { options: ['Yes', 'No'], duration_minutes: 60 }
const picture = describeMedia('image', 'image/png')

test.each<[string, object, Partial<Draft>, string[]]>([
  ['that is plain', poll, {}, []],
  [
    'with five options',
    { ...poll, options: ['a', 'b', 'c', 'd', 'e'] },
    {},
    ['/options/poll/options/4 poll_invalid'],
  ],
  [
    'with a long option',
    { ...poll, options: ['a'.repeat(26), 'b'] },
    {},
    ['/options/poll/options/0 poll_invalid'],
  ],
  [
    'that is too short',
    { ...poll, duration_minutes: 4 },
    {},
    ['/options/poll/duration_minutes poll_invalid'],
  ],
  [
    'that is too long',
    { ...poll, duration_minutes: 10_081 },
    {},
    ['/options/poll/duration_minutes poll_invalid'],
  ],
  ['of several answers', { ...poll, multiple: true }, {}, ['/options/poll/multiple poll_invalid']],
  ['beside media', poll, { media: [picture] }, ['/options/poll poll_invalid']],
  ['without a text', poll, { text: '' }, ['/text empty']],
])('a poll %s is judged as X does', (_, given, draft, expected) => {
  expect(problems({ text: 'Well?', options: { poll: { ...given } }, ...draft })).toEqual(expected)
})
