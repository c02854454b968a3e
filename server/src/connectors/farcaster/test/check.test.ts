import { describe, expect, test } from 'vitest'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Draft } from '../../connector.ts'
import { check, limits } from '../check.ts'

const accountWith = (settings: object) => ({
  id: 'an-account',
  externalId: '194',
  username: 'harbour',
  settings: { fid: 194, ...settings },
})
const usual = accountWith({})
const pro = accountWith({ is_pro: true })
const draft = (more: Partial<Draft>) => describeDraft({ text: 'Words', ...more })
const problems = (more: Partial<Draft>, account = usual) =>
  check(draft(more), account).problems.map(({ pointer, code }) => `${pointer} ${code}`)
const warnings = (more: Partial<Draft>) =>
  check(draft(more), usual).warnings.map(({ pointer, code }) => `${pointer} ${code}`)
const picture = { ...describeMedia('image', 'image/png'), id: 'a-picture', altText: '' }
const hash = `0x${'a'.repeat(40)}`

describe('a check', () => {
  test('counts bytes, by the plan of the account', () => {
    expect([limits(null).text.max, limits(usual).text.max, limits(pro).text.max]).toEqual([
      1_024, 1_024, 10_000,
    ])
    expect(problems({ text: 'é'.repeat(512) })).toEqual([])
    expect(problems({ text: `${'é'.repeat(512)}a` })).toEqual(['/text text_too_long'])
    expect(problems({ text: '👩‍👩‍👧‍👦'.repeat(41) })).toEqual(['/text text_too_long'])
    expect(problems({ text: 'é'.repeat(5_000) }, pro)).toEqual([])
    expect(problems({ text: 'é'.repeat(5_001) }, pro)).toEqual(['/text text_too_long'])
    const [problem] = check(draft({ text: 'é'.repeat(600) }), usual).problems
    expect(String(problem?.detail)).toBe('Farcaster takes 1024 bytes of text; this text has 1200.')
  })

  test('refuses pictures that would have to be changed, because none that is made stays', () => {
    expect(problems({ media: [picture, picture] })).toEqual([])
    expect(problems({ media: [picture, picture, picture] })).toEqual(['/media/2 too_many_media'])
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 }
    const webp = { ...picture, mimeType: 'image/webp' }
    for (const medium of [{ ...picture, crop }, webp]) {
      expect(problems({ media: [picture, medium] })).toContain('/media/1 media_not_fitted')
      const thread = [{ text: 'More', media: [medium] }]
      expect(problems({ thread })).toContain('/thread/0/media/0 media_not_fitted')
    }
  })

  test('refuses what is no cast to quote, no channel, and a quoted cast without room', () => {
    const refused = [
      'boats',
      '0x1234',
      'https://boats.example/a/0x12345678',
      'http://farcaster.xyz/a/0x12345678',
    ]
    for (const quote of [...refused, 'https://farcaster.xyz/a', 'https://farcaster.xyz/~/channel/boats'])
      expect([quote, problems({ options: { quote } })]).toEqual([quote, ['/options/quote quote_invalid']])
    for (const channel of ['Boats', 'a b', '-a', 'https://farcaster.xyz/~/channel/boats'])
      expect([channel, problems({ options: { channel } })]).toEqual([
        channel,
        ['/options/channel channel_unknown'],
      ])
    expect(problems({ options: { channel: 'boats-2', quote: hash } })).toEqual([])
    expect(problems({ media: [picture], options: { quote: hash } })).toEqual([])
    expect(problems({ media: [picture, picture], options: { quote: hash } })).toEqual([
      '/options/quote too_many_media',
    ])
  })

  test('takes a cast of nothing but another, and none of nothing at all', () => {
    expect(problems({ text: '', options: { quote: hash } })).toEqual([])
    expect(problems({ text: ' ' })).toEqual(['/text empty'])
    expect(problems({ text: 'a\0' })).toEqual(['/text text_invalid'])
  })

  test('warns of alt texts, of many mentions, and of links without room', () => {
    expect(warnings({ media: [{ ...picture, altText: 'A boat' }] })).toEqual([
      '/media/0/alt_text alt_text_not_shown',
    ])
    const thread = [{ text: 'More', media: [picture, { ...picture, altText: 'A boat' }] }]
    expect(warnings({ thread })).toEqual(['/thread/0/media/1/alt_text alt_text_not_shown'])
    expect(warnings({ text: '@a '.repeat(10) })).toEqual([])
    expect(warnings({ text: '@a '.repeat(11) })).toEqual(['/text many_mentions'])
    const two = 'https://a.example https://b.example'
    expect(warnings({ text: two })).toEqual([])
    expect(warnings({ text: two, options: { link_card: false }, media: [picture] })).toEqual([])
    for (const more of [
      { media: [picture] },
      { options: { quote: hash } },
      { text: `${two} https://c.example` },
    ])
      expect(warnings({ text: two, ...more })).toEqual(['/text link_plain'])
    expect(warnings({ text: 'No', thread: [{ text: two, media: [] }], options: { quote: hash } })).toEqual([])
  })
})
