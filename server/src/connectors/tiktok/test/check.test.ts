import { expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeFitting, describeMedia } from '../../conformance/pictures.ts'
import type { Draft, MediaKind } from '../../connector.ts'
import { tiktok } from '../connector.ts'
import settings from './settings.json' with { type: 'json' }

const [usual] = settings
const account = {
  id: 'an-account',
  externalId: '-000harbour',
  username: 'harbour.co',
  settings: { ...usual },
}

function mediumOf(kind: MediaKind) {
  const limit = tiktok.limits(null).media.kinds.find((each) => each.kind === kind)
  return limit
    ? { ...describeFitting(limit), durationMs: kind === 'video' ? 9_000 : null }
    : describeMedia(kind, '')
}
const [video, photo] = [mediumOf('video'), mediumOf('image')]

function check(facts: Partial<Draft>, changed: JsonObject = {}) {
  const options = { privacy_status: 'public', ...facts.options }
  const draft = describeDraft({ text: 'A day at sea', media: [video], ...facts, options })
  return tiktok.check(draft, { ...account, settings: { ...account.settings, ...changed } })
}

const codes = (found: readonly { pointer: string; code: string }[]) =>
  found.map(({ pointer, code }) => `${pointer} ${code}`)

test.each<[string, Partial<Draft>, string[]]>([
  ['2,200 units with a video', { text: '😀'.repeat(1_100) }, []],
  ['a unit more', { text: 'a'.repeat(2_201) }, ['/text text_too_long']],
  ['4,000 units with photos', { text: 'a'.repeat(4_000), media: [photo] }, []],
  ['a unit more with photos', { text: 'a'.repeat(4_001), media: [photo] }, ['/text text_too_long']],
  ['a title of 90 units', { options: { title: '😀'.repeat(45) }, media: [photo] }, []],
  ['a longer one', { options: { title: '😀'.repeat(46) }, media: [photo] }, ['/options/title text_too_long']],
  ['no media', { media: [] }, ['/media media_required']],
  ['two videos', { media: [video, video] }, ['/media/1 too_many_media']],
  ['a video beside a photo', { media: [video, photo] }, ['/media media_mixed']],
  ['35 photos', { media: Array.from({ length: 35 }, () => photo) }, []],
  ['36 photos', { media: Array.from({ length: 36 }, () => photo) }, ['/media/35 too_many_media']],
  [
    'a cover behind the end',
    { options: { video_cover_timestamp_ms: 9_000 } },
    ['/options/video_cover_timestamp_ms option_unfit'],
  ],
  ['a cover within', { options: { video_cover_timestamp_ms: 8_999 } }, []],
])('%s', (_said, facts, found) => {
  expect(codes(check(facts).problems)).toEqual(found)
})

test('the count of a text and the place where it is too long are those of a video', () => {
  const { length, ranges } = check({ text: 'a'.repeat(2_201) })
  expect(length).toEqual({ count: 2_201, max: 2_200, unit: 'utf16' })
  expect(ranges).toContainEqual({ kind: 'over', start: 2_200, end: 2_201 })
})

test('a PNG, a large picture and a long video are made to fit, or found', () => {
  const png = { ...photo, mimeType: 'image/png' }
  const large = { ...photo, width: 3_000, height: 4_000 }
  expect(check({ media: [png, large] })).toMatchObject({
    problems: [],
    fits: [{ result: { mimeType: 'image/webp' } }, { result: { width: 1_080, height: 1_440 } }],
  })
  expect(codes(check({ media: [png], mayFit: false }).problems)).toEqual(['/media/0 media_type'])
  const long = { ...video, durationMs: 61_000 }
  expect(check({ media: [long] }).problems).toEqual([])
  expect(codes(check({ media: [long] }, { longest_video_ms: 60_000 }).problems)).toEqual([
    '/media/0 media_too_long',
  ])
  const longer = { ...video, durationMs: 600_001 }
  expect(codes(check({ media: [longer] }, { longest_video_ms: 3_600_000 }).problems)).toEqual([
    '/media/0 media_too_long',
  ])
})

test('who can see a post is chosen for every post, and for a draft in the app', () => {
  const options = { privacy_status: undefined } as unknown as JsonObject
  expect(codes(check({ options }).problems)).toEqual(['/options/privacy_status privacy_required'])
  expect(check({ options: { ...options, draft: true } }).problems).toEqual([])
})

test('branded content is shown to others', () => {
  const branded = { disclose_branded_content: true }
  expect(check({ options: branded }).problems).toEqual([])
  expect(codes(check({ options: { ...branded, privacy_status: 'private' } }).problems)).toEqual([
    '/options/disclose_branded_content branded_content_private',
  ])
  const own = { disclose_your_brand: true, privacy_status: 'private' }
  expect(check({ options: own }).problems).toEqual([])
})

test('an app without an audit is told before anything is sent', () => {
  const found = (audit: string | null, privacy: string) => {
    const { problems, warnings } = check({ options: { privacy_status: privacy } }, { audit })
    return [codes(problems), codes(warnings)]
  }
  const told = ['/options/privacy_status app_not_audited']
  expect(found('passed', 'public')).toEqual([[], []])
  expect(found('none', 'public')).toEqual([told, []])
  expect(found(null, 'public')).toEqual([[], told])
  for (const audit of ['passed', 'none', null]) expect(found(audit, 'private')).toEqual([[], []])
})

test('posting and handing over drafts are two permissions', () => {
  const missing = ['/options/draft permission_missing']
  const granted = ['user.info.basic', 'video.upload']
  expect(codes(check({}, { granted }).problems)).toEqual(missing)
  expect(check({ options: { draft: true } }, { granted }).problems).toEqual([])
  const posting = { granted: ['user.info.basic', 'video.publish'] }
  expect(check({}, posting).problems).toEqual([])
  expect(codes(check({ options: { draft: true } }, posting).problems)).toEqual(missing)
})

test.each<[string, Partial<Draft>, string[]]>([
  ['an alt text', { media: [{ ...photo, altText: 'Waves' }] }, ['/media/0 alt_text_not_shown']],
  ['a title of a video', { options: { title: 'T' } }, ['/options/title option_without_effect']],
  [
    'music for a video',
    { options: { auto_add_music: true } },
    ['/options/auto_add_music option_without_effect'],
  ],
  [
    'a duet with photos',
    { media: [photo], options: { allow_duet: true, allow_stitch: false } },
    ['/options/allow_duet option_without_effect'],
  ],
  [
    'a draft of a video',
    { options: { draft: true, allow_comment: true } },
    [
      '/options/draft finish_in_app',
      '/text text_not_sent',
      '/options/privacy_status option_without_effect',
      '/options/allow_comment option_without_effect',
    ],
  ],
  ['a short video', { media: [{ ...video, durationMs: 2_999 }] }, ['/media/0 video_short']],
])('%s is warned of', (_said, facts, found) => {
  const { problems, warnings } = check(facts)
  expect([codes(problems), codes(warnings)]).toEqual([[], found])
})

test('what the account had switched off when it was last looked at is warned of', () => {
  const options = { allow_comment: true, allow_duet: true, allow_stitch: true, privacy_status: 'followers' }
  const changed = { comments_off: true, duets_off: true, stitches_off: true }
  expect(codes(check({ options }, changed).warnings)).toEqual([
    '/options/privacy_status privacy_not_offered',
    '/options/allow_comment switched_off',
    '/options/allow_duet switched_off',
    '/options/allow_stitch switched_off',
  ])
  expect(check({ options: { privacy_status: 'followers' } }, { privacies: [] }).warnings).toEqual([])
})
