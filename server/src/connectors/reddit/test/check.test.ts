import { expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeFitting, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft, DraftMedia } from '../../connector.ts'
import { check, limits } from '../check.ts'
import { communityOf, wordsOf } from '../options.ts'

const account: Account = {
  id: 'an-account',
  externalId: '4x9k2',
  username: 'harbour',
  settings: { client_id: 'ours', user_agent: 'web:crier.ours:v1 (by /u/boatwright)' },
}

const picture = (changes: Partial<DraftMedia> = {}) => ({
  ...describeMedia('image', 'image/jpeg'),
  ...changes,
})
const aVideo = (): DraftMedia => {
  const limit = limits(null).media.kinds.find(({ kind }) => kind === 'video')
  if (!limit) throw new Error('There are no videos.')
  return describeFitting(limit)
}

function find(changes: Partial<Draft>, options: JsonObject = { title: 'At sea' }) {
  const draft = describeDraft({ text: 'A day', ...changes, options })
  const { problems, warnings, fits } = check(draft, account)
  const codesOf = (found: typeof problems) => found.map(({ pointer, code }) => `${pointer} ${code}`)
  return {
    problems: codesOf(problems),
    warnings: codesOf(warnings),
    details: [...problems, ...warnings].map((one) => String(one.detail)),
    fits,
  }
}

test('the title is the option, or the first line of the text, which is not repeated', () => {
  const words = (text: string, options: JsonObject = {}) => wordsOf({ text, options })
  expect(words('A\n\nb', { title: ' T ' })).toEqual({ title: 'T', body: 'A\n\nb', isFirstLine: false })
  expect(words('\n A \n\nb\nc\n')).toEqual({ title: 'A', body: 'b\nc', isFirstLine: true })
  expect(words('Is this a boat?')).toEqual({ title: 'Is this a boat?', body: '', isFirstLine: true })
})

test('a first line that is no title, or none at all, asks for one', () => {
  expect(find({ text: 'a'.repeat(300) }, {}).problems).toEqual([])
  const long = find({ text: `${'a'.repeat(301)}\n\nMore` }, {})
  expect(long.problems).toEqual(['/options/title title_required'])
  expect(long.details[0]).toContain('up to 300 characters')
  expect(find({ text: `${'a'.repeat(301)}\n\nMore` }).problems).toEqual([])
  expect(find({ text: '', media: [picture()] }, {}).problems).toEqual(['/options/title title_required'])
  expect(find({ text: '' }, { url: 'https://boats.example/' }).problems).toEqual([
    '/options/title title_required',
  ])
  expect(find({ text: '' }, { title: 'Boats', url: 'https://boats.example/' }).problems).toEqual([])
  expect(find({ text: '' }, {}).problems).toEqual(['/text empty'])
})

test('a post has a link or media', () => {
  const options = { title: 'Boats', url: 'https://boats.example/' }
  expect(find({ media: [picture()] }, options).problems).toEqual(['/options/url option_unfit'])
  expect(find({}, options).problems).toEqual([])
})

test('comments of a thread have no media and up to 10,000 characters', () => {
  const thread = (text: string, media: DraftMedia[] = []) => find({ thread: [{ text, media }] }).problems
  expect(thread('a'.repeat(10_000))).toEqual([])
  expect(thread('a'.repeat(10_001))).toEqual(['/thread/0/text text_too_long'])
  expect(thread('a'.repeat(40_001))).toEqual(['/thread/0/text text_too_long'])
  expect(thread('Ahoy', [picture()])).toEqual(['/thread/0/media media_in_comment'])
})

test('a video has a cover that is a picture, or a frame of its own for which a program is needed', () => {
  const bare = find({ media: [aVideo()] })
  expect(bare.problems).toEqual([])
  expect(bare.fits).toMatchObject([{ pointer: '/options/cover_image', needs: 'video' }])
  expect(String(bare.fits[0]?.why)).toContain('without a cover')
  expect(find({ media: [aVideo()], mayFit: false })).toMatchObject({
    problems: [],
    fits: bare.fits.length ? [{}] : [],
  })
  const cover = { ...picture(), id: 'a-cover' }
  const options = { title: 'Film', cover_image: 'a-cover' }
  const named = find({ media: [aVideo()], optionMedia: [cover] }, options)
  expect(named).toMatchObject({ problems: [], fits: [] })
  expect(find({ media: [picture()], optionMedia: [cover] }, options).problems).toEqual([
    '/options/cover_image option_unfit',
  ])
  const document = { ...describeMedia('document', 'application/pdf'), id: 'a-cover' }
  expect(find({ media: [aVideo()], optionMedia: [document] }, options).problems).toEqual([
    '/options/cover_image media_kind',
  ])
})

test('a community may have rules of its own, which is a warning; the own profile has none', () => {
  expect(find({}).warnings).toEqual([])
  expect(find({}, { title: 'T', subreddit: 'u_Harbour' }).warnings).toEqual([])
  const other = find({}, { title: 'T', subreddit: 'r/sailing' })
  expect(other.warnings).toEqual(['/options/subreddit community_rules'])
  expect(other.details[0]).toContain('r/sailing may refuse')
  expect(communityOf({ options: { subreddit: 'r/sailing' } }, account)).toBe('sailing')
  expect(communityOf({ options: {} }, account)).toBe('u_harbour')
})

test('alt texts are the captions of a gallery, and are shown nowhere else', () => {
  const of = (length: number) => picture({ altText: 'a'.repeat(length) })
  expect(find({ media: [of(9)] }).warnings).toEqual(['/media/0/alt_text alt_text_not_shown'])
  expect(find({ media: [of(180), of(181)] }).warnings).toEqual(['/media/1/alt_text alt_text_cut'])
  expect(find({ media: [of(0), of(0)] }).warnings).toEqual([])
})

test('letters that may count twice are warnings', () => {
  expect(find({ text: '👍'.repeat(20_001) })).toMatchObject({
    problems: [],
    warnings: ['/text text_maybe_too_long'],
  })
  expect(find({}, { title: '👍'.repeat(151) }).warnings).toEqual(['/options/title text_maybe_too_long'])
  expect(find({ text: '👍'.repeat(151) }, {}).warnings).toEqual(['/text text_maybe_too_long'])
})
