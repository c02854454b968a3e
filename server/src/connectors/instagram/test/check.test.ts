import { describe, expect, test } from 'vitest'
import { createValidate } from '../../../lib/requests/validate.ts'
import { describeDraft, describeFitting, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft, DraftMedia } from '../../connector.ts'
import { limits } from '../check.ts'
import { instagram } from '../connector.ts'
import { options } from '../options.ts'

const account: Account = {
  id: 'an-account',
  externalId: '17841400000000001',
  username: 'harbour',
  settings: { login: 'facebook', granted: ['instagram_manage_comments'] },
}

function fitting(kind: 'image' | 'video', change: Partial<DraftMedia> = {}): DraftMedia {
  const limit = limits(null).media.kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`There is no limit for ${kind}.`)
  return { ...describeFitting(limit), ...change }
}

const picture = fitting('image')
const video = fitting('video', { durationMs: 10_000 })

function check(draft: Partial<Draft>, by = account) {
  const { problems, warnings } = instagram.check(
    describeDraft({ text: 'Hello', media: [picture], ...draft }),
    by,
  )
  const place = ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`
  return { problems: problems.map(place), warnings: warnings.map(place) }
}

describe('a caption', () => {
  test('may hold 30 hashtags and 20 mentions, and no more', () => {
    const words = (sign: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${sign}w${index}`).join(' ')
    expect(check({ text: words('#', 30) }).problems).toEqual([])
    expect(check({ text: words('#', 31) }).problems).toEqual(['/text too_many_hashtags'])
    expect(check({ text: words('@', 20) }).problems).toEqual([])
    expect(check({ text: words('@', 21) }).problems).toEqual(['/text too_many_mentions'])
    expect(check({ text: words('#', 5) }).warnings).toEqual([])
    expect(check({ text: words('#', 6) }).warnings).toEqual(['/text many_hashtags'])
  })

  test('is warned of where Instagram may count it otherwise, and of links', () => {
    expect(check({ text: '😀'.repeat(1_101) }).warnings).toEqual(['/text text_maybe_too_long'])
    expect(check({ text: 'See https://example.com' }).warnings).toEqual(['/text link_plain'])
  })
})

describe('the options', () => {
  test.each<[string, Partial<Draft>, string[]]>([
    [
      'a cover of a picture',
      { options: { video_cover_timestamp_ms: 1 } },
      ['/options/video_cover_timestamp_ms option_unfit'],
    ],
    ['a cover of a reel', { media: [video], options: { video_cover_timestamp_ms: 9_999 } }, []],
    [
      'a cover behind the end',
      { media: [video], options: { video_cover_timestamp_ms: 10_000 } },
      ['/options/video_cover_timestamp_ms option_unfit'],
    ],
    [
      'a trial of a carousel',
      { media: [video, video], options: { is_trial_reel: true } },
      ['/options/is_trial_reel option_unfit'],
    ],
    ['a trial reel', { media: [video], options: { is_trial_reel: true, trial_graduation: 'MANUAL' } }, []],
    [
      'the end of no trial',
      { media: [video], options: { trial_graduation: 'MANUAL' } },
      ['/options/trial_graduation option_unfit'],
    ],
    [
      'collaborators of a story',
      { text: '', options: { placement: 'story', collaborators: ['a'] } },
      ['/options/collaborators option_unfit'],
    ],
    ['a picture as a reel', { options: { placement: 'reels' } }, ['/media/0 media_type_unknown']],
    [
      'two media in a story',
      { text: '', media: [picture, picture], options: { placement: 'story' } },
      ['/media/1 too_many_media'],
    ],
  ])('%s', (_, draft, found) => {
    const problems = check(draft).problems
    if (found[0]?.startsWith('/media/0')) expect(problems[0]).toMatch(/^\/media/)
    else expect(problems).toEqual(found)
  })

  test('name a cover that is a picture', () => {
    const cover = { ...fitting('image'), id: 'c' }
    const named = (medium: DraftMedia, mayFit = true) =>
      check({ media: [video], options: { cover_image: 'c' }, optionMedia: [{ ...medium, id: 'c' }], mayFit })
        .problems
    expect(named(cover)).toEqual([])
    expect(named(video)).toEqual(['/options/cover_image media_kind'])
    expect(named(describeMedia('image', 'image/png'))).toEqual([])
    expect(named(describeMedia('image', 'image/png'), false)[0]).toMatch(/^\/options\/cover_image /)
  })

  test('are named as promised and valid by their schema', () => {
    const validate = createValidate(options)
    const good = {
      placement: 'reels',
      video_cover_timestamp_ms: 0,
      cover_image: 'm',
      is_trial_reel: true,
      trial_graduation: 'SS_PERFORMANCE',
      user_tags: ['@a.b', { username: 'c', x: 0.5, y: 1 }],
      collaborators: ['a', 'b', 'c'],
      first_comment: 'First',
    }
    expect(validate(good)).toEqual([])
    for (const bad of [
      { placement: 'wall' },
      { collaborators: ['a', 'b', 'c', 'd'] },
      { user_tags: Array.from({ length: 21 }, () => 'a') },
      { user_tags: ['not a name'] },
      { user_tags: [{ username: 'a', x: 2 }] },
      { location: 'x' },
    ])
      expect(validate(bad), JSON.stringify(bad)).not.toEqual([])
  })
})

test('what Instagram leaves out or cuts is warned of', () => {
  const named = { ...picture, altText: 'A harbour' }
  expect(check({ media: [named] }).warnings).toEqual([])
  expect(check({ media: [{ ...video, altText: 'A film' }] }).warnings).toEqual([
    '/media/0/alt_text alt_text_ignored',
  ])
  expect(check({ media: [named], options: { placement: 'story' } }).warnings).toEqual([
    '/text text_ignored',
    '/media/0/alt_text alt_text_ignored',
  ])
  const wide = fitting('image', { width: 480, height: 320 })
  expect(check({ media: [picture, wide] }).warnings).toEqual(['/media/1 carousel_cropped'])
  const long = { ...video, durationMs: 61_000 }
  expect(check({ media: [long] }).warnings).toEqual([])
  expect(check({ media: [long, video] }).warnings).toEqual(['/media/0 video_maybe_too_long'])
})

test('a first comment needs its permission, and stands below no story', () => {
  const comment = { text: 'First', media: [] }
  const of = (by: Account, options = {}) =>
    check({ ...comment, options }, by).problems.filter((one) => one.startsWith('/text'))
  expect(of(account)).toEqual([])
  expect(of(account, { placement: 'story' })).toEqual(['/text comment_unfit'])
  expect(of({ ...account, settings: { login: 'instagram', granted: [] } })).toEqual(['/text comment_unfit'])
})

test('the class is that of containers, and for comments that of lists', () => {
  const classOf = (draft: Partial<Draft>) => instagram.networkClass(account, describeDraft(draft)).class
  expect(classOf({ media: [picture] })).toBe('two_phase')
  expect(classOf({ text: 'First' })).toBe('list')
})
