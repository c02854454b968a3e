import { describe, expect, test } from 'vitest'
import type { FeedItem } from '../../lib/feed-reading/feed-document.ts'
import { type KnownItems, sortFirst, sortItems } from './sort-items.ts'

const readAt = new Date('2026-11-29T12:00:00Z')
const hour = 3_600_000

const item = (name: string, more: Partial<FeedItem> = {}): FeedItem => ({
  identity: name,
  linkIdentity: null,
  title: name,
  link: null,
  summary: '',
  author: '',
  categories: [],
  publishedAt: null,
  pictureUrl: null,
  pictureAlt: '',
  ...more,
})

const items = (count: number) => Array.from({ length: count }, (_, index) => item(`new ${index}`))

const known = (more: Partial<KnownItems> = {}): KnownItems => ({
  identities: new Set(['known']),
  links: new Set(),
  hasAny: true,
  readAt,
  roomToday: 10,
  isRestored: false,
  ...more,
})

/** The outcome of each item, with the codes of the reasons. */
const sorted = (all: readonly FeedItem[], more: Partial<KnownItems> = {}) =>
  sortItems(all, known(more)).map(({ item: { title }, outcome, notes }) =>
    [title, outcome, ...notes.map(({ code }) => code)].join(' '),
  )

describe('the first look', () => {
  test('lets through as many of the newest as were asked for', () => {
    const outcomes = (newest: number) => sortFirst(items(3), newest).map(({ outcome }) => outcome)
    expect(outcomes(0)).toEqual(['seen', 'seen', 'seen'])
    expect(outcomes(2)).toEqual(['due', 'due', 'seen'])
    expect(outcomes(9)).toEqual(['due', 'due', 'due'])
    expect(sortFirst(items(1), 1)[0]?.notes).toEqual([])
  })
})

describe('a later look', () => {
  test('says nothing of items that are known', () => {
    expect(sorted([item('known')])).toEqual([])
    expect(sorted([item('news'), item('known')])).toEqual(['news due'])
  })

  test('lets five through, and has a person decide about the others', () => {
    const all = [...items(6), item('known')]
    expect(sorted(all)).toEqual([
      ...[0, 1, 2, 3, 4].map((index) => `new ${index} due`),
      'new 5 waiting too_many_new',
    ])
  })

  test('lets through no more than there is room for today', () => {
    const all = [...items(2), item('known')]
    expect(sorted(all, { roomToday: 1 })).toEqual(['new 0 due', 'new 1 waiting too_many_new'])
    expect(sorted(all, { roomToday: 0 })).toEqual([
      'new 0 waiting too_many_new',
      'new 1 waiting too_many_new',
    ])
  })

  test('takes an item whose link was there for that one, under another id', () => {
    const moved = item('moved', { linkIdentity: 'a link' })
    const other = item('other', { linkIdentity: 'another link' })
    expect(sorted([moved, other, item('known')], { links: new Set(['a link']) })).toEqual([
      'moved old link_known',
      'other due',
    ])
  })

  test('takes one that was published two days before the last look for one that came back', () => {
    const at = (ms: number) => new Date(readAt.getTime() - 48 * hour + ms).toISOString()
    const all = [item('old', { publishedAt: at(-1) }), item('late', { publishedAt: at(0) }), item('known')]
    expect(sorted(all)).toEqual(['old old published_long_ago', 'late due'])
    expect(sorted(all, { readAt: null }), 'of a feed that was never read').toEqual(['old due', 'late due'])
  })

  test('does not spend its five on items that are old', () => {
    const old = Array.from({ length: 5 }, (_, index) =>
      item(`old ${index}`, { publishedAt: '2020-01-01T00:00:00Z' }),
    )
    expect(sorted([...old, item('news'), item('known')]).at(-1)).toBe('news due')
  })

  test('has a person decide where a feed of three or more has none that is known', () => {
    expect(sorted(items(3))).toEqual([0, 1, 2].map((index) => `new ${index} waiting feed_moved`))
    expect(sorted(items(2))).toEqual(['new 0 due', 'new 1 due'])
    expect(sorted(items(3), { hasAny: false }), 'where there was none before').toEqual([
      'new 0 due',
      'new 1 due',
      'new 2 due',
    ])
    const linked = [...items(3), item('moved', { linkIdentity: 'a link' })]
    expect(sorted(linked, { links: new Set(['a link']) }), 'where one is known by its link').toEqual([
      'new 0 due',
      'new 1 due',
      'new 2 due',
      'moved old link_known',
    ])
  })

  test('has a person decide about everything that is new since a backup', () => {
    const all = [item('news'), item('old', { publishedAt: '2020-01-01T00:00:00Z' }), item('known')]
    expect(sorted(all, { isRestored: true })).toEqual(['news waiting restored', 'old old published_long_ago'])
    expect(sorted(items(3), { isRestored: true })[0], 'before it is said to have moved').toBe(
      'new 0 waiting restored',
    )
  })
})
