import type { TObject } from 'typebox'
import manifest from '../../../package.json' with { type: 'json' }
import type { Needed } from '../../callers/authorize.ts'
import type { Json } from '../../lib/json/json.ts'
import type { Problem } from '../../lib/problem.ts'
import type { Operation } from '../operation.ts'
import { writeProblem } from '../problems.ts'
import type { StreamDoc, StreamRoute } from '../stream-route.ts'
import {
  conflictResponse,
  headers,
  headersOf,
  inProgressResponse,
  nameOfProblem,
  problemExamples,
  problemSchema,
} from './openapi-parts.ts'

interface Described {
  readonly operations: readonly Operation[]
  readonly streams: readonly StreamRoute[]
  readonly publicUrl: string
}

type Node = { [key: string]: unknown }

/** The whole API as OpenAPI 3.1, from the very schemas that validate and serialize it. */
export function describeApi({ operations, streams, publicUrl }: Described): Node {
  const schemas: Record<string, unknown> = { Problem: problemSchema }
  const paths: Record<string, Node> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, schemas),
    }
  }
  for (const stream of streams) {
    const { method, path } = stream
    if (stream.doc !== null)
      paths[path] = { ...paths[path], [method.toLowerCase()]: describeStream(stream, stream.doc) }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Crier',
      version: manifest.version,
      summary: 'Publishes posts to social accounts, on time and once, and reports truthfully what happened.',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ path }) => tagOf(path)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `crier_live_…` or `crier_test_…`.',
        },
      },
      headers,
      responses: problemResponses(publicUrl),
      schemas,
    },
  }
  return JSON.parse(JSON.stringify(document)) as Node
}

const description = `Every request carries \`Authorization: Bearer <API key>\`. Answers are JSON; problems are
\`application/problem+json\` (RFC 9457) with a stable \`code\`. Lists answer \`data\` and \`meta\`; follow \`meta.next\`.
An \`Idempotency-Key\` makes any change safe to repeat for 24 hours.`

/** Every status an operation may answer besides 200. */
function problemStatuses(operation: Operation): number[] {
  const statuses = new Set([401, 402, 403, 422, 429, 500, 503, ...(operation.problems ?? [])])
  if (operation.path.includes('{')) statuses.add(404)
  if (operation.kind === 'change') statuses.add(409)
  if (operation.body !== null) for (const status of [400, 413, 415]) statuses.add(status)
  return [...statuses].sort((a, b) => a - b)
}

function describeOperation(operation: Operation, schemas: Record<string, unknown>): Node {
  const responses: Node = {
    200: {
      description: 'Done.',
      headers: headersOf(operation),
      content: {
        'application/json': { schema: named(operation.response, schemas), example: operation.successExample },
        ...operation.alsoAnswers,
      },
    },
  }
  for (const status of problemStatuses(operation))
    responses[status] = { $ref: responseRef(operation, status) }
  return {
    operationId: operation.id,
    tags: [tagOf(operation.path)],
    ...secured(operation, operation.description, operation.needsProof),
    summary: operation.summary,
    parameters: [
      ...members(operation.params, 'path'),
      ...members(operation.query, 'query'),
      ...headerParameters(operation),
    ],
    ...(operation.body === null ? {} : { requestBody: requestBody(operation, schemas) }),
    responses,
  }
}

function describeStream({ id, path, authentication }: StreamRoute, { query, ...doc }: StreamDoc): Node {
  const parameters = [...pathParameters(path), ...(query === undefined ? [] : members(query, 'query'))]
  const common = { operationId: id, tags: [tagOf(path)], ...doc, parameters }
  if (authentication === 'none') return { ...common, security: [] }
  const refusals = [401, 402, 403, 429, 500, 503].map((status) => [
    status,
    { $ref: `#/components/responses/${nameOfProblem(status)}` },
  ])
  return {
    ...common,
    ...secured(authentication, doc.description),
    responses: { ...Object.fromEntries(refusals), ...doc.responses },
  }
}

// A bearer key has no scopes of OpenAPI's own; since 3.1 the list may name what the key must be allowed to do.
function secured(
  { scope, scopeOfPeople = scope }: Needed,
  description: string | undefined,
  needsProof = false,
): Node {
  const ofPeople =
    scopeOfPeople === scope ? '' : `, and of a person who is signed in \`${scopeOfPeople}\` alone`
  const proof = needsProof ? ', and of a person who is signed in a fresh proof' : ''
  const needed = `Needs the scope \`${scope}\`${ofPeople}${proof}.`
  return {
    security: [{ apiKey: [scope] }],
    description: [description, needed].filter(Boolean).join('\n\n'),
  }
}

function responseRef(operation: Operation, status: number): string {
  const isOnlyInProgress = status === 409 && !operation.problems?.includes(409)
  return `#/components/responses/${isOnlyInProgress ? inProgressResponse : nameOfProblem(status)}`
}

/** The request body of an operation, whose named schemas are put among `schemas`. */
export function requestBody(
  operation: Pick<Operation, 'body' | 'bodyExample' | 'isBodyOptional'>,
  schemas: Record<string, unknown>,
): Node {
  const example = operation.bodyExample === undefined ? {} : { example: operation.bodyExample }
  return {
    required: !operation.isBodyOptional,
    content: { 'application/json': { schema: named(operation.body, schemas), ...example } },
  }
}

/** The members of a schema as parameters. */
export function members(schema: TObject, place: 'path' | 'query'): Node[] {
  return Object.entries(schema.properties).map(([name, member]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    ...('description' in member ? { description: member.description } : {}),
    schema: member,
  }))
}

function pathParameters(path: string): Node[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function headerParameters(operation: Operation): Node[] {
  const header = (name: string, text: string): Node => ({
    name,
    in: 'header',
    required: false,
    description: text,
    schema: { type: 'string' },
  })
  return [
    ...(operation.kind === 'change'
      ? [header('Idempotency-Key', 'Makes this request safe to repeat for 24 hours.')]
      : []),
    ...(operation.problems?.includes(412)
      ? [header('If-Match', 'Refuses with 412 if it was changed since this ETag.')]
      : []),
  ]
}

/** The schema with every titled part replaced by a reference; the parts themselves are put among `schemas`. */
export function named(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => named(part, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, named(part, schemas)]))
  const { title } = schema as { title?: unknown }
  if (typeof title !== 'string' || !/^[A-Z][A-Za-z]+$/.test(title)) return parts
  const before = schemas[title]
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(parts)) {
    throw new Error(`Two different schemas are named ${title}.`)
  }
  schemas[title] = parts
  return { $ref: `#/components/schemas/${title}` }
}

function tagOf(path: string): string {
  const [, first = '', second] = path.split('/')
  if (second === undefined) return 'server'
  return first === 'v1' ? second : first
}

/** The responses of problems, as components. */
export function problemResponses(publicUrl: string): Node {
  const response = (example: Problem, text: string): Node => ({
    description: text,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: JSON.parse(writeProblem(example, '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30', publicUrl)) as Json,
      },
    },
  })
  const all = problemExamples.map((example) => [
    nameOfProblem(example.status),
    response(example, example.message),
  ])
  return {
    ...Object.fromEntries(all),
    [inProgressResponse]: response(conflictResponse, conflictResponse.message),
  }
}
