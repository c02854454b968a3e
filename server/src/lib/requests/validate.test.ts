import Type from 'typebox'
import { expect, test } from 'vitest'
import { computedMs } from '../../../test/computed-ms.ts'
import { showNotices } from '../problem.ts'
import { createValidate } from './validate.ts'

const closed = { additionalProperties: false }
const validate = createValidate(
  Type.Object(
    {
      id: Type.Optional(Type.Union([Type.String({ format: 'uuid' }), Type.Null()])),
      mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
      media: Type.Array(
        Type.Union([
          Type.String({ minLength: 1 }),
          Type.Object(
            { media_id: Type.String(), alt_text: Type.Optional(Type.Union([Type.String(), Type.Null()])) },
            closed,
          ),
        ]),
        { maxItems: 3, uniqueItems: true },
      ),
      count: Type.Integer({ minimum: 1 }),
      color: Type.Enum(['red', 'green']),
    },
    closed,
  ),
)
const good = { mode: 'live', media: [], count: 1, color: 'red' }
const wrong = (value: unknown) =>
  validate(value).map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`)

test('says nothing of what is right', () => {
  expect(wrong({ ...good, id: null, media: ['x', { media_id: 'y', alt_text: null }] })).toEqual([])
})

test('names what is missing and what is unknown, each by its place', () => {
  expect(wrong({ mode: 'live', media: [], 'a/b': 1, '~': 2 }).sort()).toEqual([
    '/a~1b unknown_field: There is no field "a/b" here.',
    '/color required: "color" is missing.',
    '/count required: "count" is missing.',
    '/~0 unknown_field: There is no field "~" here.',
  ])
})

test('of several forms it speaks of the one that was meant', () => {
  expect(wrong({ ...good, media: ['', { media_id: 5, size: 1 }] }).sort()).toEqual([
    '/media/0 too_short: This must not be empty.',
    '/media/1/media_id wrong_type: This must be a string.',
    '/media/1/size unknown_field: There is no field "size" here.',
  ])
  expect(wrong({ ...good, id: 'x' })).toEqual(['/id wrong_format: This must be a UUID.'])
})

test('where none was meant it says what there is', () => {
  expect(wrong({ ...good, id: 5, mode: 'both', color: 'blue', media: [7] }).sort()).toEqual([
    '/color not_allowed: This must be "red" or "green".',
    '/id wrong_type: This must be a string or null.',
    '/media/0 wrong_type: This must be a string or an object.',
    '/mode not_allowed: This must be "live" or "test".',
  ])
})

test('coerces nothing', () => {
  expect(wrong({ ...good, count: '1' })).toEqual(['/count wrong_type: This must be a whole number.'])
  expect(wrong({ ...good, count: 1.5 })).toEqual(['/count wrong_type: This must be a whole number.'])
  expect(wrong({ ...good, count: true })).toHaveLength(1)
})

test('says everything at once, however much it is', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, index]))
  expect(wrong({ ...good, ...many })).toHaveLength(50)
})

test('a list that is too long is one problem, whatever its members are', () => {
  expect(wrong({ ...good, media: [1, 2, 3, 4], color: 'blue' }).sort()).toEqual([
    '/color not_allowed: This must be "red" or "green".',
    '/media too_many: This must have 3 entries or fewer.',
  ])
})

test('takes no time for a list of 100,000, and still says that it is too long', () => {
  const startedAt = computedMs()
  for (const media of [new Array(100_000).fill(''), new Array(100_000).fill(0), new Array(50_000).fill({})]) {
    const found = validate({ ...good, media })
    expect(found.map(({ pointer, code }) => [pointer, code])).toContainEqual(['/media', 'too_many'])
  }
  expect(computedMs() - startedAt).toBeLessThan(500)
})

test('gives the parts of each sentence, so that an app can say it in another language', () => {
  const found = validate({ ...good, colour: 1, count: 0, id: 5, mode: 'both' })
  const told = showNotices(found).map(({ pointer, template, params }) => [pointer, template, params])
  const kind = (template: string) => ({ template, params: {} })
  expect(told.sort()).toEqual([
    [
      '/colour',
      'There is no field "{name}" here. Did you mean "{meant}"?',
      { name: 'colour', meant: 'color' },
    ],
    ['/count', 'This must be {limit} or more.', { limit: 1 }],
    ['/id', 'This must be {kinds}.', { kinds: [kind('a string'), kind('null')] }],
    ['/mode', 'This must be {kinds}.', { kinds: ['"live"', '"test"'] }],
  ])
})
