import { expect, test } from 'vitest'
import { describeDraft } from '../../conformance/pictures.ts'
import type { Draft } from '../../connector.ts'
import { check, limits } from '../check.ts'
import { makeGif } from './steps.ts'
import { makeFile } from './world.ts'

const granted = ['wall', 'photos', 'video', 'docs', 'groups']
const accountOf = (externalId: string, settings = { access: 'person', granted, reads: true }) => ({
  id: 'an-account',
  externalId,
  username: 'harbour',
  settings,
})
const community = accountOf('-212979992')
const person = accountOf('743784474')
const byKey = (...permissions: string[]) =>
  accountOf('-212979992', { access: 'community', granted: ['wall', ...permissions], reads: false })

const codesOf = (draft: Partial<Draft>, account = community) => {
  const { problems, warnings } = check({ ...describeDraft({ text: '' }), ...draft }, account)
  const named = (found: typeof problems) => found.map(({ pointer, code }) => `${pointer} ${code}`)
  return { problems: named(problems), warnings: named(warnings) }
}

const fine = { problems: [], warnings: [] }
const image = {
  ...makeFile('video').draft,
  kind: 'image' as const,
  mimeType: 'image/jpeg',
  video: null,
  durationMs: null,
  width: 800,
  height: 600,
}

test('a link alone is a post, and is one of ten attachments', () => {
  const options = { link: 'https://boats.example/' }
  expect(codesOf({ options })).toEqual(fine)
  expect(codesOf({ options: { copyright: 'https://a.example/' } }).problems).toEqual(['/text empty'])
  expect(codesOf({ options, media: Array.from({ length: 9 }, () => image) })).toEqual(fine)
  expect(codesOf({ options, media: Array.from({ length: 10 }, () => image) }).problems).toEqual([
    '/options/link too_many_attachments',
  ])
})

test('ten pictures and videos go together with one file among them', async () => {
  const [gif, pdf] = [(await makeGif()).draft, makeFile('document').draft]
  const shown = Array.from({ length: 9 }, () => image)
  expect(codesOf({ media: [...shown, gif] })).toEqual(fine)
  expect(codesOf({ media: [...shown, pdf] })).toEqual(fine)
  expect(codesOf({ media: [gif, gif] }).problems).not.toEqual([])
  expect(codesOf({ media: [gif, pdf] }).problems).not.toEqual([])
  expect(codesOf({ media: [...shown, image, pdf] }).problems).not.toEqual([])
})

test('the key of a community takes one file where it may, and neither pictures nor videos', async () => {
  const gif = (await makeGif()).draft
  expect(limits(byKey()).media).toMatchObject({ kinds: [], sets: [] })
  expect(codesOf({ text: 'a', media: [gif] }, byKey()).problems).not.toEqual([])
  expect(codesOf({ text: 'a', media: [gif] }, byKey('docs'))).toEqual(fine)
  expect(codesOf({ text: 'a', media: [gif, gif] }, byKey('docs')).problems).not.toEqual([])
  expect(codesOf({ text: 'a', media: [image] }, byKey('photos', 'docs')).problems).not.toEqual([])
})

test('a person takes what they gave permission for', () => {
  const without = accountOf('743784474', { access: 'person', granted: ['wall', 'photos'], reads: true })
  expect(codesOf({ media: [image] }, without)).toEqual(fine)
  expect(codesOf({ media: [makeFile('video').draft] }, without).problems).not.toEqual([])
  expect(codesOf({ media: [makeFile('document').draft] }, without).problems).not.toEqual([])
})

test('an alt text is warned of: that of a photo is shown, others are not', () => {
  const video = { ...makeFile('video').draft, altText: 'Waves' }
  expect(codesOf({ media: [{ ...image, altText: 'A boat' }, video] })).toEqual({
    problems: [],
    warnings: ['/media/0/alt_text alt_text_shown', '/media/1/alt_text alt_text_not_shown'],
  })
})

test('options that have no effect on a wall are warned of', () => {
  const options = { signed: true, mute_notifications: true, friends_only: true }
  const ignored = (draft: Partial<Draft>, account = community) =>
    codesOf({ text: 'a', ...draft }, account).warnings.map((warning) => warning.split(' ')[0])
  expect(ignored({ options })).toEqual(['/options/friends_only'])
  expect(ignored({ options }, person)).toEqual(['/options/signed', '/options/mute_notifications'])
  expect(ignored({ options }, byKey())).toEqual(['/options/signed', '/options/friends_only'])
  expect(codesOf({ text: 'a', options: { close_comments: true, first_comment: 'b' } })).toEqual({
    problems: [],
    warnings: ['/options/first_comment comments_closed'],
  })
})

test('a wall takes fifty posts a day', () => {
  expect(limits(community).rates).toEqual([
    { per: 'account', of: '-212979992', posts: 50, everyMs: 86_400_000 },
  ])
})
