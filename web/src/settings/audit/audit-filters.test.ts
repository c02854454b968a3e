import { expect, test } from 'vitest'
import { noFilters, readFilters, toQuery, writeFilters } from './audit-filters.ts'

test('an address holds what filters mean, and nothing else of it counts', () => {
  const search = {
    actor: 'operator',
    action: 'key',
    from: '2026-03-08',
    to: '2026-03-08',
    ip: 10,
    subject: '',
  }
  const filters = readFilters(search)
  expect(filters).toEqual({ ...search, ip: '10', subject: null })
  expect(readFilters(writeFilters(filters))).toEqual(filters)
  for (const from of ['yesterday', '2026-02-30', '0202-03-08', '2026-3-8', 20260308, null, ['2026-03-08']])
    expect(readFilters({ from, actor: { id: 'x' }, action: '  ' })).toEqual(noFilters)
})

test('days begin and end by the clock of the workspace, also the one that has 23 hours', () => {
  const query = toQuery({ ...noFilters, from: '2026-03-08', to: '2026-03-08' }, 'America/New_York')
  expect(query).toEqual({ from: '2026-03-08T05:00:00.000Z', to: '2026-03-09T04:00:00.000Z' })
})
