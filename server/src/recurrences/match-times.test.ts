import { expect, test } from 'vitest'
import type { ComingPost } from './coming-posts.ts'
import { matchTimes } from './match-times.ts'
import type { RuleTime } from './times.ts'

const time = (text: string): RuleTime => ({ at: Date.parse(`${text}:00Z`), day: text.slice(0, 10) })

const post = (postId: string, text: string, isFree = true): ComingPost => ({
  ...time(text),
  turn: 0,
  postId,
  digest: Buffer.alloc(0),
  isThere: true,
  isFree,
})

/** Which post takes each time, and which have none. */
function matched(coming: readonly ComingPost[], times: readonly string[], firstTurn = 0) {
  const { matches, rest } = matchTimes(coming, times.map(time), firstTurn)
  return {
    posts: matches.map((match) => match.post?.postId ?? null),
    turns: matches.map(({ turn }) => turn.turn),
    rest: rest.map(({ postId }) => postId),
  }
}

test('times count their turns from the first that is to come', () => {
  expect(matched([], ['2026-12-01T09:00', '2026-12-02T09:00'], 7)).toEqual({
    posts: [null, null],
    turns: [7, 8],
    rest: [],
  })
})

test('a post keeps its moment, before one of the same day and before any other', () => {
  const coming = [
    post('elsewhere', '2026-11-30T09:00'),
    post('same day', '2026-12-01T08:00'),
    post('same moment', '2026-12-01T09:00'),
  ]
  expect(matched(coming, ['2026-12-01T09:00']).posts).toEqual(['same moment'])
  expect(matched(coming.slice(0, 2), ['2026-12-01T09:00'])).toMatchObject({
    posts: ['same day'],
    rest: ['elsewhere'],
  })
  expect(matched(coming.slice(0, 1), ['2026-12-01T09:00']).posts).toEqual(['elsewhere'])
})

test('a post that a person changed goes first on its day, and is moved to no other', () => {
  const free = post('free', '2026-12-01T09:00')
  const changed = post('changed', '2026-12-01T08:00', false)
  expect(matched([free, changed], ['2026-12-01T09:00'])).toMatchObject({ posts: ['changed'], rest: ['free'] })
  expect(matched([changed], ['2026-12-02T08:00'])).toMatchObject({ posts: [null], rest: ['changed'] })
})

test('a changed post takes its own moment, where its day has several times', () => {
  const changed = post('changed', '2026-12-01T18:00', false)
  expect(matched([changed], ['2026-12-01T09:00', '2026-12-01T18:00']).posts).toEqual([null, 'changed'])
})

test('each post takes one time, and each time one post', () => {
  const coming = ['a', 'b', 'c'].map((name, index) => post(name, `2026-12-0${index + 1}T09:00`))
  expect(matched(coming, ['2026-12-05T09:00', '2026-12-06T09:00'])).toMatchObject({
    posts: ['a', 'b'],
    rest: ['c'],
  })
  expect(matched(coming.slice(0, 1), ['2026-12-01T09:00', '2026-12-01T18:00']).posts).toEqual(['a', null])
})
