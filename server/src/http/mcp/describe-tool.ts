import type { JSONObject } from '@modelcontextprotocol/server'
import type { Operation } from '../operation.ts'
import { type ToolSpec, toolNameOf } from './tools.ts'

/** A tool as agents are told of it, with the operation behind it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The arguments, as JSON Schema. */
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<JSONObject>
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly operation: Operation
  readonly spec: ToolSpec
}

/** The name of the argument that becomes the `Idempotency-Key` of a change. */
export const idempotencyKey = 'idempotency_key'

/**
 * Makes a tool of an operation. Its arguments are what the operation takes in its path, its query and its body.
 * @param like the operation whose tool describes the arguments that both have
 */
export function describeTool(
  operation: Operation,
  spec: ToolSpec,
  reword: (text: string) => string,
  like?: Operation,
): Tool {
  const parts = [operation.params, operation.query, operation.body].map(plain)
  const isChange = operation.kind === 'change'
  let properties: JSONObject = Object.assign({}, ...parts.map((part) => part.properties))
  // The id in the path of a change is no other name for something.
  for (const name of spec.hides ?? []) if (!parts[0]?.required.includes(name)) delete properties[name]
  if (like) properties = leaveToOther(properties, like)
  Object.assign(properties, keyProperty(isChange, operation.id === keyTool))
  const required = [...parts.flatMap((part) => part.required), ...(spec.required ?? [])]
  return {
    name: toolNameOf(operation.id),
    title: operation.summary,
    description: reword(
      [
        spec.description ?? sentences(operation.summary, operation.description, spec.hint),
        ...(like ? [`Arguments without a description are those of \`${toolNameOf(like.id)}\`.`] : []),
      ].join(' '),
    ),
    inputSchema: {
      type: 'object',
      properties: forAgents(properties, reword),
      required: [...new Set(required)],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: !isChange,
      destructiveHint: spec.isDestructive ?? false,
      idempotentHint: !isChange || operation.method === 'PATCH' || operation.method === 'DELETE',
      openWorldHint: isChange,
    },
    operation,
    spec,
  }
}

function sentences(summary: string, ...more: (string | undefined)[]): string {
  return [`${summary}.`, ...more.filter((text) => text !== undefined)].join(' ')
}

/** The tool that explains what the name of an intention is; who may change anything has it. */
const keyTool = 'createPost'

function keyProperty(isChange: boolean, isExplained: boolean): JSONObject {
  if (!isChange) return {}
  const description = isExplained
    ? 'A name without spaces for this one intention, such as `harbour-report-2026-12-01`. If no answer comes, call again with the same name and the same arguments: it is done once. Another intention needs another name.'
    : 'A name for this one intention, as in `create_post`.'
  return { [idempotencyKey]: { type: 'string', pattern: '^[!-~]{1,255}$', description } }
}

/** Shorter schemas stay as they are. */
const shortest = 80

/** Leaves to another tool what it describes in the same words: of such a schema only the types stay. */
function leaveToOther(properties: JSONObject, like: Operation): JSONObject {
  const known = new Set<string>()
  JSON.parse(JSON.stringify([like.query, like.body]), (_name, member: unknown) => {
    if (isSchema(member)) known.add(JSON.stringify(member))
    return member
  })
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (!isSchema(value)) return value
    const text = JSON.stringify(value)
    if (text.length > shortest && known.has(text)) return typesOf(value)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member)]))
  }
  return visit(properties) as JSONObject
}

function isSchema(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A schema without anything but its types and choices. Some programs of agents refuse a list without `items`. */
function typesOf(schema: JSONObject): JSONObject {
  const { type, enum: choices, format, anyOf, items } = schema
  return JSON.parse(
    JSON.stringify({
      type,
      enum: choices,
      format,
      anyOf: Array.isArray(anyOf) ? anyOf.filter(isSchema).map(typesOf) : undefined,
      items: isSchema(items) ? typesOf(items) : undefined,
    }),
  )
}

interface Part {
  readonly properties: Readonly<JSONObject>
  readonly required: readonly string[]
}

const leftToApi = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
  'uniqueItems',
  'title',
])

/** The members of a schema of ours as plain JSON. */
function plain(schema: unknown): Part {
  const { properties = {}, required = [] } = JSON.parse(JSON.stringify(schema ?? {})) as Partial<Part>
  return { properties, required }
}

/**
 * Rewords every description in a schema. Patterns for the names of members are left to the API: not every client of the
 * protocol knows the expressions of JavaScript. So are the most and the least of lengths and counts: the API names the limit
 * where one is passed, and an agent keeps every tool in mind.
 */
function forAgents(properties: JSONObject, reword: (text: string) => string): JSONObject {
  return JSON.parse(JSON.stringify(properties), (name, member: unknown) => {
    if (name === 'description' && typeof member === 'string') return reword(member)
    if (leftToApi.has(name) && typeof member !== 'object') return undefined
    if (typeof member !== 'object' || member === null || !('patternProperties' in member)) return member
    const { patternProperties, ...rest } = member
    return { ...rest, additionalProperties: Object.values(patternProperties as object)[0] ?? true }
  }) as JSONObject
}
