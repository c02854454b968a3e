import type { Schema } from './read-document.ts'

/** Whether a value is sent or received: programs may leave what they send `undefined`, and lists be read-only. */
export type Direction = 'sent' | 'received'

/** The type of a value that fits a schema, as TypeScript. */
export function writeType(schema: Schema, direction: Direction): string {
  const { $ref } = schema
  if ($ref !== undefined) return nameOf($ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map(literal))
  const choice = schema.anyOf ?? schema.oneOf
  if (choice !== undefined) return union(choice.map((one) => writeType(one, direction)))
  if (schema.allOf !== undefined)
    return schema.allOf.map((one) => grouped(writeType(one, direction))).join(' & ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0 && schema.properties === undefined) return 'unknown'
  if (types.length === 0) return writeObject(schema, direction)
  return union(types.map((type) => writeSimple(type, schema, direction)))
}

/** An event is told apart by its type, as the catalogue of events says and the schema of the API does not. */
function nameOf($ref: string): string {
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return name === 'Event' ? 'CrierEvent' : name
}

function writeSimple(type: string, schema: Schema, direction: Direction): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return writeArray(schema, direction)
    case 'object':
      return writeObject(schema, direction)
    case 'string':
    case 'boolean':
    case 'null':
      return type
    default:
      throw new Error(`No type of TypeScript is known for the type ${type} of a schema.`)
  }
}

function writeArray(schema: Schema, direction: Direction): string {
  const item = schema.items === undefined ? 'unknown' : writeType(schema.items, direction)
  return `${direction === 'sent' ? 'readonly ' : ''}${grouped(item)}[]`
}

function writeObject(schema: Schema, direction: Direction): string {
  const { properties, patternProperties } = schema
  if (properties !== undefined && Object.keys(properties).length > 0)
    return `{\n${writeMembers(schema, direction)}\n}`
  const [pattern] = Object.values(patternProperties ?? {})
  if (pattern !== undefined) return record(pattern, direction)
  const { additionalProperties } = schema
  if (additionalProperties === false) return 'Record<string, never>'
  return typeof additionalProperties === 'object'
    ? record(additionalProperties, direction)
    : 'Record<string, unknown>'
}

function record(values: Schema, direction: Direction): string {
  return `Record<string, ${writeType(values, direction)}>`
}

/** The members of an object, each with its description. */
export function writeMembers(schema: Schema, direction: Direction): string {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {})
    .map(([name, member]) => {
      const isRequired = required.has(name)
      const type = writeType(member, direction)
      return `${writeComment(descriptionOf(member))}${writeKey(name)}${isRequired ? '' : '?'}: ${
        isRequired || direction === 'received' ? type : `${type} | undefined`
      }`
    })
    .join('\n')
}

/** A comment for editors, or nothing. */
export function writeComment(text: string | undefined): string {
  if (text === undefined || text === '') return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

// The description of a value that may be null stands at the value.
function descriptionOf(schema: Schema): string | undefined {
  if (schema.description !== undefined) return schema.description
  const described = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(
    ({ description }) => description !== undefined,
  )
  return described?.description
}

function writeKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function grouped(type: string): string {
  return /^[\w.]+$/.test(type) ? type : `(${type})`
}
