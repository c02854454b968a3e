import { expect, test } from 'vitest'
import { noFilters, readFilters, writeFilters } from './filters.ts'

test('filters come back from the address as they went into it', () => {
  const filters = { type: 'video', isUnused: true, lacksAltText: true, name: '2026', tag: 'autumn' } as const
  expect(readFilters(writeFilters(filters))).toEqual(filters)
  expect(writeFilters(noFilters)).toEqual({})
})

test('an address that means nothing filters nothing', () => {
  expect(readFilters({ type: 'song', unused: 'perhaps', alt: 3, name: null, tag: '' })).toEqual(noFilters)
  // A name of digits comes out of an address as a number.
  expect(readFilters({ name: 2026 }).name).toBe('2026')
})
