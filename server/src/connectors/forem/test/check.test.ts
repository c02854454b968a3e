import { describe, expect, test } from 'vitest'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Draft } from '../../connector.ts'
import { markOf } from '../../kit/text/article.ts'
import { check } from '../check.ts'

const account = {
  id: 'an-account',
  externalId: 'dev.to/7',
  username: 'harbour@dev.to',
  settings: { instance: 'https://dev.to', user_id: 7 },
}
const draft = (more: Partial<Draft>) => describeDraft({ text: 'Words\nmore', ...more })
const problems = (more: Partial<Draft>) =>
  check(draft(more), account).problems.map(({ pointer, code }) => `${pointer} ${code}`)
const warnings = (more: Partial<Draft>) =>
  check(draft(more), account).warnings.map(({ pointer, code }) => `${pointer} ${code}`)
const picture = { ...describeMedia('image', 'image/png'), id: 'a-picture', altText: '' }

describe('a check', () => {
  test('refuses a text that Forem reads as settings, and one that nothing can show', () => {
    for (const text of ['---\npublished: false\n---\nWords', '\n  ---', '----'])
      expect([text, problems({ text })]).toEqual([text, ['/text text_invalid']])
    // A heading that is the title leaves what follows it at the beginning.
    const headed = '# Title\n---\npublished: false\n---'
    expect(problems({ text: headed })).toEqual(['/text text_invalid'])
    expect(problems({ text: headed, options: { title: 'Another' } })).toEqual([])
    expect(problems({ text: 'a\0' })).toEqual(['/text text_invalid'])
    expect(problems({ text: `Copied ${markOf('0'.repeat(32))}` })).toEqual(['/text text_invalid'])
    expect(problems({ text: 'Words\n\n---\n\nmore' })).toEqual([])
  })

  test('refuses code and comments that would take in what is below the text', () => {
    const open = [
      'a\n```js\nlet a',
      '~~~\n```',
      '````\ncode\n```',
      'a <!-- b',
      '--> <!-- b',
      '```\n```\n<!--',
    ]
    for (const text of open) expect([text, problems({ text })]).toEqual([text, ['/text text_invalid']])
    const closed = [
      '```js\n<!--\n```\nb',
      '```\n~~~\n````',
      'a `<!--` b',
      '<!-- a -->',
      'a ``` b',
      'b\n\n    ```\nb',
    ]
    for (const text of closed) expect([text, problems({ text })]).toEqual([text, []])
  })

  test('refuses pictures that would have to be changed, because none that is made stays', () => {
    expect(problems({ media: [picture] })).toEqual([])
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 }
    const heic = { ...picture, mimeType: 'image/heic' }
    for (const medium of [{ ...picture, crop }, heic])
      expect(problems({ media: [picture, medium] })).toContain('/media/1 media_not_fitted')
  })

  test('asks for a title where nothing can be one, and counts its characters', () => {
    expect(problems({ text: '', media: [picture] })).toEqual(['/options/title title_missing'])
    expect(problems({ text: '', media: [{ ...picture, altText: 'Boats' }] })).toEqual([])
    expect(problems({ options: { title: '👩‍👩‍👧‍👦'.repeat(18) } })).toEqual([])
    expect(problems({ options: { title: '👩‍👩‍👧‍👦'.repeat(19) } })).toEqual(['/options/title text_too_long'])
  })

  test('warns of a first line that is read twice, and of a cover without a picture', () => {
    expect(warnings({})).toEqual(['/options/title title_from_text'])
    expect(warnings({ text: '# Words\n\nmore' })).toEqual([])
    expect(warnings({ options: { title: 'Boats', main_image: 'first' } })).toEqual([
      '/options/main_image option_unused',
    ])
  })
})
