import { asObject, isArray, isObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import type { AnswerWithin, RequestWithin } from '../serving/answer-within.ts'
import { idempotencyKey, type Tool } from './describe-tool.ts'

/** A request of the API, as a program would send it. */
type ToolRequest = Pick<RequestWithin, 'params' | 'url' | 'idempotencyKey' | 'body'>

/** The result of a tool, as the protocol has it. An index signature, because the protocol lets every object grow. */
export interface ToolResult {
  readonly [member: string]: unknown
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

/** Writes the request for a call, or says what is wrong with its arguments. The API itself checks their values. */
export function writeRequest(tool: Tool, given: JsonObject): ToolRequest | { readonly refusal: string } {
  const { operation, inputSchema } = tool
  const known = Object.keys(inputSchema.properties)
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  const missing = inputSchema.required.filter((name) => given[name] === undefined)
  if (unknown.length > 0)
    return { refusal: `${tool.name} takes no ${list(unknown)}. It takes ${list(known)}.` }
  if (missing.length > 0) return { refusal: `${tool.name} needs ${list(missing)}.` }
  const key = given[idempotencyKey] ?? null
  if (key !== null && typeof key !== 'string') return { refusal: `\`${idempotencyKey}\` must be a text.` }
  const [params, query, body] = [operation.params, operation.query, operation.body].map((part) =>
    pick(given, part),
  )
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(valueText(params?.[name])),
  )
  const nested = Object.entries(query ?? {}).filter(([, value]) => !isFlat(value))
  if (nested.length > 0) {
    const names = list(nested.map(([name]) => name))
    return { refusal: `${names} must be a text, a number, true or false, or a list of these.` }
  }
  const search = writeQuery(query ?? {})
  return {
    params: params ?? {},
    url: search === '' ? path : `${path}?${search}`,
    idempotencyKey: key,
    body: operation.body === null ? undefined : body,
  }
}

/** Writes what the API answered for an agent: as text, and as an object where it is one. */
export function writeResult({ spec }: Tool, answer: AnswerWithin): ToolResult {
  const body = shorten(readObject(answer.body), answer.status, spec.leavesOut ?? [])
  const notes = [
    ...(answer.isReplayed
      ? ['This is the answer to the same call made before. Nothing was done a second time.']
      : []),
    ...(answer.retryAfterSeconds === null ? [] : [`Try again in ${answer.retryAfterSeconds} seconds.`]),
  ]
  const texts = [body === null ? answer.body : JSON.stringify(body), ...notes]
  return {
    content: texts.map((text) => ({ type: 'text', text })),
    ...(body === null ? {} : { structuredContent: body }),
    ...(answer.status < 400 ? {} : { isError: true }),
  }
}

export function refuse(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name.slice(0, 100)}\``).join(', ')
}

function pick(given: JsonObject, part: Tool['operation']['body']): JsonObject {
  const names = new Set(Object.keys(asObject((part as { properties?: Json } | null)?.properties) ?? {}))
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)))
}

/** Whether a query can hold a value: a single one or a list of them. */
function isFlat(value: Json): boolean {
  const isSingle = (one: Json) => typeof one !== 'object' || one === null
  return isArray(value) ? value.every(isSingle) : isSingle(value)
}

function writeQuery(query: JsonObject): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (isArray(value)) for (const one of value) search.append(name, valueText(one))
    else search.append(name, valueText(value))
  }
  return search.toString()
}

function valueText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

function readObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text) as Json)
  } catch {
    return null
  }
}

/** The members of a problem, and of each of its faults, that serve its display in other languages and older clients. */
const ofDisplay = ['type', 'title', 'template', 'params', 'message', 'error']

/** Takes out what an agent has no use for: of a problem, and of each row of a page. */
function shorten(
  body: JsonObject | null,
  status: number,
  leavesOut: readonly string[],
): Record<string, Json> | null {
  if (body === null) return null
  const without = (value: Json, names: readonly string[]): Json =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
      : value
  if (status >= 400) {
    const { errors, ...problem } = without(body, ofDisplay) as JsonObject
    return isArray(errors) ? { ...problem, errors: errors.map((one) => without(one, ofDisplay)) } : problem
  }
  if (leavesOut.length === 0 || !isArray(body.data)) return body
  return { ...body, data: body.data.map((row) => without(row, leavesOut)) }
}
