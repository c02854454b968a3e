import type { TSchema } from 'typebox'
import { createValidate, type Validate } from '../../src/lib/requests/validate.ts'
import type { House, Tenant } from '../house.ts'

/** A JSON schema as the OpenAPI document writes it, its references replaced by what they lead to. */
export interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

/** One operation, as the document of a running server tells of it. */
export interface DescribedOperation {
  id: string
  method: string
  path: string
  /** False where no key is asked for: uploads and public media. */
  needsKey: boolean
  parameters: Parameter[]
  body: Schema | null
  /** Whether it takes a body that is no JSON. */
  takesBytes: boolean
  bodyExample: unknown
  /** By status: how an answer must look; null where it is not JSON. */
  answers: Map<number, Schema | null>
}

interface Document {
  paths: Record<string, Record<string, Written>>
  components: Record<string, Record<string, Schema>>
}

interface Written {
  operationId: string
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

/** Every operation of the document. The attacks are generated from it, so that a new operation cannot be forgotten. */
export async function describedApi(
  house: House,
  at: '/openapi.json' | '/app/openapi.json' = '/openapi.json',
): Promise<DescribedOperation[]> {
  const { json } = await house.request('GET', at, { key: null })
  const document = json as Document
  const resolve = <Part>(part: Part): Part => withoutReferences(part, document) as Part
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]): DescribedOperation => {
      const sent = written.requestBody?.content['application/json']
      return {
        id: written.operationId,
        method: method.toUpperCase(),
        path,
        needsKey: written.security?.length !== 0,
        parameters: resolve(written.parameters ?? []),
        body: sent ? resolve(sent.schema) : null,
        takesBytes: written.requestBody !== undefined && !sent,
        bodyExample: sent?.example,
        answers: new Map(
          Object.entries(resolve(written.responses)).map(([status, { content }]) => {
            const kinds = Object.entries(content ?? {})
            return [Number(status), kinds.find(([kind]) => /json/.test(kind))?.[1].schema ?? null]
          }),
        ),
      }
    }),
  )
}

/** A key that may do this: the clock of test data knows no other than a test key. */
export function keyFor(house: Tenant, { path }: DescribedOperation): string {
  return path === '/v1/test-clock' ? house.testKey : house.liveKey
}

function withoutReferences(part: unknown, document: Document): unknown {
  if (Array.isArray(part)) return part.map((inner) => withoutReferences(inner, document))
  if (typeof part !== 'object' || part === null) return part
  const reference = (part as { $ref?: unknown }).$ref
  if (typeof reference === 'string') {
    const [kind = '', name = ''] = reference.replace('#/components/', '').split('/')
    return withoutReferences(document.components[kind]?.[name], document)
  }
  return Object.fromEntries(
    Object.entries(part).map(([name, inner]) => [name, withoutReferences(inner, document)]),
  )
}

const validators = new Map<Schema, Validate>()

/** The validator of values against a schema of the document. Each schema is compiled once. */
export function validatorOf(schema: Schema): Validate {
  const known = validators.get(schema)
  if (known) return known
  const validate = createValidate(schema as TSchema)
  validators.set(schema, validate)
  return validate
}

/** A place in a body and what may stand there; a member of a list is `0`, one of a map `key`. */
export interface Place {
  path: (string | 0)[]
  schema: Schema
}

/** Every place of a body, the inner ones too. */
export function placesIn(schema: Schema, path: Place['path'] = []): Place[] {
  const under = (name: string | 0, inner: Schema) => placesIn(inner, [...path, name])
  const { properties = {}, items, anyOf = [], patternProperties = {}, additionalProperties } = schema
  return [
    { path, schema },
    ...Object.entries(properties).flatMap(([name, inner]) => under(name, inner)),
    ...(items ? under(0, items) : []),
    ...anyOf.flatMap((branch) => placesIn(branch, path)),
    ...Object.values(patternProperties).flatMap((inner) => under('key', inner)),
    ...(typeof additionalProperties === 'object' ? under('key', additionalProperties) : []),
  ]
}

export function isOfType({ type }: Schema, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted
}

export function pointerOf(path: Place['path']): string {
  return path.map((step) => `/${step}`).join('')
}

/** The body with another value at a place; what leads there is made. */
export function putAt(body: unknown, path: Place['path'], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (step === 0) {
    const list = Array.isArray(body) ? body : []
    return [putAt(list[0], rest, value), ...list.slice(1)]
  }
  const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  return { ...object, [step]: putAt((object as Record<string, unknown>)[step], rest, value) }
}
