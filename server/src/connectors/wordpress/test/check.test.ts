import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Account, DraftMedia } from '../../connector.ts'
import { wordpress } from '../connector.ts'

const account = (settings: JsonObject = {}): Account => ({
  id: 'an-account',
  externalId: 'harbour.example.org/2',
  username: 'anna@harbour.example.org',
  settings: {
    site: 'https://harbour.example.org',
    api_root: 'https://harbour.example.org/wp-json/',
    user_id: 2,
    may_upload: true,
    may_publish_pages: true,
    ...settings,
  },
})

const found = (
  options: JsonObject,
  {
    text = 'Words',
    media = [],
    settings = {},
  }: { text?: string; media?: DraftMedia[]; settings?: JsonObject } = {},
) => {
  const { problems, warnings } = wordpress.check(describeDraft({ text, media, options }), account(settings))
  const say = (each: readonly { pointer: string; code: string }[]) =>
    each.map(({ pointer, code }) => `${pointer} ${code}`)
  return { problems: say(problems), warnings: say(warnings) }
}

const titled = { title: 'A title' }
const picture = describeMedia('image', 'image/png')

describe('the check of a draft', () => {
  test('finds nothing wrong with a titled text', () => {
    expect(found(titled)).toEqual({ problems: [], warnings: [] })
  })

  test.each<[JsonObject, string[], Parameters<typeof found>[1]]>([
    [{ type: 'page', categories: ['A'], tags: ['B'], sticky: true }, ['categories', 'tags', 'sticky'], {}],
    [{ type: 'page' }, ['type'], { settings: { may_publish_pages: false } }],
    [{ first_comment: 'Hello', comment_status: 'closed' }, ['first_comment'], {}],
  ])('%j does not fit: %j', (options, places, more) => {
    expect(found({ ...titled, ...options }, more).problems).toEqual(
      places.map((place) => `/options/${place} option_unfit`),
    )
  })

  test('finds letters and comments that no site can show, and a comment that is too long', () => {
    expect(found(titled, { text: 'a\0b' }).problems).toEqual(['/text text_invalid'])
    const html = { ...titled, format: 'html' }
    expect(found(html, { text: '<p>a</p><!-- /wp:html -->' }).problems).toEqual(['/text text_invalid'])
    expect(found(titled, { text: '<!-- /wp:html -->' }).problems).toEqual([])
    const first_comment = 'é'.repeat(32_501)
    expect(found({ ...titled, first_comment }).problems).toEqual(['/options/first_comment text_too_long'])
  })

  test('finds files of a user who may not upload any', () => {
    const settings = { may_upload: false }
    expect(found(titled, { media: [picture], settings }).problems).toEqual(['/media media_kind'])
    expect(found(titled, { settings }).problems).toEqual([])
  })

  test('warns of what the person may not expect', () => {
    expect(found({}).warnings).toEqual(['/options/title title_from_text'])
    const media = [picture]
    expect(found({}, { text: '', media }).warnings).toEqual(['/options/title title_missing'])
    expect(found({}, { text: '', media: [{ ...picture, altText: 'A boat' }] }).warnings).toEqual([])
    expect(found({ ...titled, featured_image: 'first' }).warnings).toEqual([
      '/options/featured_image option_unused',
    ])
    expect(found({ ...titled, type: 'page', first_comment: 'Hello' }).warnings).toEqual([
      '/options/first_comment comment_uncertain',
    ])
  })
})
