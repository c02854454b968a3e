import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { checkPoll, PollOption, readPoll } from './poll.ts'

const given = { options: ['Yes', 'No'], duration_minutes: 60 }
const limits = {
  maxOptions: 3,
  maxLength: 4,
  minSeconds: 300,
  maxSeconds: 3_690,
  count: (option: string) => option.length,
}

test.each([
  [given, { options: ['Yes', 'No'], seconds: 3_600, multiple: false }],
  [
    { ...given, multiple: true },
    { options: ['Yes', 'No'], seconds: 3_600, multiple: true },
  ],
  [undefined, null],
  ['poll', null],
])('a poll %j is read as %j', (poll, read) => {
  expect(readPoll(poll)).toEqual(read)
})

test.each([
  [given, true],
  [{ ...given, options: ['One'] }, false],
  [{ ...given, options: ['', 'b'] }, false],
  [{ ...given, duration_minutes: 0 }, false],
  [{ ...given, more: 1 }, false],
])('%j is a poll: %s', (poll, isValid) => {
  expect(Check(PollOption, poll)).toBe(isValid)
})

test.each([
  [{}, []],
  [{ options: ['1', '2', '3', '4'] }, ['/options/poll/options/3']],
  [{ options: ['a', ' '] }, ['/options/poll/options/1']],
  [{ options: ['a', 'b', 'a '] }, ['/options/poll/options/2']],
  [{ options: ['four', 'fives'] }, ['/options/poll/options/1']],
  [{ duration_minutes: 5 }, []],
  [{ duration_minutes: 4 }, ['/options/poll/duration_minutes']],
  [{ duration_minutes: 61 }, []],
  [{ duration_minutes: 62 }, ['/options/poll/duration_minutes']],
])('a poll with %j is refused at %j', (change, pointers) => {
  const poll = readPoll({ ...given, ...change })
  expect(poll && checkPoll(poll, limits).map(({ pointer }) => pointer)).toEqual(pointers)
})
