import { expect, test } from 'vitest'
import { documents } from '../documents.ts'
import { checkVariables, parseOperation, validate } from './graphql.ts'

test('each document of the connector fits the schema', () => {
  for (const document of Object.values(documents)) validate(parseOperation(document))
})

test('a document that the real one would refuse is refused', () => {
  const refused: [string, RegExp][] = [
    ['query { me { id', /Expected Name/],
    ['query { me { id } } }', /<EOF>/],
    ['subscription { me { id } }', /Unexpected/],
    ['query { me { nick } }', /Cannot query field "nick" on type "MyUser"/],
    ['query { me }', /wrong fields/],
    ['query { me { id { a } } }', /wrong fields/],
    ['query { post { id } }', /Argument "id" of type "ID!" is required/],
    ['query { post(id: "a", slug: "b") { id } }', /Unknown argument "slug"/],
    ['query Q($id: String!) { post(id: $id) { id } }', /type "String!" used in place of "ID!"/],
    ['query Q($id: ID!, $no: Int) { post(id: $id) { id } }', /"\$no" is never used/],
  ]
  for (const [document, words] of refused)
    expect(() => validate(parseOperation(document)), document).toThrow(words)
})

test('values that do not fit their types are refused', () => {
  const operation = parseOperation(documents.createDraft)
  const publicationId = 'a'.repeat(24)
  const fits = { publicationId, tags: [{ slug: 'sea' }], settings: { delist: true }, seriesId: null }
  checkVariables(operation, { input: fits })
  const unfit = [
    {},
    { ...fits, publicationId: 'a' },
    { ...fits, colour: 'red' },
    { ...fits, title: 7 },
    { ...fits, tags: 'sea' },
    { ...fits, tags: [{ name: 'sea' }] },
    { ...fits, settings: { delist: 'yes' } },
    { ...fits, coAuthors: [null] },
  ]
  for (const input of unfit)
    expect(() => checkVariables(operation, { input }), JSON.stringify(input)).toThrow()
  expect(() => checkVariables(operation, { input: fits, other: 1 })).toThrow(/not declared/)
})
