import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const known = ['caption', 'social_accounts', 'scheduled_at', 'is_draft', 'status', 'media']

test.each([
  ['stauts', 'status'],
  ['captoin', 'caption'],
  ['Caption', 'caption'],
  ['accounts', 'social_accounts'],
  ['scheduled', 'scheduled_at'],
  ['scheduledAt', 'scheduled_at'],
  ['draft', 'is_draft'],
])('%s probably means %s', (unknown, meant) => {
  expect(nearestName(unknown, known)).toBe(meant)
})

test.each(['text', 'x', 'id', 'platforms', 'm'.repeat(1_000)])('%s means none of them', (unknown) => {
  expect(nearestName(unknown, known)).toBeNull()
})
