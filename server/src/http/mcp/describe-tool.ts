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

/** Makes a tool of an operation. Its arguments are what the operation takes in its path, its query and its body. */
export function describeTool(operation: Operation, spec: ToolSpec, reword: (text: string) => string): Tool {
  const parts = [operation.params, operation.query, operation.body].map(plain)
  const isChange = operation.kind === 'change'
  const properties: JSONObject = Object.assign({}, ...parts.map((part) => part.properties))
  // The id in the path of a change is no other name for something.
  for (const name of spec.hides ?? []) if (!parts[0]?.required.includes(name)) delete properties[name]
  Object.assign(properties, keyProperty(isChange))
  const required = [...parts.flatMap((part) => part.required), ...(spec.required ?? [])]
  return {
    name: toolNameOf(operation.id),
    title: operation.summary,
    description: reword(spec.description ?? sentences(operation.summary, operation.description, spec.hint)),
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

function keyProperty(isChange: boolean): JSONObject {
  if (!isChange) return {}
  const description =
    'A name without spaces for this one intention, such as `harbour-report-2026-12-01`. If no answer comes, call again with the same name and the same arguments: it is done once. Another intention needs another name.'
  return { [idempotencyKey]: { type: 'string', pattern: '^[!-~]{1,255}$', description } }
}

interface Part {
  readonly properties: Readonly<JSONObject>
  readonly required: readonly string[]
}

/** The members of a schema of ours as plain JSON. */
function plain(schema: unknown): Part {
  const { properties = {}, required = [] } = JSON.parse(JSON.stringify(schema ?? {})) as Partial<Part>
  return { properties, required }
}

/**
 * Rewords every description in a schema. Patterns for the names of members are left to the API: not every client of the
 * protocol knows the expressions of JavaScript.
 */
function forAgents(properties: JSONObject, reword: (text: string) => string): JSONObject {
  return JSON.parse(JSON.stringify(properties), (name, member: unknown) => {
    if (name === 'description' && typeof member === 'string') return reword(member)
    if (typeof member !== 'object' || member === null || !('patternProperties' in member)) return member
    const { patternProperties, ...rest } = member
    return { ...rest, additionalProperties: Object.values(patternProperties as object)[0] ?? true }
  }) as JSONObject
}
