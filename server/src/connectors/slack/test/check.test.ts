import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, describeFitting } from '../../conformance/pictures.ts'
import type { Draft, DraftMedia, MediaKind } from '../../connector.ts'
import { wantedScopes } from '../app.ts'
import { slack } from '../connector.ts'
import { openHouse, type SlackHouse } from './world.ts'

let house: SlackHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

function media(kind: MediaKind, altText = ''): DraftMedia {
  const limit = slack.limits(null).media.kinds.find((one) => one.kind === kind)
  if (!limit) throw new Error(`There is no limit for ${kind}.`)
  return { ...describeFitting(limit), altText }
}

interface Laid {
  text?: string
  media?: DraftMedia[]
  options?: JsonObject
  thread?: Draft['thread']
  scopes?: readonly string[]
}

function check({ text = 'A day at sea', media = [], options = {}, thread = [], scopes }: Laid = {}) {
  const settings = { ...house.account.settings, ...(scopes ? { scopes: [...scopes] } : {}) }
  const draft = { ...describeDraft({ text, media, options }), thread }
  return slack.check(draft, { ...house.account, settings })
}

const found = (all: readonly { pointer: string; code: string }[]) =>
  all.map(({ pointer, code }) => [pointer, code])

test('a plain post has nothing wrong, and nothing to be warned of', () => {
  expect(check()).toMatchObject({ problems: [], warnings: [], length: { count: 12, max: 4_000 } })
})

test('letters are counted as UTF-16 has them, before they are escaped', () => {
  expect(check({ text: '⛵️&🚤' }).length.count).toBe(5)
  expect(found(check({ text: '&'.repeat(4_000) }).problems)).toEqual([])
  expect(found(check({ text: 'a'.repeat(4_001) }).problems)).toEqual([['/text', 'text_too_long']])
})

test('a text that grows past the limit by its signs is warned of, in each part', () => {
  const text = '&'.repeat(801)
  const { problems, warnings } = check({ text, thread: [{ text, media: [] }] })
  expect(problems).toEqual([])
  expect(found(warnings)).toEqual([
    ['/text', 'text_maybe_too_long'],
    ['/thread/0/text', 'text_maybe_too_long'],
  ])
  expect(found(check({ text: '&'.repeat(800) }).warnings)).toEqual([])
})

describe('files', () => {
  test('of every kind may be together, up to ten', () => {
    const all = (['image', 'gif', 'video', 'document'] as const).map((kind) => media(kind))
    expect(check({ media: all }).problems).toEqual([])
    expect(check({ media: Array.from({ length: 11 }, () => media('image')) }).problems).toHaveLength(1)
  })

  test.each(['files:write', 'files:read'])('need the permission %s', (scope) => {
    const scopes = wantedScopes.filter((each) => each !== scope)
    const thread = [{ text: '', media: [media('image')] }]
    const { problems } = check({ media: [media('image')], thread, scopes })
    expect(found(problems)).toEqual([
      ['/media', 'permission_missing'],
      ['/thread/0/media', 'permission_missing'],
    ])
    expect(String(problems[0]?.detail)).toContain(scope)
    expect(check({ scopes }).problems).toEqual([])
  })

  test('other than pictures show no alt text', () => {
    const all = (['image', 'gif', 'video', 'document'] as const).map((kind) => media(kind, 'A boat'))
    expect(found(check({ media: all }).warnings)).toEqual([
      ['/media/2/alt_text', 'alt_text_ignored'],
      ['/media/3/alt_text', 'alt_text_ignored'],
    ])
  })
})

test.each([
  [{ unfurl_links: false, unfurl_media: true }, { media: ['image'] }, ['unfurl_links', 'unfurl_media']],
  [{ unfurl_links: false, unfurl_media: true }, { thread: [[]], media: ['image'] }, []],
  [{ unfurl_links: false }, {}, []],
  [{ reply_broadcast: true }, { thread: [[], ['image']] }, ['reply_broadcast']],
  [{ reply_broadcast: true }, { media: ['image'], thread: [[]] }, []],
  [{ document_title: 'Log' }, { media: ['image'] }, ['document_title']],
  [{ document_title: 'Log' }, { thread: [['document']] }, []],
] as const)('of the options %j with %j the unused ones are %j', (options, laid, unused) => {
  const { media: first = [], thread = [] } = laid as { media?: MediaKind[]; thread?: MediaKind[][] }
  const { warnings } = check({
    options,
    media: first.map((kind) => media(kind)),
    thread: thread.map((kinds) => ({ text: 'More', media: kinds.map((kind) => media(kind)) })),
  })
  expect(found(warnings)).toEqual(unused.map((name) => [`/options/${name}`, 'option_unused']))
})

test('without the permission to read, a person is told that a lost answer will be a question', () => {
  const scopes = wantedScopes.filter((scope) => scope !== 'channels:history')
  const { warnings } = check({ scopes })
  expect(found(warnings)).toEqual([['/text', 'cannot_be_looked_for']])
  expect(String(warnings[0]?.detail)).toContain('channels:history')
  expect(found(check({ scopes, media: [media('image')] }).warnings)).toEqual([])
})

test('a workspace is asked for no more than a hundred posts a minute, and a channel for one a second', () => {
  expect(slack.limits(house.account).rates).toEqual([
    { per: 'account', of: 'T0HARB0R1-C0HARB0R1', posts: 1, everyMs: 1_000 },
    { per: 'server', of: 'T0HARB0R1', posts: 100, everyMs: 60_000 },
  ])
})
