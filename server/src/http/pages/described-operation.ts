import type { TObject, TSchema } from 'typebox'
import type { KeyScope } from '../../context.ts'
import type { Json } from '../../lib/json/json.ts'
import type { Operation } from '../operation.ts'
import type { StreamRoute } from '../stream-route.ts'

/** An operation of the API as its page describes it. */
export interface DescribedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Null where no key is asked for. */
  readonly scope: KeyScope | null
  readonly summary: string
  readonly description: string | null
  readonly isChange: boolean
  readonly params: readonly Field[]
  readonly query: readonly Field[]
  readonly body: readonly Field[]
  readonly bodyExample: Json | undefined
  /** Undefined where the answer is no JSON. */
  readonly answer: Json | undefined
}

export interface Field {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly words: string
}

/** Reads what the pages say from the schemas that validate and serialize. */
export function describeOperation(operation: Operation): DescribedOperation {
  const { id, method, path, scope, summary, kind, bodyExample } = operation
  return {
    ...{ id, method, path, scope, summary, bodyExample },
    description: operation.description ?? null,
    isChange: kind === 'change',
    params: fieldsOf(operation.params),
    query: fieldsOf(operation.query),
    body: operation.body === null ? [] : fieldsOf(operation.body),
    answer: operation.successExample,
  }
}

/** Reads the same from a route of bytes; null where it is no part of the described API. */
export function describeRoute({
  id,
  method,
  path,
  authentication,
  doc,
}: StreamRoute): DescribedOperation | null {
  if (doc === null) return null
  return {
    ...{ id, method, path },
    scope: authentication === 'none' ? null : authentication.scope,
    summary: doc.summary,
    description: doc.description ?? null,
    isChange: false,
    params: [],
    query: doc.query === undefined ? [] : fieldsOf(doc.query),
    body: [],
    bodyExample: undefined,
    answer: undefined,
  }
}

type Schema = Readonly<Record<string, unknown>>

function fieldsOf(schema: TObject | TSchema): Field[] {
  const { properties, required } = schema as Schema
  const needed = Array.isArray(required) ? required : []
  return Object.entries(isSchema(properties) ? properties : {}).map(([name, member]) => ({
    name,
    type: typeOf(member),
    isRequired: needed.includes(name),
    words: isSchema(member) && typeof member.description === 'string' ? member.description : '',
  }))
}

/** `text (date-time) or null`, `list of numbers`: a type in words. */
function typeOf(schema: unknown): string {
  if (!isSchema(schema)) return 'anything'
  const { anyOf, enum: values, format, items } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(items)}`
  const plain = plainTypes[String(schema.type)] ?? 'anything'
  return typeof format === 'string' ? `${plain} (${format})` : plain
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
