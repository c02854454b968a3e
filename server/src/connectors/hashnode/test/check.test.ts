import { describe, expect, test } from 'vitest'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Draft } from '../../connector.ts'
import { markOf } from '../../kit/text/article.ts'
import { check } from '../check.ts'

const account = {
  id: 'an-account',
  externalId: 'a/b',
  username: 'harbour.hashnode.dev',
  settings: {
    publication_id: 'a'.repeat(24),
    url: 'https://harbour.hashnode.dev/',
    user_id: 'b',
    is_team: false,
  },
}
const team = { ...account, settings: { ...account.settings, is_team: true } }
const draft = (more: Partial<Draft>) => describeDraft({ text: 'Words\nmore', ...more })
const problems = (more: Partial<Draft>, of = account) =>
  check(draft(more), of).problems.map(({ pointer, code }) => `${pointer} ${code}`)
const warnings = (more: Partial<Draft>) =>
  check(draft(more), account).warnings.map(({ pointer, code }) => `${pointer} ${code}`)
const picture = { ...describeMedia('image', 'image/png'), id: 'a-picture', altText: '' }

describe('a check', () => {
  test('refuses what would take in the pictures, and what nothing can show', () => {
    for (const text of ['a\n```js\nlet a', 'a <!-- b', 'a\0', `Copied ${markOf('0'.repeat(32))}`])
      expect([text, problems({ text })]).toEqual([text, ['/text text_invalid']])
    for (const text of ['```\ncode\n```', '<!-- a --> b', '---\nWords', '%[https://a.example]'])
      expect([text, problems({ text })]).toEqual([text, []])
  })

  test('counts bytes, and measures the request with all that is in it', () => {
    expect(problems({ text: 'ü'.repeat(45_000) })).toEqual([])
    expect(problems({ text: 'ü'.repeat(45_001) })).toEqual(['/text text_too_long'])
    // A line break has two bytes there.
    expect(problems({ text: `a${'\n'.repeat(60_000)}b` })).toEqual(['/text article_too_large'])
    const media = Array.from({ length: 10 }, () => ({ ...picture, altText: '船'.repeat(1_000) }))
    expect(problems({ text: 'a'.repeat(60_000), media })).toEqual([])
    expect(problems({ text: 'a'.repeat(70_000), media })).toEqual(['/text article_too_large'])
  })

  test('asks for a title where nothing can be one', () => {
    expect(problems({ text: '', media: [picture] })).toEqual(['/options/title title_missing'])
    expect(problems({ text: '', media: [{ ...picture, altText: 'Boats' }] })).toEqual([])
  })

  test('refuses other authors where there is no team', () => {
    const options = { publish_as: 'c'.repeat(24), co_authors: ['d'.repeat(24)] }
    expect(problems({ options })).toEqual([
      '/options/publish_as option_not_possible',
      '/options/co_authors option_not_possible',
    ])
    expect(problems({ options }, team)).toEqual([])
  })

  test('warns of a first line that is read twice, and of a cover without a picture', () => {
    expect(warnings({})).toEqual(['/options/title title_from_text'])
    expect(warnings({ text: '# Words\n\nmore' })).toEqual([])
    expect(warnings({ options: { title: 'Boats', cover: 'first' } })).toEqual([
      '/options/cover option_unused',
    ])
  })
})
