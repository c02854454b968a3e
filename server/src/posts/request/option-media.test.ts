import Type from 'typebox'
import { expect, test } from 'vitest'
import type { Json } from '../../lib/json/json.ts'
import { listOptionMedia, mapOptionMedia } from './option-media.ts'

const medium = Type.String({ format: 'media-id' })
const schema = Type.Object({
  cover: Type.Optional(medium),
  thumbnail: Type.Optional(Type.Union([medium, Type.Null()])),
  stills: Type.Optional(Type.Array(Type.Object({ picture: medium, title: Type.String() }))),
  title: Type.Optional(Type.String()),
})
const at = (options: Record<string, Json>) =>
  new Map(Object.entries(options).map(([name, value]) => [name, { value, pointer: `/o/${name}` }]))

test('media are found in fields of the format media-id, alone, in lists, in objects and beside null', () => {
  const options = at({
    cover: 'a',
    thumbnail: 'b',
    stills: [{ picture: 'c', title: 'd' }],
    title: 'e',
    other: 'f',
  })
  expect(listOptionMedia(options, schema).map(({ path, pointer }) => [path, pointer])).toEqual([
    ['a', '/o/cover'],
    ['b', '/o/thumbnail'],
    ['c', '/o/stills/0/picture'],
  ])
  const mapped = mapOptionMedia(options, schema, ({ path }) => path.toUpperCase())
  expect(Object.fromEntries([...mapped].map(([name, { value }]) => [name, value]))).toEqual({
    cover: 'A',
    thumbnail: 'B',
    stills: [{ picture: 'C', title: 'd' }],
    title: 'e',
    other: 'f',
  })
})

test('values of a wrong form name no media, and stay as they are', () => {
  const values = { cover: 7, thumbnail: null, stills: [{ picture: ['x'] }, 'y', null], title: ['z'] }
  const options = at(values)
  expect(listOptionMedia(options, schema)).toEqual([])
  expect(mapOptionMedia(options, schema, () => '')).toEqual(options)
})
