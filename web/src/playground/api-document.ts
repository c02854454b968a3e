/** A JSON Schema as the document has them for parameters. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: ParameterSchema
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: ParameterSchema
}

interface Content {
  readonly example?: unknown
}

/** An operation as an OpenAPI document describes it. */
interface Described {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly { readonly apiKey?: readonly string[] }[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, Content>>
  }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>
}

/** The parts of an OpenAPI document that the page is made of. */
export interface ApiDocument {
  readonly tags?: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

/** One operation of the API, as the page needs it. */
export interface ApiOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** The scope that it needs; null where anybody may ask. */
  readonly scope: string | null
  readonly pathParameters: readonly Parameter[]
  readonly queryParameters: readonly Parameter[]
  readonly takesKey: boolean
  readonly takesMatch: boolean
  /** Its JSON; null where it takes none. */
  readonly body: { readonly isRequired: boolean; readonly example: unknown } | null
  /** Whether it takes the bytes of a file, which the page does not send. */
  readonly takesFile: boolean
  /** Whether it answers the bytes of a file, such as a picture. */
  readonly answersFile: boolean
  /** Whether it can answer a stream of events. */
  readonly answersEvents: boolean
}

const json = 'application/json'

/** Reads the operations of a document, those of one tag after each other. */
export function readOperations({ paths, tags = [] }: ApiDocument): readonly ApiOperation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => readOperation(method, path, described)),
  )
  const names = [...new Set([...tags.map(({ name }) => name), ...operations.map(({ tag }) => tag)])]
  return names.flatMap((name) => operations.filter(({ tag }) => tag === name))
}

function readOperation(method: string, path: string, described: Described): ApiOperation {
  const { parameters = [], requestBody, responses, security } = described
  const hasHeader = (name: string) => parameters.some((each) => each.in === 'header' && each.name === name)
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.keys(content))
  const body = requestBody?.content[json]
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    tag: described.tags?.[0] ?? '',
    summary: described.summary ?? described.operationId,
    description: described.description ?? '',
    scope: security?.[0]?.apiKey?.[0] ?? null,
    pathParameters: parameters.filter((each) => each.in === 'path'),
    queryParameters: parameters.filter((each) => each.in === 'query'),
    takesKey: hasHeader('Idempotency-Key'),
    takesMatch: hasHeader('If-Match'),
    body: body === undefined ? null : { isRequired: requestBody?.required === true, example: body.example },
    takesFile: requestBody !== undefined && body === undefined,
    answersFile: answers.some((type) => !/json|^text\//.test(type)),
    answersEvents: answers.includes('text/event-stream'),
  }
}
