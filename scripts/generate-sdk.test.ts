import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeApi } from '../server/src/http/docs/describe-api.ts'
import { routes } from '../server/src/http/routes/index.ts'
import { generateSdk } from './generate-sdk.ts'
import { readDocument } from './sdk/read-document.ts'
import { Models } from './sdk/write-models.ts'
import { writeResources } from './sdk/write-resources.ts'
import { writeType } from './sdk/write-type.ts'

const client = { name: 'ApiClient', comment: 'All of it.' }

/** The classes made from operations given as OpenAPI describes them. */
function classesOf(paths: object, schemas: object = {}): string {
  const { operations, schemas: named } = readDocument({ paths, components: { schemas } })
  return writeResources(client, operations, new Models(named)).text
}

const described = (operationId: string, more: object = {}) => ({
  operationId,
  summary: 'Do it',
  responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
  ...more,
})

test('the files are those of the API as it is, the same each time', () => {
  const root = join(import.meta.dirname, '..')
  for (const { path, text } of generateSdk()) expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})

test('every operation of the document has a place in the table of methods', () => {
  const { operations, schemas } = readDocument(describeApi({ ...routes, publicUrl: 'http://127.0.0.1:1' }))
  const { methods } = writeResources(client, operations, new Models(schemas))
  expect(Object.keys(methods).sort()).toEqual(operations.map(({ id }) => id).sort())
  expect(Object.values(methods)).not.toContain('')
})

test('two operations that would have one name stop it', () => {
  const paths = {
    '/v1/posts': { post: described('createPost') },
    '/v1/posts/bulk': { post: described('createPosts') },
  }
  expect(() => classesOf(paths)).toThrow('createPost and createPosts would both be client.posts.create()')
})

test('an operation that also answers a stream of events has a method for each', () => {
  const answers = {
    'application/json': {
      schema: {
        type: 'object',
        properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Event' } }, meta: {} },
      },
    },
    'text/event-stream': { schema: { type: 'string' } },
  }
  const parameters = ['cursor', 'limit', 'type'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'string' },
  }))
  const text = classesOf(
    {
      '/v1/events': {
        get: described('listEvents', { parameters, responses: { 200: { content: answers } } }),
      },
    },
    { Event: { type: 'object' } },
  )
  expect(text).toContain('list(query?: ListEventsQuery, options?: RequestOptions): Pages<CrierEvent>')
  expect(text).toContain('start: { limit: 100 }')
  expect(text).toContain(
    "stream(options: StreamOptions & Omit<ListEventsQuery, 'cursor' | 'limit' | 'offset'> = {})",
  )
})

test('a change is repeated under its key, a change of a session never, and a question always', () => {
  const key = { name: 'Idempotency-Key', in: 'header', schema: {} }
  const text = classesOf({
    '/v1/posts': { post: described('createPost', { parameters: [key] }) },
    '/v1/posts/validate': { post: described('validatePost') },
    '/app/sign-in': { post: described('signIn') },
  })
  expect(text).toContain("path: '/v1/posts', repeat: 'keyed' }")
  expect(text).toContain("path: '/v1/posts/validate' }")
  expect(text).toContain("path: '/app/sign-in', repeat: 'never' }")
})

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'integer'] }, 'string | number'],
  [{ enum: ['a', 'b', null] }, "'a' | 'b' | null"],
  [{ const: "it's" }, "'it\\'s'"],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, '(string | number)[]'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'number' } } }, 'Record<string, number>'],
  [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
  [{ $ref: '#/components/schemas/Post' }, 'Post'],
  [{}, 'unknown'],
])('the schema %j is the type %s', (schema, expected) => {
  expect(writeType(schema, 'received')).toBe(expected)
})

test('a type that is not known stops it', () => {
  expect(() => writeType({ type: 'tuple' }, 'received')).toThrow('tuple')
})
