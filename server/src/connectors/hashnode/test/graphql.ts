import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { inputs, typeOfField } from './schema.ts'

/** The value of an argument, or the variable that holds it. */
type Given = { readonly variable: string } | { readonly value: Json }

/** A field that a document asks for, with the fields of its value. */
interface Selection {
  readonly name: string
  readonly args: ReadonlyMap<string, Given>
  readonly fields: readonly Selection[]
}

/** A document that was read. */
export interface Operation {
  readonly kind: 'query' | 'mutation'
  readonly variables: ReadonlyMap<string, string>
  readonly fields: readonly Selection[]
}

/** A fault in a document or in its variables, as Apollo names it. */
export class GraphFault extends Error {
  readonly code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED' | 'BAD_USER_INPUT'
  constructor(code: GraphFault['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Reads as much of GraphQL as calls to Hashnode need. Source: spec.graphql.org, "Language". @throws GraphFault */
export function parseOperation(text: string): Operation {
  const tokens = text.match(/[A-Za-z_]\w*|-?\d+|"[^"\\\n]*"|[!${}():[\]=]|[^\s,]/g) ?? []
  let at = 0
  const peek = () => tokens[at]
  const next = () => tokens[at++] ?? ''
  const expect = (token: string) => {
    if (next() !== token) throw new GraphFault('GRAPHQL_PARSE_FAILED', `Syntax Error: Expected "${token}".`)
  }
  const name = () => {
    const token = next()
    if (/^[A-Za-z_]\w*$/.test(token)) return token
    throw new GraphFault('GRAPHQL_PARSE_FAILED', `Syntax Error: Expected Name, found "${token}".`)
  }
  /** Whether a token comes next, which is taken then. */
  const takes = (token: string) => {
    if (peek() !== token) return false
    at++
    return true
  }
  const listType = (): string => {
    const inner = type()
    expect(']')
    return `[${inner}]`
  }
  const type = (): string => {
    const inner = takes('[') ? listType() : name()
    return takes('!') ? `${inner}!` : inner
  }
  const list = <Item>(end: string, item: () => Item): Item[] => {
    const items: Item[] = []
    while (peek() !== end) items.push(item())
    expect(end)
    return items
  }
  const argument = (): [string, Given] => {
    const key = name()
    expect(':')
    if (takes('$')) return [key, { variable: name() }]
    return [key, { value: JSON.parse(next()) as Json }]
  }
  const selection = (): Selection => {
    const key = name()
    const args = new Map(takes('(') ? list(')', argument) : [])
    return { name: key, args, fields: takes('{') ? list('}', selection) : [] }
  }
  const kind = name()
  if (kind !== 'query' && kind !== 'mutation')
    throw new GraphFault('GRAPHQL_PARSE_FAILED', `Syntax Error: Unexpected "${kind}".`)
  if (peek() !== '{' && peek() !== '(') name()
  const variable = () => {
    expect('$')
    const key = name()
    expect(':')
    return [key, type()] as const
  }
  const variables = new Map(takes('(') ? list(')', variable) : [])
  expect('{')
  const operation: Operation = { kind, variables, fields: list('}', selection) }
  if (at < tokens.length) throw new GraphFault('GRAPHQL_PARSE_FAILED', 'Syntax Error: Expected <EOF>.')
  return operation
}

const deepest = 10
const bare = (type: string) => type.replace(/[[\]!]/g, '')

/** Holds a document against the schema. Source: spec.graphql.org, "Validation". @throws GraphFault */
export function validate({ kind, variables, fields }: Operation): void {
  const root = kind === 'query' ? 'Query' : 'Mutation'
  const used = new Set<string>()
  const check = (type: string, selections: readonly Selection[], depth: number): void => {
    if (depth > deepest) fail(`Query depth exceeds ${deepest}.`)
    for (const { name, args, fields: inner } of selections) {
      const field = typeOfField(type, name) ?? fail(`Cannot query field "${name}" on type "${type}".`)
      for (const [key, expected] of Object.entries(field.args))
        if (expected.endsWith('!') && !args.has(key))
          fail(`Argument "${key}" of type "${expected}" is required on "${name}".`)
      for (const [key, given] of args) {
        const expected = field.args[key] ?? fail(`Unknown argument "${key}" on field "${type}.${name}".`)
        if (!('variable' in given)) continue
        used.add(given.variable)
        const declared = variables.get(given.variable)
        if (declared !== expected && declared !== `${expected}!`)
          fail(`Variable "$${given.variable}" of type "${declared}" used in place of "${expected}".`)
      }
      const isLeaf = typeOfField(bare(field.type), null) === null
      if (isLeaf !== (inner.length === 0)) fail(`Field "${name}" of type "${field.type}" has wrong fields.`)
      check(bare(field.type), inner, depth + 1)
    }
  }
  check(root, fields, 1)
  for (const name of variables.keys()) if (!used.has(name)) fail(`Variable "$${name}" is never used.`)
}

function fail(message: string): never {
  throw new GraphFault('GRAPHQL_VALIDATION_FAILED', message)
}

/** Holds the values of variables against their types. Source: spec.graphql.org, "Coercing Variable Values". @throws GraphFault */
export function checkVariables({ variables }: Operation, given: JsonObject): void {
  for (const [name, type] of variables) checkValue(given[name], type, `$${name}`)
  for (const name of Object.keys(given))
    if (!variables.has(name)) throw new GraphFault('BAD_USER_INPUT', `Variable "$${name}" is not declared.`)
}

function checkValue(value: Json | undefined, type: string, place: string): void {
  if (value === undefined || value === null) {
    if (type.endsWith('!')) refuseValue(place, `Expected non-nullable type "${type}".`)
    return
  }
  const inner = type.replace(/!$/, '')
  if (inner.startsWith('[')) {
    const items = isArray(value) ? value : refuseValue(place, 'Expected a list.')
    for (const item of items) checkValue(item, inner.slice(1, -1), place)
    return
  }
  const members = inputs[inner]
  if (!members) {
    if (!isScalar(value, inner)) refuseValue(place, `${inner} cannot represent ${JSON.stringify(value)}.`)
    return
  }
  const object = asObject(value) ?? refuseValue(place, `Expected type "${inner}" to be an object.`)
  for (const name of Object.keys(object))
    if (!members[name]) refuseValue(place, `Field "${name}" is not defined by type "${inner}".`)
  for (const [name, expected] of Object.entries(members))
    checkValue(object[name], expected, `${place}.${name}`)
}

function refuseValue(place: string, why: string): never {
  throw new GraphFault('BAD_USER_INPUT', `Variable "${place}" got an invalid value; ${why}`)
}

function isScalar(value: Json, type: string): boolean {
  switch (type) {
    case 'Int':
      return Number.isInteger(value)
    case 'Boolean':
      return typeof value === 'boolean'
    case 'ObjectId':
      return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)
    case 'ID':
    case 'String':
      return typeof value === 'string'
    default:
      return false
  }
}

/** A thing of the network: its fields, and its connections as functions of their arguments. */
export interface Thing {
  readonly [field: string]: Shown
}
type Shown = Json | Thing | readonly Thing[] | ((args: JsonObject) => Shown)

/** The fields of a thing that a document asks for. @throws Error for a field that the fake forgot */
export function project(thing: Shown, fields: readonly Selection[], variables: JsonObject): Json {
  if (thing === null || fields.length === 0) return thing as Json
  if (isArray(thing as Json)) return (thing as readonly Thing[]).map((one) => project(one, fields, variables))
  const entries = fields.map(({ name, args, fields: inner }): [string, Json] => {
    const value = (thing as Thing)[name]
    if (value === undefined) throw new Error(`The fake has no ${name}.`)
    const shown = typeof value === 'function' ? value(valuesOf(args, variables)) : value
    return [name, project(shown, inner, variables)]
  })
  return Object.fromEntries(entries)
}

/** The arguments of a field with their values. */
export function valuesOf(args: Selection['args'], variables: JsonObject): JsonObject {
  const values = [...args].map(([key, given]): [string, Json] => {
    return [key, 'variable' in given ? (variables[given.variable] ?? null) : given.value]
  })
  return Object.fromEntries(values)
}
