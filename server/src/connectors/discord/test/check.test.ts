import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeMedia } from '../../conformance/pictures.ts'
import type { Account, Draft, MediaKind } from '../../connector.ts'
import { discord } from '../connector.ts'
import { type Settings, writeSettings } from '../settings.ts'

function account(more: Partial<Settings> = {}): Account {
  const place = { guildId: '1', channelId: '2', channelType: 'text' } as const
  const settings = writeSettings({ sender: 'bot', senderId: '3', ...place, lacks: [], ...more })
  return { id: 'a', externalId: '2', username: 'Harbour #news', settings }
}

const webhook = account({ sender: 'webhook', channelType: null })

function find(facts: Partial<Draft>, options: JsonObject = {}, of = account()) {
  const checked = discord.check(describeDraft({ text: 'A day at sea', ...facts, options }), of)
  const short = ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`
  return { ...checked, problems: checked.problems.map(short), warnings: checked.warnings.map(short) }
}

const types = { image: 'image/jpeg', gif: 'image/gif', video: 'video/mp4', document: 'application/pdf' }
const medium = (kind: MediaKind = 'image', bytes = 1_000) => ({ ...describeMedia(kind, types[kind]), bytes })
const poll = (options: readonly string[] = ['Yes', 'No'], duration_minutes = 60) => ({
  poll: { options, duration_minutes },
})

describe('a text', () => {
  test.each([
    ['by itself', {}, {}, 2_000],
    ['with a picture', { media: [medium()] }, {}, 2_000],
    ['of a poll', {}, poll(), 300],
  ])('%s is counted against its limit', (_, facts, options, max) => {
    expect(find({ ...facts, text: 'a'.repeat(max) }, options)).toMatchObject({
      problems: [],
      length: { count: max, max, unit: 'codepoint' },
    })
    const over = find({ ...facts, text: 'a'.repeat(max + 1) }, options)
    expect(over).toMatchObject({ problems: ['/text text_too_long'], length: { count: max + 1, max } })
    expect(over.ranges).toEqual([{ kind: 'over', start: max, end: max + 1 }])
    expect(find({ ...facts, text: 'a'.repeat(2_001) }, options).problems).toEqual(['/text text_too_long'])
  })

  test('is counted in code points: an emoji of one is one letter', () => {
    expect(find({ text: '👍'.repeat(2_000) })).toMatchObject({ problems: [], length: { count: 2_000 } })
    expect(find({ text: '👍'.repeat(2_001) }).ranges).toEqual([{ kind: 'over', start: 4_000, end: 4_002 }])
    expect(find({ text: '👨‍👩‍👧' }).length.count).toBe(5)
  })

  test('of a later part of a thread is no question', () => {
    expect(find({ thread: [{ text: 'a'.repeat(301), media: [] }] }, poll()).problems).toEqual([])
  })
})

test('a poll has a question, two to ten answers and no media', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `Answer ${index}`)
  expect(find({}, poll(ten)).problems).toEqual([])
  expect(find({}, poll([...ten, 'One more'])).problems).toEqual(['/options/poll/options/10 poll_invalid'])
  expect(find({}, poll(['a'.repeat(55), 'b'])).problems).toEqual([])
  expect(find({}, poll(['a'.repeat(56), 'b'])).problems).toEqual(['/options/poll/options/0 poll_invalid'])
  expect(find({}, poll(['a', 'b'], 46_080))).toMatchObject({ problems: [], warnings: [] })
  expect(find({}, poll(['a', 'b'], 46_081)).problems).toEqual(['/options/poll/duration_minutes poll_invalid'])
  expect(find({}, poll(['a', 'b'], 59)).problems).toEqual(['/options/poll/duration_minutes poll_invalid'])
  expect(find({ media: [medium()] }, poll()).problems).toEqual(['/options/poll poll_invalid'])
  expect(find({ text: '' }, poll()).problems).toEqual(['/text empty'])
})

test('a poll that is not open for whole hours is open for longer, which is a warning', () => {
  const checked = discord.check(describeDraft({ text: 'Sail?', options: poll(['a', 'b'], 61) }), account())
  expect(checked.warnings).toEqual([
    expect.objectContaining({ pointer: '/options/poll/duration_minutes', code: 'poll_rounded' }),
  ])
  expect(String(checked.warnings[0]?.detail)).toContain('open for 2')
})

describe('files', () => {
  test('of every kind stand together, ten of them at most', () => {
    const all = [medium('image'), medium('gif'), medium('video'), medium('document')]
    expect(find({ media: all }).problems).toEqual([])
    expect(find({ media: Array.from({ length: 10 }, () => medium()) }).problems).toEqual([])
    expect(find({ media: Array.from({ length: 11 }, () => medium()) }).problems).toEqual([
      '/media/10 too_many_media',
    ])
  })

  test('have 20 MiB each, and 25 together, in each part of a thread', () => {
    const mebi = 1_048_576
    expect(find({ media: [medium('document', 20 * mebi)] }).problems).toEqual([])
    expect(find({ media: [medium('document', 20 * mebi + 1)] }).problems).toEqual([
      '/media/0 media_too_large',
    ])
    const three = [9, 9, 6].map((size) => medium('document', size * mebi))
    expect(find({ media: three }).problems).toEqual([])
    const more = [...three, medium('document', mebi)]
    expect(find({ media: more }).problems).toEqual(['/media media_too_large'])
    expect(find({ thread: [{ text: '', media: more }] }).problems).toEqual([
      '/thread/0/media media_too_large',
    ])
  })

  test('have alt texts of 1,024 letters', () => {
    const described = (length: number) => [{ ...medium(), altText: 'a'.repeat(length) }]
    expect(find({ media: described(1_024) }).problems).toEqual([])
    expect(find({ media: described(1_025) }).problems).toEqual(['/media/0/alt_text alt_text_too_long'])
  })
})

describe('a webhook', () => {
  test('has no threads, because it answers no message', () => {
    expect(discord.limits(webhook).threadMax).toBe(1)
    expect(find({ thread: [{ text: 'Back', media: [] }] }, {}, webhook).problems).toEqual([
      '/thread/0 thread_too_long',
    ])
    expect(find({ thread: [{ text: 'Back', media: [] }] }).problems).toEqual([])
  })

  test('cannot publish to followers', () => {
    expect(find({}, { crosspost: true }, webhook).problems).toEqual(['/options/crosspost option_unfit'])
  })

  test('is blind, and a bot can look', () => {
    const draft = describeDraft({ text: 'A day at sea' })
    expect(discord.networkClass(webhook, draft)).toEqual({ class: 'blind', heldForMs: null })
    expect(discord.networkClass(account(), draft)).toEqual({ class: 'list', heldForMs: null })
  })
})

describe('a warning', () => {
  test.each([
    ['@everyone, sail', ['everyone'], ['roles', 'users']],
    ['@here: sail', ['everyone'], ['roles', 'users']],
    ['<@&165511591545143296> sail', ['roles'], ['everyone', 'users']],
    ['<@80351110224678912> sails', ['users'], ['everyone', 'roles']],
    ['<@!80351110224678912> sails', ['users'], ['roles']],
  ])('says that the mention in %j pings nobody', (text, allowing, others) => {
    const quiet = ['/text mention_quiet']
    expect(find({ text }).warnings).toEqual(quiet)
    expect(find({ text }, { allowed_mentions: others }).warnings).toEqual(quiet)
    expect(find({ text }, { allowed_mentions: allowing }).warnings).toEqual([])
    const thread = [{ text, media: [] }]
    expect(find({ thread }).warnings).toEqual(['/thread/0/text mention_quiet'])
  })

  test.each(['a@b <b>', '@harbour', '<#80351110224678912>'])(
    'is not given for %j, where nobody is mentioned',
    (text) => {
      expect(find({ text }).warnings).toEqual([])
    },
  )

  test('says which rights the bot lacked', () => {
    const lacking = account({ lacks: ['attach_files', 'send_polls', 'mention_everyone'] })
    expect(find({ media: [medium()] }, {}, lacking)).toMatchObject({
      problems: [],
      warnings: ['/media right_lacking'],
    })
    expect(find({ thread: [{ text: '', media: [medium()] }] }, {}, lacking).warnings).toEqual([
      '/thread/0/media right_lacking',
    ])
    expect(find({}, poll(), lacking).warnings).toEqual(['/options/poll right_lacking'])
    expect(find({}, { allowed_mentions: ['everyone'] }, lacking).warnings).toEqual([
      '/options/allowed_mentions right_lacking',
    ])
    expect(find({}, { allowed_mentions: ['users'] }, lacking).warnings).toEqual([])
    expect(find({ media: [medium()] }, { ...poll(), allowed_mentions: ['everyone'] }).warnings).toEqual([])
  })

  test('says that only announcement channels have followers', () => {
    const crosspost = { crosspost: true }
    expect(find({}, crosspost)).toMatchObject({
      problems: [],
      warnings: ['/options/crosspost option_unused'],
    })
    expect(find({}, crosspost, account({ channelType: 'announcement' })).warnings).toEqual([])
  })

  test('says which options have nothing to change', () => {
    const unused = { spoiler: true, document_title: 'Tides' }
    expect(find({}, unused).warnings).toEqual([
      '/options/spoiler option_unused',
      '/options/document_title option_unused',
    ])
    expect(find({ media: [medium('document')] }, unused).warnings).toEqual(['/options/spoiler option_unused'])
    expect(find({ media: [medium()] }, unused).warnings).toEqual(['/options/document_title option_unused'])
  })
})

test('posts are counted for each channel', () => {
  expect(discord.limits(account()).rates).toEqual([{ per: 'account', of: '2', posts: 30, everyMs: 60_000 }])
})
