import { expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeFitting, describeMedia } from '../../conformance/pictures.ts'
import type { Draft } from '../../connector.ts'
import { youtube } from '../connector.ts'
import { titleOf } from '../options.ts'
import settings from './settings.json' with { type: 'json' }

const [usual] = settings
const account = { id: 'an-account', externalId: 'UCharbour', username: '@harbour', settings: { ...usual } }
const [limit] = youtube.limits(null).media.kinds
const video = limit ? describeFitting(limit) : describeMedia('video', 'video/mp4')

function check(facts: Partial<Draft>, changed: JsonObject = {}) {
  const draft = describeDraft({ text: 'A day at sea', media: [video], ...facts })
  return youtube.check(draft, { ...account, settings: { ...account.settings, ...changed } })
}

const codes = (found: readonly { pointer: string; code: string }[]) =>
  found.map(({ pointer, code }) => `${pointer} ${code}`)

test.each<[string, JsonObject, string, string[]]>([
  ['a text of a tag', {}, 'a <b> day', ['/text letters_refused']],
  ['5,000 bytes in 2,500 letters', { title: 'T' }, 'ü'.repeat(2_500), []],
  ['a byte more', { title: 'T' }, `${'ü'.repeat(2_500)}a`, ['/text text_too_long']],
  ['no title and no text', {}, ' ', ['/options/title title_required']],
  ['a blank title', { title: '  ' }, 'A text', ['/options/title title_required']],
  ['a title with brackets', { title: 'a > b' }, '', ['/options/title letters_refused']],
  ['tags of 500 characters with their comma', { tags: ['a'.repeat(250), 'b'.repeat(249)] }, '', []],
  ['a character more', { tags: ['a'.repeat(250), 'b'.repeat(250)] }, '', ['/options/tags tags_too_long']],
  ['quotes around a tag with a space', { tags: [`a ${'b'.repeat(496)}`] }, '', []],
  ['a character more in it', { tags: [`a ${'b'.repeat(497)}`] }, '', ['/options/tags tags_too_long']],
  ['a tag with brackets', { tags: ['x', '<y>'] }, '', ['/options/tags/1 letters_refused']],
])('%s', (_said, options, text, found) => {
  expect(
    codes(
      check({ text, options: { title: text === '' ? 'A title' : undefined, ...options } as JsonObject })
        .problems,
    ),
  ).toEqual(found)
})

test('the title is the first line of the text unless it is chosen', () => {
  expect(titleOf({ text: '\n A day at sea \nsecond', options: {} })).toBe('A day at sea')
  expect(titleOf({ text: 'é'.repeat(120), options: {} })).toBe('é'.repeat(100))
  expect(titleOf({ text: 'A text', options: { title: ' Chosen ' } })).toBe('Chosen')
})

test('a post is one video, and pictures are told that it takes none', () => {
  expect(codes(check({ media: [] }).problems)).toEqual(['/media media_required'])
  expect(codes(check({ media: [video, video] }).problems)).toEqual(['/media/1 too_many_media'])
  const picture = describeMedia('image', 'image/png')
  expect(codes(check({ media: [picture] }).problems)).toEqual(['/media/0 media_kind'])
})

test('a thumbnail is a picture that fits, or is made to fit', () => {
  const find = (change: object, mayFit = true) => {
    const picture = { ...describeMedia('image', 'image/png'), ...change }
    return check({ optionMedia: [picture], options: { thumbnail: picture.id }, mayFit })
  }
  expect(find({}).problems).toEqual([])
  expect(find({}).fits).toEqual([])
  expect(find({ mimeType: 'image/webp' }).fits).toMatchObject([{ pointer: '/options/thumbnail' }])
  expect(codes(find({ mimeType: 'image/webp' }, false).problems)).toEqual(['/options/thumbnail media_type'])
  expect(codes(find({ bytes: 52_428_801 }, false).problems)).toEqual(['/options/thumbnail media_too_large'])
  const film = { kind: 'video', mimeType: 'video/mp4', durationMs: 9_000 }
  expect(find(film)).toMatchObject({
    problems: [],
    fits: [{ pointer: '/options/thumbnail', needs: 'video' }],
  })
  for (const found of [find(film, false), find({ kind: 'document', mimeType: 'application/pdf' })])
    expect(codes(found.problems)).toEqual(['/options/thumbnail media_kind'])
})

test('what the person may not expect is a warning', () => {
  const picture = describeMedia('image', 'image/png')
  const named = { optionMedia: [picture], options: { thumbnail: picture.id } }
  const long = { ...video, durationMs: 16 * 60_000 }
  const warnings = (facts: Partial<Draft>, changed?: JsonObject) => codes(check(facts, changed).warnings)
  expect(warnings({})).toEqual([])
  expect(warnings({ media: [{ ...video, altText: 'Waves' }] })).toEqual(['/media/0 alt_text_not_shown'])
  expect(warnings({ ...named, media: [long] })).toEqual([])
  expect(warnings(named)).toEqual(['/options/thumbnail thumbnail_of_short'])
  expect(warnings({ ...named, media: [long] }, { is_verified: false })).toEqual([
    '/options/thumbnail channel_not_verified',
    '/media/0 channel_not_verified',
  ])
  expect(warnings({ ...named, media: [long] }, { is_verified: null })).toEqual([])
})

test('playlists need a permission that can be left out when connecting', () => {
  const options = { playlist_ids: ['PLfilms'] }
  expect(check({ options }).problems).toEqual([])
  const granted = ['https://www.googleapis.com/auth/youtube.upload']
  expect(codes(check({ options }, { granted }).problems)).toEqual([
    '/options/playlist_ids permission_missing',
  ])
})

test('uploads are counted for the project of the operator’s app', () => {
  expect(youtube.limits(account).rates).toEqual([
    { per: 'app', of: 'example.apps.googleusercontent.com', posts: 100, everyMs: 86_400_000 },
  ])
})
