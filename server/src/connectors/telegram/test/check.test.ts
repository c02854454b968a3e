import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft, MediaKind } from '../../connector.ts'
import { telegram } from '../connector.ts'
import { type ChatType, writeSettings } from '../settings.ts'

function account(chatType: ChatType = 'channel', isForum = false): Account {
  const settings = writeSettings({
    server: 'https://api.telegram.org',
    chatId: '-1001',
    chatType,
    chatName: null,
    isForum,
  })
  return { id: 'a', externalId: '-1001', username: 'Harbour', settings }
}

function find(facts: Partial<Draft>, options: JsonObject = {}, of = account()) {
  const checked = telegram.check(describeDraft({ text: 'A day at sea', ...facts, options }), of)
  const short = ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`
  return { ...checked, problems: checked.problems.map(short), warnings: checked.warnings.map(short) }
}

const types = { image: 'image/jpeg', gif: 'image/gif', video: 'video/mp4', document: 'application/pdf' }
const medium = (kind: MediaKind = 'image') => describeMedia(kind, types[kind])
const poll = (options: readonly string[] = ['Yes', 'No'], duration_minutes = 60) => ({
  poll: { options, duration_minutes },
})

describe('a text', () => {
  test.each([
    ['by itself', {}, {}, 4_096],
    ['with a picture', { media: [medium()] }, {}, 1_024],
    ['with a document', { media: [medium('document')] }, {}, 1_024],
    ['of a poll', {}, poll(), 300],
  ])('%s is counted against its own limit', (_, facts, options, max) => {
    expect(find({ ...facts, text: 'a'.repeat(max) }, options)).toMatchObject({
      problems: [],
      length: { count: max, max, unit: 'codepoint' },
    })
    const over = find({ ...facts, text: 'a'.repeat(max + 1) }, options)
    expect(over).toMatchObject({ problems: ['/text text_too_long'], length: { count: max + 1, max } })
    expect(over.ranges).toEqual([{ kind: 'over', start: max, end: max + 1 }])
    expect(find({ ...facts, text: 'a'.repeat(4_097) }, options).problems).toEqual(['/text text_too_long'])
  })

  test('is counted in code points, an emoji as one', () => {
    const fitting = find({ text: '👍'.repeat(1_024), media: [medium()] })
    expect([fitting.problems, fitting.length.count]).toEqual([[], 1_024])
    const { problems, length, ranges } = find({ text: '👍'.repeat(1_025), media: [medium()] })
    expect([problems, length.count]).toEqual([['/text text_too_long'], 1_025])
    expect(ranges).toEqual([{ kind: 'over', start: 2_048, end: 2_050 }])
  })

  test('of each part of a thread has the limit of its media', () => {
    const text = 'a'.repeat(1_025)
    const thread = [
      { text, media: [] },
      { text, media: [medium()] },
    ]
    expect(find({ thread }).problems).toEqual(['/thread/1/text text_too_long'])
    expect(find({ thread: [{ text, media: [] }] }, poll()).problems).toEqual([])
  })
})

test('a poll has a question, two to twelve answers and no media', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `Answer ${index}`)
  expect(find({}, poll(twelve)).problems).toEqual([])
  expect(find({}, poll([...twelve, 'One more'])).problems).toEqual(['/options/poll/options/12 poll_invalid'])
  expect(find({}, poll(['a'.repeat(100), 'b'])).problems).toEqual([])
  expect(find({}, poll(['👍'.repeat(100), 'b'])).problems).toEqual([])
  expect(find({}, poll(['a'.repeat(101), 'b'])).problems).toEqual(['/options/poll/options/0 poll_invalid'])
  expect(find({}, poll(['a', 'b'], 43_800)).problems).toEqual([])
  expect(find({}, poll(['a', 'b'], 43_801)).problems).toEqual(['/options/poll/duration_minutes poll_invalid'])
  expect(find({ media: [medium()] }, poll()).problems).toEqual(['/options/poll poll_invalid'])
  expect(find({ text: '' }, poll()).problems).toEqual(['/text empty'])
})

test('an album is of pictures and videos or of documents, and an animation is alone', () => {
  const album = (...kinds: MediaKind[]) => find({ media: kinds.map(medium) }).problems.length
  expect(album('image', 'video', 'image')).toBe(0)
  expect(album('document', 'document')).toBe(0)
  expect(album('gif')).toBe(0)
  expect(album('gif', 'image')).toBeGreaterThan(0)
  expect(album('gif', 'gif')).toBeGreaterThan(0)
  expect(album('document', 'image')).toBeGreaterThan(0)
})

test('a topic is for groups that have topics', () => {
  const topic = { message_thread_id: 7 }
  expect(find({}, topic).problems).toEqual(['/options/message_thread_id option_unfit'])
  expect(find({}, topic, account('group')).problems).toEqual(['/options/message_thread_id option_unfit'])
  expect(find({}, topic, account('supergroup'))).toMatchObject({
    problems: [],
    warnings: ['/options/message_thread_id topic_uncertain'],
  })
  expect(find({}, topic, account('supergroup', true))).toMatchObject({ problems: [], warnings: [] })
})

test('things that Telegram leaves out are warnings', () => {
  const shown = { has_spoiler: true, show_caption_above_media: true }
  expect(find({ media: [medium()] }, shown).warnings).toEqual([])
  expect(find({}, shown).warnings).toEqual([
    '/options/has_spoiler option_unused',
    '/options/show_caption_above_media option_unused',
  ])
  expect(find({ media: [medium('document')] }, { ...shown, document_title: 'Tides' }).warnings).toEqual([
    '/options/has_spoiler option_unused',
    '/options/show_caption_above_media option_unused',
  ])
  expect(find({}, { disable_link_preview: true, document_title: 'Tides' }).warnings).toEqual([
    '/options/document_title option_unused',
  ])
  expect(find({ media: [medium()] }, { disable_link_preview: true }).warnings).toEqual([
    '/options/disable_link_preview option_unused',
  ])
  expect(find({ media: [{ ...medium(), altText: 'A boat' }] }).warnings).toEqual([
    '/media/0/alt_text alt_text_ignored',
  ])
})

test('posts are counted for each chat', () => {
  expect(telegram.limits(account()).rates).toEqual([
    { per: 'account', of: '-1001', posts: 20, everyMs: 60_000 },
  ])
})
