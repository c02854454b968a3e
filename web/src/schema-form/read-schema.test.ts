import { expect, test } from 'vitest'
import { humanize, readField, readForm } from './read-schema.ts'

const plain = { title: null, hint: null, initial: undefined, example: null }

test('each type has its field', () => {
  expect(readField({ type: 'string', title: 'Link', format: 'uri', maxLength: 20, examples: ['a'] })).toEqual(
    {
      ...plain,
      kind: 'text',
      title: 'Link',
      example: 'a',
      format: 'uri',
      most: 20,
      isAsked: false,
    },
  )
  expect(readField({ type: 'integer', minimum: 1, maximum: 9, default: 2 })).toEqual({
    ...plain,
    kind: 'number',
    initial: 2,
    isWhole: true,
    least: 1,
    most: 9,
  })
  expect(readField({ type: 'boolean' })).toEqual({ ...plain, kind: 'boolean' })
  expect(
    readField({ type: 'array', items: { type: 'string' }, maxItems: 3, 'x-choices': true }),
  ).toMatchObject({
    kind: 'list',
    most: 3,
    isAsked: true,
    items: { kind: 'text' },
  })
})

test('constants are choices, in either spelling, with words for people', () => {
  const choices = [
    { value: 'mentionedUsers', label: 'Mentioned users' },
    { value: 'MANUAL', label: 'Manual' },
  ]
  const consts = choices.map(({ value }) => ({ type: 'string', const: value }))
  expect(readField({ anyOf: consts })).toEqual({ ...plain, kind: 'choice', choices })
  expect(readField({ type: 'string', enum: ['mentionedUsers', 'MANUAL'] })).toEqual({
    ...plain,
    kind: 'choice',
    choices,
  })
  expect(readField({ anyOf: [...consts, { type: 'null' }] })).toEqual({ ...plain, kind: 'choice', choices })
})

test('a value that may be null is its own field, and several forms are told apart', () => {
  expect(readField({ anyOf: [{ type: 'number' }, { type: 'null' }], title: 'Share' })).toMatchObject({
    kind: 'number',
    title: 'Share',
  })
  expect(readField({ anyOf: [{ type: 'string' }, { type: 'object', properties: {} }] })).toMatchObject({
    kind: 'either',
    fields: [{ kind: 'text' }, { kind: 'object' }],
  })
})

test('an object keeps the order of its members, and knows which must be there', () => {
  const form = readForm({
    type: 'object',
    required: ['b'],
    properties: { a: { type: 'string' }, b: { type: 'boolean' } },
    additionalProperties: false,
  })
  expect(form?.members.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['a', false],
    ['b', true],
  ])
})

test('members may hang on the value of another one', () => {
  const form = readForm({
    type: 'object',
    properties: { kind: { enum: ['event', 'offer'] }, code: { type: 'string' } },
    if: { properties: { kind: { const: 'event' } }, required: ['kind'] },
    ...JSON.parse(
      '{"then":{"properties":{"start":{"type":"string"}},"required":["start"]},"else":{"required":["code"]}}',
    ),
  })
  expect(form?.conditions).toMatchObject([
    {
      when: { kind: ['event'] },
      members: [{ name: 'start', isRequired: true, field: { kind: 'text' } }],
      otherwise: [{ name: 'code', isRequired: true }],
    },
  ])
})

test.each([
  ['a keyword that no form heeds', { type: 'string', contentEncoding: 'base64' }],
  ['a condition of another shape', { type: 'object', properties: {}, if: { minProperties: 2 } }],
  ['members of any name', { type: 'object', properties: {}, additionalProperties: { type: 'string' } }],
  ['no type', { description: 'Anything.' }],
  ['no schema', true],
])('%s becomes plain JSON and is not dropped', (_, schema) => {
  expect(readField(schema).kind).toBe('json')
})

test('names are words for people', () => {
  expect(['first_comment', 'mentionedUsers', 'SS_PERFORMANCE', 'graphic-media'].map(humanize)).toEqual([
    'First comment',
    'Mentioned users',
    'Ss performance',
    'Graphic media',
  ])
})
