import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/http/routes/index.ts'
import { createValidate } from '../../src/lib/requests/validate.ts'
import { type House, startHouse } from '../house.ts'

let house: House
interface Described {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; in: string; schema: object }[]
  responses: Record<
    string,
    { $ref?: string; headers?: object; content?: Record<string, { example?: unknown }> }
  >
}
interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
  components: {
    schemas: Record<string, object>
    responses: Record<string, object>
    headers: Record<string, object>
  }
}
let document: Document
beforeAll(async () => {
  house = await startHouse({ worker: false })
  document = (await house.request('GET', '/openapi.json', { key: null })).json
})
afterAll(() => house.stop())

const described = () => Object.values(document.paths).flatMap((path) => Object.values(path))

test('is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: house.url }])
})

test('describes every operation there is, each under a name of its own', () => {
  const ids = described().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(operations.map(({ id }) => id)))
})

test('every reference leads to a component', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^/]+)\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  const components = document.components as unknown as Record<string, Record<string, object>>
  for (const [, kind = '', name = ''] of references)
    expect(components[kind]?.[name], `${kind}/${name}`).toBeDefined()
})

test('every example is what its schema says', () => {
  for (const operation of operations) {
    expect([operation.id, createValidate(operation.response)(operation.successExample)]).toEqual([
      operation.id,
      [],
    ])
    if (operation.body === null) continue
    expect(operation.bodyExample, operation.id).toBeDefined()
    expect([operation.id, createValidate(operation.body)(operation.bodyExample)]).toEqual([operation.id, []])
  }
})

test('every operation says its scope, its headers and the problems it may answer', () => {
  for (const operation of operations) {
    const found = document.paths[operation.path]?.[operation.method.toLowerCase()]
    expect(found?.summary.length, operation.id).toBeGreaterThan(5)
    expect(found?.description).toContain(`\`${operation.scope}\``)
    expect(Object.keys(found?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '401', '402', '403', '422', '429', '500', '503']),
    )
    expect(found?.responses['200']?.headers).toHaveProperty('RateLimit')
    expect(found?.responses['200']?.content?.['application/json']?.example).toBeDefined()
    const names = found?.parameters.map(({ name }) => name) ?? []
    expect(names.includes('Idempotency-Key')).toBe(operation.kind === 'change')
    for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) expect(names).toContain(name)
  }
})

test('is answered from the client’s own copy while it is the same', async () => {
  const { headers } = await house.request('GET', '/openapi.json', { key: null })
  const etag = headers.get('etag') ?? ''
  const again = await house.request('GET', '/openapi.json', { key: null, headers: { 'if-none-match': etag } })
  expect([again.status, again.text]).toEqual([304, ''])
})
