import { describe, expect, test } from 'vitest'
import type { PublishedPost } from '../connector.ts'
import { earliestTime, earliestWithRoom, isMadeSince, isSameText, matchOwnPosts } from './match-own-posts.ts'

const postOf = (remoteId: string): PublishedPost => ({ remoteId, url: 'https://a.example', reference: null })

/** An account with posts, newest first, two to a page; ours have an id that begins with o. */
function match(ids: readonly string[], before: string | null) {
  const asked: (string | null)[] = []
  const list = async (afterId: string | null) => {
    asked.push(afterId)
    const place = afterId === null ? 2 : ids.indexOf(afterId)
    const page = ids.slice(Math.max(0, place - 2), place)
    return { isFull: page.length === 2, ours: page.filter((id) => id.startsWith('o')).map(postOf) }
  }
  return matchOwnPosts({ list, before }).then((settled) => ({ settled, asked }))
}

describe('our post among the account’s own', () => {
  test('is found when it alone matches', async () => {
    const { settled, asked } = await match(['a', 'o1'], 'x')
    expect(settled).toEqual({ outcome: 'published', ...postOf('o1') })
    expect(asked).toEqual([null])
  })

  test('is for a person to find when several match', async () => {
    const { settled } = await match(['o1', 'o2'], null)
    expect(settled).toEqual({ outcome: 'several', posts: [postOf('o1'), postOf('o2')] })
  })

  test('is looked for right after the posts that stood there before, where newer ones hide it', async () => {
    const { settled, asked } = await match(['a', 'b', 'c', 'o1', 'x'], 'x')
    expect(settled).toEqual({ outcome: 'published', ...postOf('o1') })
    expect(asked).toEqual([null, 'x'])
  })

  test.each([
    [['a', 'b', 'o1'], null],
    [['a'], 'x'],
    [[], null],
  ])('is not found among %j with %j before, which proves nothing', async (ids, before) => {
    const { settled, asked } = await match(ids, before)
    expect(settled).toEqual({ outcome: 'not_found' })
    expect(asked).toEqual([null])
  })
})

describe('the time of a post', () => {
  const sentAt = new Date('2026-05-01T12:00:00.400Z')
  const answer = (date: string | null) => ({
    status: 200,
    headers: date === null ? {} : { date },
    bytes: new Uint8Array(),
    text: '',
    json: null,
  })

  test('is held against the time of the send by the clock of the server', () => {
    const now = new Date('2026-05-01T12:00:10Z')
    expect(earliestTime(sentAt, answer('Fri, 01 May 2026 12:00:11 GMT'), now)).toEqual(sentAt)
    expect(earliestTime(sentAt, answer(null), now)).toEqual(sentAt)
    const ahead = earliestTime(sentAt, answer('Fri, 01 May 2026 12:01:10 GMT'), now)
    expect(ahead.toISOString()).toBe('2026-05-01T12:01:01.400Z')
    const behind = earliestTime(sentAt, answer('Fri, 01 May 2026 11:59:10 GMT'), now)
    expect(behind.toISOString()).toBe('2026-05-01T11:59:01.400Z')
  })

  test('has room for clocks that differ unseen, where posts from before are known', () => {
    const now = new Date('2026-05-01T12:00:10Z')
    const room = (date: string) => earliestWithRoom(sentAt, answer(date), now).toISOString()
    expect(room('Fri, 01 May 2026 12:00:09 GMT')).toBe('2026-05-01T11:59:58.400Z')
    // The header is cut to whole seconds, so that the clock of the server is up to a second further.
    expect(room('Fri, 01 May 2026 12:01:10 GMT')).toBe('2026-05-01T12:00:59.400Z')
  })

  test.each([
    ['2026-05-01T12:00:00.400Z', true],
    ['2026-05-01T12:00:00.399Z', false],
    ['2026-05-01T12:00:00Z', true],
    ['2026-05-01T11:59:59Z', false],
    ['yesterday', false],
    [null, false],
  ])('%s: %s', (createdAt, isLater) => {
    expect(isMadeSince(sentAt, createdAt)).toBe(isLater)
  })
})

test.each([
  ['a  b\n', 'a b', true],
  ['e\u0301', 'é', true],
  ['Hi @bob@example.com!', 'Hi @bob!', true],
  [null, '', true],
  ['a', 'b', false],
  ['a b', 'ab', false],
])('%j and %j are the words of one text: %s', (one, other, isSame) => {
  expect(isSameText(one, other)).toBe(isSame)
})
