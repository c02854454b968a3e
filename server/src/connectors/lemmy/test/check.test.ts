import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, type Picture } from '../../conformance/pictures.ts'
import { check, limits } from '../check.ts'
import { pictures } from './steps.ts'
import { type LemmyHouse, openHouse } from './world.ts'

let house: LemmyHouse
let newer: LemmyHouse
let shown: Picture[]
beforeAll(async () => {
  house = await openHouse()
  newer = await openHouse('1.0.0')
  shown = await pictures(house, 3)
})
afterAll(async () => {
  await house.close()
  await newer.close()
})

interface Given {
  text?: string
  options?: JsonObject
  media?: readonly Picture[]
  thread?: readonly string[]
}

function checked({ text = 'Words', options = {}, media = [], thread = [] }: Given, at = house) {
  const draft = describeDraft({
    text,
    media: media.map((picture) => picture.draft),
    options: { community: 'sailing', ...options },
  })
  return check({ ...draft, thread: thread.map((part) => ({ text: part, media: [] })) }, at.account)
}
const problems = (given: Given, at?: LemmyHouse) =>
  checked(given, at).problems.map(({ pointer, code }) => `${pointer} ${code}`)

describe('a draft', () => {
  test('names its community', () => {
    const draft = describeDraft({ text: 'Words', media: [], options: {} })
    expect(check(draft, house.account).problems).toMatchObject([
      { pointer: '/options/community', code: 'community_required' },
    ])
  })

  test('has a title of 3 to 200 characters, which may be its first line', () => {
    expect(problems({ text: 'A title' })).toEqual([])
    expect(problems({ text: `${'ü'.repeat(200)}\nMore` })).toEqual([])
    expect(problems({ text: `${'🌊'.repeat(201)}\nMore` })).toEqual(['/options/title title_required'])
    expect(problems({ text: 'No' })).toEqual(['/options/title title_required'])
    expect(problems({ text: 'No', options: { title: ' No ' } })).toEqual(['/options/title title_required'])
    expect(problems({ text: '', media: shown })).toEqual(['/options/title title_required'])
    expect(problems({ text: '', media: shown, options: { title: 'Waves' } })).toEqual([])
    expect(problems({ text: '', options: { title: 'Waves', url: 'https://a.example' } })).toEqual([])
    expect(problems({ text: '', options: { title: 'Waves' } })).toEqual(['/text empty'])
  })

  test('is counted as its server counts', () => {
    const text = '🌊'.repeat(30_000)
    expect(problems({ text, options: { title: 'Waves' } })).toEqual([])
    expect(problems({ text, options: { title: 'Waves' } }, newer)).toEqual(['/text text_too_long'])
    expect([limits(null).text.unit, limits(house.account).text.unit]).toEqual(['utf16', 'codepoint'])
    expect(limits(house.account).rates).toEqual([
      { per: 'server', of: house.fake.url, posts: 6, everyMs: 600_000 },
    ])
  })

  test('leaves room for the pictures in its text', () => {
    const text = 'x'.repeat(49_900)
    const options = { title: 'Waves' }
    expect(problems({ text, options, media: shown.slice(0, 1) }), 'the post shows one itself').toEqual([])
    expect(problems({ text, options, media: shown })).toEqual(['/text text_too_long'])
    const linked = { ...options, url: 'https://a.example' }
    expect(problems({ text, options: linked, media: shown.slice(0, 1) })).toEqual(['/text text_too_long'])
  })

  test('has comments of 10,000 characters below it', () => {
    expect(problems({ thread: ['x'.repeat(10_000)] })).toEqual([])
    expect(problems({ thread: ['fine', 'x'.repeat(10_001)] })).toEqual(['/thread/1/text text_too_long'])
    expect(problems({ thread: ['x'.repeat(50_001)] })).toEqual(['/thread/0/text text_too_long'])
    expect(problems({ text: 'Words\0' })).toEqual(['/text text_invalid'])
  })

  test('is told that a community has rules of its own', () => {
    expect(checked({}).warnings).toMatchObject([{ pointer: '/options/community', code: 'community_rules' }])
  })
})
