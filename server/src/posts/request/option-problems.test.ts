import Type from 'typebox'
import { expect, test } from 'vitest'
import { ThreadOption } from '../../connectors/thread-option.ts'
import type { Json } from '../../lib/json/json.ts'
import { missingOptions, optionProblems } from './option-problems.ts'
import type { Layer } from './post-request.ts'

const options = Type.Object({
  board_ids: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  title: Type.Optional(Type.String({ maxLength: 5 })),
  thread: Type.Optional(ThreadOption),
})
const pins = { platform: 'pins', name: 'Pins', options }

function problemsOf(given: Record<string, Json>) {
  const options = Object.entries(given).map(
    ([name, value]) => [name, { value, pointer: `/x/${name}` }] as const,
  )
  const layer: Layer = {
    caption: null,
    media: null,
    scheduledAt: null,
    options: new Map(options),
    pointer: '/x',
  }
  return optionProblems(layer, pins).map(({ pointer, code }) => [pointer, code])
}

test('accepts options that fit', () => {
  expect(problemsOf({ board_ids: ['a'], title: 'five5' })).toEqual([])
})

test.each([
  ['an option nobody knows', { board_id: 'a' }, ['/x/board_id', 'unknown_option']],
  ['an option every object knows', { constructor: 'a' }, ['/x/constructor', 'unknown_option']],
  ['a value that is too long', { title: 'sixsix' }, ['/x/title', 'too_long']],
  ['a value of the wrong type', { title: null }, ['/x/title', 'wrong_type']],
  ['a wrong value deep inside', { board_ids: ['a', 3] }, ['/x/board_ids/1', 'wrong_type']],
  ['a thread that is no list', { thread: 'two' }, ['/x/thread', 'wrong_type']],
  [
    'an unknown field in a thread',
    { thread: [{ caption: 'two', text: 'x' }] },
    ['/x/thread/0/text', 'unknown_field'],
  ],
])('finds %s', (_what, given, problem) => {
  expect(problemsOf(given as Record<string, Json>)).toEqual([problem])
})

test('takes media of a thread with their own alt text', () => {
  expect(problemsOf({ thread: [{ media: [{ media_id: 'a.jpg', alt_text: 'A' }, 'b.jpg'] }] })).toEqual([])
})

test('names the options a platform cannot do without', () => {
  expect(missingOptions(new Map(), pins)).toMatchObject([
    { pointer: '/platform_configurations/pins/board_ids', code: 'option_missing' },
  ])
  expect(missingOptions(new Map([['board_ids', ['a']]]), pins)).toEqual([])
})
