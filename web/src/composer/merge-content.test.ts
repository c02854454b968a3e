import { expect, test } from 'vitest'
import { type Content, emptyContent } from './content.ts'
import { differencesOf, mergeContent } from './merge-content.ts'

const base: Content = {
  ...emptyContent,
  caption: 'Autumn bread',
  accounts: ['a', 'b'],
  own: { a: { caption: 'Bread' }, b: { caption: 'Rolls' } },
  tags: ['autumn'],
}

test('what only one of two people changed is taken from them', () => {
  const mine = { ...base, caption: 'Autumn bread list' }
  const theirs = { ...base, tags: ['autumn', 'bread'], firstComment: 'Open from 7' }
  expect(mergeContent(base, mine, theirs)).toEqual({
    merged: { ...base, caption: 'Autumn bread list', tags: ['autumn', 'bread'], firstComment: 'Open from 7' },
    conflicts: [],
  })
})

test('what both changed alike is no conflict', () => {
  const same = { ...base, caption: 'Winter bread' }
  expect(mergeContent(base, same, { ...same, accounts: ['a', 'b'] })).toEqual({ merged: same, conflicts: [] })
})

test('what both changed differently stays mine, and is told with both versions', () => {
  const mine = { ...base, caption: 'Mine', own: { ...base.own, a: { caption: 'Bread, mine' } } }
  const theirs = { ...base, caption: 'Theirs', own: { ...base.own, b: { caption: 'Rolls, theirs' } } }
  const { merged, conflicts } = mergeContent(base, mine, theirs)
  expect(merged).toEqual({
    ...base,
    caption: 'Mine',
    own: { a: { caption: 'Bread, mine' }, b: { caption: 'Rolls, theirs' } },
  })
  expect(conflicts).toEqual([{ member: 'caption', mine: 'Mine', theirs: 'Theirs' }])
})

test('what one took away while the other changed it is told', () => {
  const { a: _, ...rest } = base.own
  const { merged, conflicts } = mergeContent(
    base,
    { ...base, own: rest },
    { ...base, own: { ...base.own, a: { caption: 'Bread, theirs' } } },
  )
  expect(merged.own).toEqual(rest)
  expect(conflicts).toEqual([
    { member: 'own', of: 'a', mine: undefined, theirs: { caption: 'Bread, theirs' } },
  ])
})

test('two versions differ in the parts that are another, by network and account, and in nothing else', () => {
  const after = { ...base, caption: 'Winter bread', own: { a: { caption: 'Bread' }, b: { caption: 'Buns' } } }
  expect(differencesOf(base, { ...after, tags: ['autumn'] })).toEqual([
    { member: 'caption', before: 'Autumn bread', after: 'Winter bread' },
    { member: 'own', of: 'b', before: { caption: 'Rolls' }, after: { caption: 'Buns' } },
  ])
  expect(differencesOf(base, { ...base })).toEqual([])
})
