import { expect, test } from 'vitest'
import { readOperations } from './api-document.ts'
import { buildRequest, emptyForm, missingParameters, typedQuery, writeExample } from './build-request.ts'
import { describeSchema } from './describe-schema.ts'

const [operation] = readOperations({
  paths: {
    '/v1/posts/{id}': {
      patch: {
        operationId: 'updatePost',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } },
          { name: 'status', in: 'query', schema: { type: 'array', items: { enum: ['draft', 'posted'] } } },
          { name: 'unused', in: 'query', schema: { type: 'boolean' } },
          { name: 'url', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
          { name: 'If-Match', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { required: true, content: { 'application/json': { example: { caption: 'a' } } } },
        responses: { 200: { content: { 'application/json': {} } } },
      },
    },
  },
})
if (operation === undefined) throw new Error('The document has no operation.')

test('the parameters stand where they belong, lists as several of one name', () => {
  const parameters = {
    id: 'a/b c',
    limit: ' 5 ',
    status: 'draft, posted,',
    unused: '',
    url: 'https://a.example/?b=c',
  }
  const form = { ...emptyForm, parameters, match: ' "x" ' }
  expect(buildRequest(operation, form, '{"caption": "a"}')).toEqual({
    method: 'PATCH',
    path: '/v1/posts/a%2Fb%20c?limit=5&status=draft&status=posted&url=https%3A%2F%2Fa.example%2F%3Fb%3Dc',
    headers: { 'Content-Type': 'application/json', 'If-Match': '"x"' },
    body: '{"caption": "a"}',
  })
  expect(typedQuery(operation, form)).toEqual({
    limit: 5,
    status: ['draft', 'posted'],
    url: 'https://a.example/?b=c',
  })
})

test('what is required and empty is told, and a body without words is left out', () => {
  expect(missingParameters(operation, { ...emptyForm, parameters: { id: ' ' } })).toEqual(['id', 'url'])
  expect(missingParameters(operation, { ...emptyForm, parameters: { id: '..', url: 'a' } })).toEqual(['id'])
  expect(buildRequest(operation, emptyForm, ' ').body).toBeUndefined()
  expect(buildRequest(operation, emptyForm, ' ').path).toBe('/v1/posts/{id}')
})

test('an example gets an account of the person, and no media that they do not have', () => {
  const example = { posts: [{ caption: 'a', media: ['x.jpg'], social_accounts: ['theirs'] }] }
  expect(JSON.parse(writeExample(example, 'mine'))).toEqual({
    posts: [{ caption: 'a', social_accounts: ['mine'] }],
  })
  expect(JSON.parse(writeExample(example, null))).toEqual({
    posts: [{ caption: 'a', social_accounts: ['theirs'] }],
  })
  expect(writeExample(undefined, 'mine')).toBe('')
})

test('a schema says its type, its limits, its choices and its default', () => {
  expect(describeSchema({ type: 'integer', minimum: 1, maximum: 200, default: 10 })).toMatchObject({
    kind: 'number',
    minimum: 1,
    maximum: 200,
    preset: '10',
  })
  expect(describeSchema({ enum: ['a', 'b'] })).toMatchObject({ kind: 'choice', choices: ['a', 'b'] })
  expect(describeSchema({ type: 'array', items: { type: 'string', format: 'uuid' } })).toMatchObject({
    kind: 'text',
    name: 'uuid',
    isList: true,
  })
})
