import { expect, test } from 'vitest'
import { newRuleForm, type RuleForm, timedRuleOf } from './rule-form.ts'

const form = (more: Partial<RuleForm>): RuleForm => ({
  ...newRuleForm('2026-11-27', 'fri', '09:00'),
  ...more,
})
const ruleOf = (more: Partial<RuleForm>) => timedRuleOf(form(more))?.rule ?? null

test('begins with every week on this day', () => {
  expect(timedRuleOf(form({}))).toEqual({
    rule: { unit: 'week', every: 1, weekdays: ['fri'], times: ['09:00'] },
    starts_on: '2026-11-27',
    ends_on: null,
    ends_after: null,
  })
})

test('says only what its unit needs', () => {
  expect(ruleOf({ unit: 'day', every: '3' })).toEqual({ unit: 'day', every: 3, times: ['09:00'] })
  expect(ruleOf({ unit: 'month', days: '15, 1;31. 1' })?.days).toEqual([1, 15, 31])
  expect(ruleOf({ unit: 'month', by: 'nth', place: 'last', weekday: 'sun' })).toMatchObject({
    nth: { place: 'last', weekday: 'sun' },
  })
  expect(ruleOf({ times: ['09:00:30', '09:00', '18:00'] })?.times).toEqual(['09:00', '18:00'])
})

test.each<[string, Partial<RuleForm>]>([
  ['no number', { every: '' }],
  ['nothing', { every: '0' }],
  ['too many', { every: '101' }],
  ['half of one', { every: '1.5' }],
  ['no weekday', { weekdays: [] }],
  ['no time', { times: [''] }],
  ['no times', { times: [] }],
  ['no days', { unit: 'month', days: ' ' }],
  ['a day that is none', { unit: 'month', days: '1, 32' }],
  ['words', { unit: 'month', days: 'the first' }],
  ['no first day', { startsOn: '' }],
  ['no last day', { end: 'on', endsOn: '' }],
  ['no number of posts', { end: 'after', endsAfter: '' }],
])('waits while a field says %s', (_what, more) => {
  expect(timedRuleOf(form(more))).toBeNull()
})

test('ends as it is told, whatever stands in the other field', () => {
  const both = { endsOn: '2027-01-01', endsAfter: '7' }
  expect(timedRuleOf(form({ ...both, end: 'on' }))).toMatchObject({ ends_on: '2027-01-01', ends_after: null })
  expect(timedRuleOf(form({ ...both, end: 'after' }))).toMatchObject({ ends_on: null, ends_after: 7 })
  expect(timedRuleOf(form({ ...both, end: 'never' }))).toMatchObject({ ends_on: null, ends_after: null })
})
