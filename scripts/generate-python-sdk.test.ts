import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatePythonSdk } from './generate-python-sdk.ts'
import type { Schema } from './sdk/read-document.ts'
import { readDocument } from './sdk/read-document.ts'
import { docstring } from './sdk-python/python-docs.ts'
import { PythonModels } from './sdk-python/python-models.ts'
import { pythonResources } from './sdk-python/python-resources.ts'
import { flat, layType } from './sdk-python/python-type.ts'

const root = join(import.meta.dirname, '..')

/** The classes made from operations given as OpenAPI describes them. */
function classesOf(paths: object, schemas: object = {}): string {
  const { operations, schemas: named } = readDocument({ paths, components: { schemas } })
  return pythonResources(operations, new PythonModels(named)).text
}

const described = (operationId: string, more: object = {}) => ({
  operationId,
  summary: 'Do it',
  responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
  ...more,
})
const taking = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

test('the files are those of the API as it is, the same each time', () => {
  for (const { path, text } of generatePythonSdk()) expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})

test('an operation that is added has its method without further work', () => {
  const text = classesOf({
    '/v1/review-links/{id}/notes': {
      post: described('createReviewLinkNote', {
        parameters: [idParameter, { name: 'Idempotency-Key', in: 'header', schema: {} }],
        ...taking({ type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }),
      }),
    },
  })
  expect(text).toContain('class ReviewLinksApi(Resource):')
  expect(text).toContain('def create_note(\n        self,\n        id: str,\n        *,\n        text: str,')
  expect(text).toContain('path_of("/v1/review-links/{}/notes", id)')
  expect(text).toContain('repeat="keyed"')
  expect(text).toContain('self.review_links = ReviewLinksApi(transport)')
})

test('two operations that would have one name stop it', () => {
  const paths = {
    '/v1/posts': { post: described('createPost') },
    '/v1/posts/bulk': { post: described('createPosts') },
  }
  expect(() => classesOf(paths)).toThrow('createPost and createPosts would both be posts.create()')
})

test('words of Python and names that are taken get an underscore, and are sent as they are', () => {
  const text = classesOf({
    '/v1/posts/{id}/return': {
      post: described('returnPost', {
        parameters: [idParameter, { name: 'from', in: 'query', required: false, schema: { type: 'string' } }],
        ...taking({ type: 'object', properties: { id: {}, timeout: {}, class: {} } }),
      }),
    },
  })
  expect(text).toContain('def return_(')
  for (const sent of ['"id": id_', '"timeout": timeout', '"class": class_', '"from": from_'])
    expect(text).toContain(`${sent},`)
  expect(text).toContain('timeout_: Optional[float] = None')
  expect(text).toContain('timeout=timeout_')
})

test('a body that is no plain object is one argument', () => {
  const body = { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'object' }] }
  const text = classesOf({ '/v1/posts/validate': { post: described('validatePost', taking(body)) } })
  expect(text).toContain(
    'def validate(\n        self,\n        body: Union[Sequence[str], Mapping[str, Any]],\n',
  )
  expect(text).toContain('body=body')
})

test('an operation that also answers a stream of events has a method for each', () => {
  const item = { type: 'object', properties: { id: { type: 'string' } } }
  const schema = { type: 'object', properties: { data: { type: 'array', items: item }, meta: {} } }
  const content = { 'application/json': { schema }, 'text/event-stream': { schema: { type: 'string' } } }
  const parameters = ['cursor', 'limit', 'kind'].map((name) => ({
    name,
    in: 'query',
    required: false,
    schema: { type: 'string' },
  }))
  const text = classesOf({
    '/v1/changes': { get: described('listChanges', { parameters, responses: { 200: { content } } }) },
  })
  expect(text).toContain(') -> Pages[ListChangesItem]:')
  expect(text).toContain('start={"limit": 100}')
  expect(text).toMatch(/def stream\(\s+self,\s+\*,\s+kind: Optional\[str\] = None,\s+last_event_id: /)
  expect(text).toContain('`for event in crier.changes.stream()`')
})

test('a change is repeated under its key, and a question always', () => {
  const key = { name: 'Idempotency-Key', in: 'header', schema: {} }
  const text = classesOf({
    '/v1/posts': { post: described('createPost', { parameters: [key] }) },
    '/v1/posts/validate': { post: described('validatePost') },
  })
  expect(text).toContain('Call("POST", "/v1/posts", repeat="keyed")')
  expect(text).toContain('Call("POST", "/v1/posts/validate")')
})

const models = (schemas: Record<string, Schema>) => new PythonModels(schemas).text()

test('a type says what must be there; objects without a name get that of their place', () => {
  const text = models({
    Post: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', description: 'The id.' },
        queue: { anyOf: [{ type: 'object', properties: { at: { type: 'number' } } }, { type: 'null' }] },
        parts: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
      },
    },
    PostQueue: { type: 'object', required: ['on'], properties: { on: { type: 'boolean' } } },
  })
  expect(text).toContain('class _Post(TypedDict):\n    id: str\n    """The id."""\n')
  expect(text).toContain(
    'class Post(_Post, total=False):\n    queue: Optional[PostQueue2]\n    parts: List[PostPartsItem]\n',
  )
  expect(text).toContain('class PostQueue2(TypedDict, total=False):\n    at: float\n')
  expect(text).toContain('class PostQueue(TypedDict):\n    on: bool\n')
})

test('objects that are described together are one, and names that no class can have are kept', () => {
  const text = models({
    Base: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    Both: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { b: { type: 'null' } } }] },
    Span: {
      type: 'object',
      required: ['from'],
      properties: { from: { type: 'string' }, to: { enum: ['x'] } },
    },
    Name: { anyOf: [{ $ref: '#/components/schemas/Base' }, { type: 'string' }] },
  })
  expect(text).toContain(
    'class _Both(TypedDict):\n    a: str\n\n\nclass Both(_Both, total=False):\n    b: None\n',
  )
  expect(text).toContain('        "from": "str",\n')
  expect(text).toMatch(/class Base[\s\S]*\nName = Union\[Base, str\]\n/)
})

test.each([
  [{ type: ['string', 'integer'] }, 'Union[str, int]'],
  [{ enum: ['a', 'b', null] }, 'Optional[Literal["a", "b"]]'],
  [{ enum: [1, 0.5] }, 'Union[Literal[1], float]'],
  [{ const: true }, 'Literal[True]'],
  [{ anyOf: [{ type: 'null' }, { type: 'string' }, { type: 'number' }] }, 'Union[str, float, None]'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'number' } } }, 'Dict[str, float]'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'Dict[str, str]'],
  [{ $ref: '#/components/schemas/Post' }, 'Post'],
  [{}, 'Any'],
] as const)('the schema %j is the type %s', (schema, expected) => {
  expect(flat(new PythonModels({}).typeOf(schema, 'received', 'Place'))).toBe(expected)
})

test('a time may be sent as a datetime, and any sequence as a list', () => {
  const sent = (schema: Schema) => flat(new PythonModels({}).typeOf(schema, 'sent', 'Place'))
  expect(sent({ type: 'string', format: 'date-time' })).toBe('Union[str, datetime]')
  expect(sent({ type: 'array', items: { type: 'string', format: 'date' } })).toBe(
    'Sequence[Union[str, date]]',
  )
})

test('a schema that has the name of a part of the client gets another', () => {
  const page = { type: 'object', required: ['of'], properties: { of: { $ref: '#/components/schemas/Call' } } }
  const text = models({ Call: { type: 'object', properties: { at: {} } }, Page: page })
  expect(text).toContain('class CallModel(TypedDict, total=False):\n    at: Any\n')
  expect(text).toContain('    of: CallModel\n')
})

test('a type that is not known stops it', () => {
  expect(() => models({ Wrong: { type: 'tuple' } })).toThrow('tuple')
})

test('a long type is broken without becoming another', () => {
  const long = { head: 'Literal', args: Array.from({ length: 12 }, (_, index) => `"value number ${index}"`) }
  const text = layType('a: ', { head: 'List', args: [long] }, '', 4)
  expect(text).toMatch(/^ {4}a: List\[\n {8}Literal\[\n {12}"value number 0",\n/)
  // `List[int,]` would be a list of a tuple.
  expect(text).toMatch(/,\n {8}\]\n {4}\]$/)
})

test('a docstring ends where it shall, whatever it holds', () => {
  expect(docstring('Says "yes"', 4)).toBe('    """Says "yes" """\n')
  expect(docstring('A \\n and """', 0)).toBe('"""A \\\\n and \\"\\"\\" """\n')
  const long = docstring(`One. ${'word '.repeat(30)}\n\nArgs:\n    a: ${'word '.repeat(30)}`, 4)
  for (const line of long.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  expect(long).toContain('\n        a: word')
  expect(long).toContain('\n            word')
  expect(long.endsWith('\n    """\n')).toBe(true)
})
