import { expect, test } from 'vitest'
import { Failure } from '../../connector.ts'
import { readInsights, unlessGone } from './graph-posts.ts'

const unseen = new Failure('forbidden', 'Not seen', { platformCode: '100/33' })
const away = new Failure('unavailable', 'Away')
const isUnseen = (error: unknown) => error === unseen
const failing = (error: Failure) => () => Promise.reject(error)

test('work on a post that is there is done, and its failure is told', async () => {
  const gone = { isUnseen, read: async () => 'there' }
  expect(await unlessGone(gone, async () => 7)).toBe(7)
  await expect(unlessGone(gone, failing(away))).rejects.toBe(away)
})

test('a post that is not found is gone only where it cannot be read either', async () => {
  expect(await unlessGone({ isUnseen, read: failing(unseen) }, failing(unseen))).toBeNull()
  await expect(unlessGone({ isUnseen, read: async () => 'there' }, failing(unseen))).rejects.toBe(unseen)
  await expect(unlessGone({ isUnseen, read: failing(away) }, failing(unseen))).rejects.toBe(away)
})

test('counts are read by their names from both forms, and whatever is no count is left out', () => {
  const data = [
    { name: 'views', values: [{ value: 3 }] },
    { name: 'reach', total_value: { value: 0 }, values: [{ value: 9 }] },
    { name: 'likes', values: [{ value: -1 }] },
    { name: 'shares', values: [{ value: 1.5 }] },
    { name: 'saved', values: [] },
    { values: [{ value: 1 }] },
    null,
  ]
  expect([...readInsights({ data })]).toEqual([
    ['views', 3],
    ['reach', 0],
  ])
  expect([...readInsights({ data: 'none' })]).toEqual([])
})
