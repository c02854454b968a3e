/** A JSON Schema as our documents have them. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean | null
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

/** The parts of an OpenAPI document that the SDK is made of. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** One operation, as the SDK needs it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly params: readonly Parameter[]
  readonly query: readonly Parameter[]
  readonly body: Schema | undefined
  readonly hasBytesAsBody: boolean
  /** The JSON of the good answer; undefined where it is bytes, or nothing. */
  readonly response: Schema | undefined
  readonly answersEvents: boolean
  readonly takesIdempotencyKey: boolean
  readonly takesIfMatch: boolean
  /** Whether anybody may ask, without a key. */
  readonly isPublic: boolean
}

const json = 'application/json'

/** Reads the operations of an OpenAPI document, in its order. */
export function readDocument(document: object): {
  operations: Operation[]
  schemas: Readonly<Record<string, Schema>>
} {
  const { paths, components } = document as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => readOperation(method, path, described)),
  )
  return { operations, schemas: components.schemas }
}

function readOperation(method: string, path: string, described: Described): Operation {
  const parameters = described.parameters ?? []
  const body = described.requestBody?.content
  const answers = described.responses[200]?.content
  const hasHeader = (name: string) => parameters.some((one) => one.in === 'header' && one.name === name)
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    description: described.description,
    params: parameters.filter((one) => one.in === 'path'),
    query: parameters.filter((one) => one.in === 'query'),
    body: body?.[json]?.schema,
    hasBytesAsBody: body !== undefined && body[json] === undefined,
    response: answers?.[json]?.schema,
    answersEvents: answers?.['text/event-stream'] !== undefined,
    takesIdempotencyKey: hasHeader('Idempotency-Key'),
    takesIfMatch: hasHeader('If-Match'),
    isPublic: described.security?.length === 0,
  }
}
