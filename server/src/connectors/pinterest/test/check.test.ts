import { expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeFitting, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft, DraftMedia } from '../../connector.ts'
import { check, limits } from '../check.ts'
import { writeSettings } from '../settings.ts'

const accountIn = (environment: 'production' | 'sandbox'): Account => ({
  id: 'an-account',
  externalId: '1',
  username: 'harbour',
  settings: writeSettings({ environment, granted: [] }),
})

const picture = (changes: Partial<DraftMedia> = {}) => ({
  ...describeMedia('image', 'image/jpeg'),
  ...changes,
})
const aVideo = (): DraftMedia => {
  const limit = limits(null).media.kinds.find(({ kind }) => kind === 'video')
  if (!limit) throw new Error('There are no videos.')
  return { ...describeFitting(limit), durationMs: 5_000 }
}

function find(
  changes: Partial<Draft>,
  options: JsonObject = {},
  environment: 'production' | 'sandbox' = 'production',
) {
  const draft = describeDraft({
    text: 'At sea',
    media: [picture()],
    ...changes,
    options: { board_ids: ['1'], ...options },
  })
  const { problems, warnings } = check(draft, accountIn(environment))
  const codesOf = (found: typeof problems) => found.map(({ pointer, code }) => `${pointer} ${code}`)
  return {
    problems: codesOf(problems),
    warnings: codesOf(warnings),
    details: problems.map((one) => String(one.detail)),
  }
}

test('a Pin is on exactly one board', () => {
  expect(find({}).problems).toEqual([])
  expect(find({}, { board_ids: [] }).problems).toEqual(['/options/board_ids board_required'])
  const { problems, details } = find({}, { board_ids: ['1', '2', '3'] })
  expect(problems).toEqual(['/options/board_ids too_many_boards'])
  expect(details[0]).toContain('these are 3. Make a post for each of the boards.')
})

test('the alt texts of all pictures share one limit', () => {
  const of = (length: number) => picture({ altText: 'a'.repeat(length) })
  expect(find({ media: [of(250), of(249)] })).toMatchObject({
    problems: [],
    warnings: ['/media/0/alt_text alt_texts_joined'],
  })
  expect(find({ media: [of(250), of(250)] }).problems).toEqual(['/media/0/alt_text alt_texts_too_long'])
  expect(find({ media: [of(501)] }).problems).toHaveLength(1)
  expect(find({ media: [of(20), of(0)] }).warnings).toEqual([])
})

test('only a video has a cover', () => {
  const moment = { video_cover_timestamp_ms: 1_000 }
  const cover = { ...picture(), id: 'a-cover' }
  const named = { cover_image: 'a-cover' }
  expect(find({}, moment).problems).toEqual(['/options/video_cover_timestamp_ms option_unfit'])
  expect(find({ optionMedia: [cover] }, named).problems).toEqual(['/options/cover_image option_unfit'])
  const shown = { media: [aVideo()], optionMedia: [cover] }
  expect(find(shown, { ...moment, ...named })).toMatchObject({ problems: [], warnings: [] })
  const gif = { ...describeMedia('document', 'application/pdf'), id: 'a-cover' }
  expect(find({ media: [aVideo()], optionMedia: [gif] }, named).problems).toEqual([
    '/options/cover_image media_kind',
  ])
})

test('a moment between two seconds or behind the end is a warning', () => {
  const at = (ms: number) => find({ media: [aVideo()] }, { video_cover_timestamp_ms: ms }).warnings
  expect(at(4_000)).toEqual([])
  expect(at(1_500)).toEqual(['/options/video_cover_timestamp_ms cover_rounded'])
  expect(at(6_000)).toEqual(['/options/video_cover_timestamp_ms cover_behind_end'])
})

test('things that Pinterest may refuse are warnings', () => {
  expect(find({ media: [picture(), picture({ width: 640 })] }).warnings).toEqual(['/media/1 pictures_differ'])
  expect(find({ media: [picture({ width: 90, height: 90 })] }).warnings).toEqual(['/media/0 picture_small'])
  expect(find({ text: '👍'.repeat(800) })).toMatchObject({
    problems: [],
    warnings: ['/text text_maybe_too_long'],
  })
  expect(find({}, { title: '👍'.repeat(60) }).warnings).toEqual(['/options/title text_maybe_too_long'])
})

test('the sandbox says that nobody sees the Pin', () => {
  expect(find({}, {}, 'sandbox').warnings).toEqual(['/options/board_ids sandbox'])
  expect(find({ media: [aVideo()] }, {}, 'sandbox').warnings).toEqual([
    '/options/board_ids sandbox',
    '/media/0 sandbox_no_videos',
  ])
})
