import { expect, test } from 'vitest'
import type { Given } from '../src/command/given.ts'
import { UsageError } from '../src/command/refusals.ts'
import { describeRule, readRule } from '../src/recurrences/read-rule.ts'

const given = (options: Readonly<Record<string, string | readonly string[]>>): Given => {
  const texts = (name: string) => [options[name] ?? []].flat()
  return {
    text: (name: string) => texts(name)[0] ?? null,
    texts,
    declares: () => true,
    flag: () => false,
    needed: (name: string) => texts(name)[0] ?? '',
  } as Given
}

test.each([
  [{ every: 'day', time: '09:00' }, 'every day at 09:00'],
  [
    { every: '2 Weeks', on: ['mon,Thursday'], time: ['09:00', '18:00'] },
    'every 2 weeks on mon thu at 09:00 18:00',
  ],
  [{ every: 'month', on: '1, 15', time: '12:00' }, 'every month on 1 15 at 12:00'],
  [{ every: '3 months', on: 'last Fri', time: '12:00' }, 'every 3 months on the last fri at 12:00'],
])('reads and says %j', (options, words) => {
  expect(describeRule(readRule(given(options)))).toBe(words)
})

test.each([
  [{ time: '09:00' }, '--every is missing'],
  [{ every: 'day' }, '--time is missing'],
  [{ every: 'fortnight', time: '09:00' }, '"fortnight"'],
  [{ every: 'toString', time: '09:00' }, '"toString"'],
  [{ every: 'day', on: 'mon', time: '09:00' }, '--on belongs to'],
  [{ every: 'week', time: '09:00' }, '--on is missing'],
  [{ every: 'week', on: 'someday', time: '09:00' }, '"someday"'],
  [{ every: 'month', on: 'the end', time: '09:00' }, '--on names days'],
])('refuses %j', (options, words) => {
  expect(() => readRule(given(options))).toThrow(UsageError)
  expect(() => readRule(given(options))).toThrow(words)
})

test.each([
  [{ time: '10:00' }, 'every 2 weeks on mon thu at 10:00'],
  [{ on: 'tue' }, 'every 2 weeks on tue at 09:00 18:00'],
  [{ every: 'week' }, 'every week on mon thu at 09:00 18:00'],
  [{ every: 'day' }, 'every day at 09:00 18:00'],
])('changes a rule by %j alone', (options, words) => {
  const before = readRule(given({ every: '2 weeks', on: 'mon,thu', time: ['09:00', '18:00'] }))
  expect(describeRule(readRule(given(options), before))).toBe(words)
  expect(() => readRule(given({ every: 'month' }), before)).toThrow('--on names days')
})
