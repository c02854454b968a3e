import { capital } from '../sdk/name-method.ts'
import type { Schema } from '../sdk/read-document.ts'
import { comment, docstring } from './python-docs.ts'
import {
  flat,
  isPlainName,
  layType,
  lineWidth,
  type PythonType,
  pythonString,
  unionOf,
} from './python-type.ts'

/** Whether a value is sent or received: programs may send times as `datetime`, and any sequence as a list. */
export type Direction = 'sent' | 'received'

interface Model {
  readonly text: string
  /** Whether Python reads it when the module is loaded, and not later. */
  readonly isReadAtOnce: boolean
}

/** Collects the named types of a document while its operations are written. */
export class PythonModels {
  readonly #schemas: Readonly<Record<string, Schema>>
  readonly #models = new Map<string, Model>()
  /** Names that are taken by other modules, such as that of an event. */
  readonly #others: ReadonlySet<string>

  constructor(schemas: Readonly<Record<string, Schema>>, others: readonly string[] = []) {
    this.#schemas = schemas
    this.#others = new Set(others)
    for (const [name, schema] of Object.entries(schemas))
      if (!this.#others.has(name)) this.define(modelName(name), schema, 'received')
  }

  names(): string[] {
    return [...this.#models.keys()].sort()
  }

  /** Every type in the order of its name; those that others are made of when the module is loaded come last. */
  text(): string {
    const sorted = [...this.#models].sort(([a], [b]) => (a < b ? -1 : 1))
    const late = sorted.filter(([, { isReadAtOnce }]) => isReadAtOnce)
    const early = sorted.filter(([, { isReadAtOnce }]) => !isReadAtOnce)
    return [...early, ...inOrder(late)].map(([, { text }]) => text).join('\n\n')
  }

  /** Gives a schema this name. */
  define(name: string, schema: Schema, direction: Direction, said?: string): void {
    if (this.#models.has(name)) throw new Error(`Two types of the client for Python are named ${name}.`)
    // The name is taken before its members are written, which may need names of their own.
    this.#models.set(name, { text: '', isReadAtOnce: false })
    const text = schema.description ?? said
    const whole = this.#merged(schema)
    if (whole.properties !== undefined && Object.keys(whole.properties).length > 0)
      return void this.#models.set(name, this.#object(name, whole, direction, text))
    const type = this.typeOf(schema, direction, name)
    const before = text === undefined ? '' : comment(text, 0)
    this.#models.set(name, { text: `${before}${layType(`${name} = `, type, '', 0)}\n`, isReadAtOnce: true })
  }

  /** The type of a value that fits a schema. An object without a name gets that of its place. */
  typeOf(schema: Schema, direction: Direction, place: string): PythonType {
    const { $ref } = schema
    if ($ref !== undefined) return modelName($ref.slice($ref.lastIndexOf('/') + 1))
    if (schema.const !== undefined) return literal([schema.const])
    if (schema.enum !== undefined) return literal(schema.enum)
    const choice = schema.anyOf ?? schema.oneOf
    if (choice !== undefined) return unionOf(choice.map((one) => this.typeOf(one, direction, place)))
    if (schema.allOf !== undefined) return this.#inline(this.#merged(schema), direction, place)
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
    if (types.length === 0 && schema.properties === undefined) return 'Any'
    if (types.length === 0) return this.#inline(schema, direction, place)
    return unionOf(types.map((type) => this.#simple(type, schema, direction, place)))
  }

  /** A schema with what its name stands for. */
  open(schema: Schema): Schema {
    const { $ref } = schema
    return $ref === undefined ? schema : (this.#schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? schema)
  }

  /** An object that several schemas describe together, as one. */
  #merged(schema: Schema): Schema {
    if (schema.allOf === undefined) return schema
    const parts = [schema, ...schema.allOf.map((part) => this.#merged(this.open(part)))]
    const { allOf: _allOf, ...rest } = schema
    return {
      ...rest,
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: [...new Set(parts.flatMap(({ required }) => required ?? []))],
    }
  }

  #simple(type: string, schema: Schema, direction: Direction, place: string): PythonType {
    switch (type) {
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'string':
        return direction === 'sent' ? stringSent(schema) : 'str'
      case 'array':
        return this.#array(schema, direction, place)
      case 'object':
        return this.#inline(schema, direction, place)
      default:
        throw new Error(`No type of Python is known for the type ${type} of a schema.`)
    }
  }

  #array({ items = {} }: Schema, direction: Direction, place: string): PythonType {
    return {
      head: direction === 'sent' ? 'Sequence' : 'List',
      args: [this.typeOf(items, direction, `${place}Item`)],
    }
  }

  #inline(schema: Schema, direction: Direction, place: string): PythonType {
    const { properties, patternProperties, additionalProperties } = schema
    if (properties !== undefined && Object.keys(properties).length > 0) {
      const name = this.#freeName(place)
      this.define(name, schema, direction)
      return name
    }
    const [pattern] = Object.values(patternProperties ?? {})
    const values = pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : {})
    const head = direction === 'sent' ? 'Mapping' : 'Dict'
    return { head, args: ['str', this.typeOf(values, direction, `${place}Value`)] }
  }

  /** The name of a place, with a number behind it where another type has it. */
  #freeName(place: string): string {
    const isTaken = (name: string) =>
      this.#models.has(name) || this.#others.has(name) || name in this.#schemas
    let name = place
    for (let number = 2; isTaken(name); number += 1) name = `${place}${number}`
    return name
  }

  #object(name: string, schema: Schema, direction: Direction, text: string | undefined): Model {
    const members = Object.entries(schema.properties ?? {}).map(([member, described]) => ({
      member,
      type: this.typeOf(described, direction, `${name}${pascal(member)}`),
      text: descriptionOf(described),
      isRequired: (schema.required ?? []).includes(member),
    }))
    const write = members.every(({ member }) => isPlainName(member)) ? writeClass : writeCall
    const required = members.filter(({ isRequired }) => isRequired)
    const optional = members.filter(({ isRequired }) => !isRequired)
    const isReadAtOnce = write === writeCall
    if (required.length === 0 || optional.length === 0)
      return { text: write(name, members, 'TypedDict', required.length > 0, text), isReadAtOnce }
    // Before Python 3.11 a class has either required members or others.
    const base = write(`_${name}`, required, 'TypedDict', true, undefined)
    return { text: `${base}\n\n${write(name, optional, `_${name}`, false, text)}`, isReadAtOnce }
  }
}

interface Member {
  readonly member: string
  readonly type: PythonType
  readonly text: string | undefined
}

function writeClass(
  name: string,
  members: readonly Member[],
  base: string,
  isTotal: boolean,
  text: string | undefined,
): string {
  const lines = members.map(
    (one) =>
      `${layType(`${one.member}: `, one.type, '', 4)}\n${one.text === undefined ? '' : docstring(one.text, 4)}`,
  )
  const doc = text === undefined ? '' : `${docstring(text, 4)}\n`
  const bases = isTotal ? base : `${base}, total=False`
  const line = `class ${name}(${bases}):`
  const first = line.length <= lineWidth ? line : `class ${name}(\n    ${bases}\n):`
  return `${first}\n${doc}${lines.join('')}`
}

/** An object of which a member has a name that no class can have. Its base has been made before it. */
function writeCall(
  name: string,
  members: readonly Member[],
  base: string,
  isTotal: boolean,
  text: string | undefined,
): string {
  const call = base === 'TypedDict' ? name : `_${name}Optional`
  const lines = members.map(
    (one) =>
      `${one.text === undefined ? '' : comment(one.text, 8)}        ${pythonString(one.member)}: ${quoted(flat(one.type))},\n`,
  )
  const before = text === undefined ? '' : comment(text, 0)
  const made = `${before}${call} = TypedDict(\n    ${pythonString(call)},\n    {\n${lines.join('')}    },\n${isTotal ? '' : '    total=False,\n'})\n`
  return base === 'TypedDict' ? made : `${made}\n\nclass ${name}(${base}, ${call}):\n    pass\n`
}

// Names that the modules use themselves.
const taken = new Set(
  `Any Call Dict EventStream List Literal Mapping NotGiven Optional Pages RawAnswer Resource Sequence Transport TypedDict Union
ApiClient`.split(/\s+/),
)

/** The name of a schema in Python. */
function modelName(name: string): string {
  return taken.has(name) ? `${name}Model` : name
}

/** A type as a text, with the marks that it has none of. */
function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}

/** Sorts types so that one which another names comes before it. */
function inOrder(models: readonly (readonly [string, Model])[]): (readonly [string, Model])[] {
  const done: (readonly [string, Model])[] = []
  let waiting = [...models]
  while (waiting.length > 0) {
    const open = new Set(waiting.map(([name]) => name))
    const next = waiting.filter(([name, { text }]) =>
      [...open].every((other) => other === name || !new RegExp(`\\b${other}\\b`).test(text)),
    )
    // Types that name each other stay as they are.
    const taken = next.length > 0 ? next : waiting
    done.push(...taken)
    waiting = waiting.filter((one) => !taken.includes(one))
  }
  return done
}

function stringSent({ format }: Schema): PythonType {
  if (format === 'date-time') return unionOf(['str', 'datetime'])
  return format === 'date' ? unionOf(['str', 'date']) : 'str'
}

/** A literal type; Python has none of fractions. */
function literal(values: readonly (string | number | boolean | null)[]): PythonType {
  const written = values.map((value) => {
    if (value === null) return 'None'
    if (typeof value === 'boolean') return { head: 'Literal', args: [value ? 'True' : 'False'] }
    if (typeof value === 'number' && !Number.isInteger(value)) return 'float'
    return { head: 'Literal', args: [typeof value === 'string' ? pythonString(value) : String(value)] }
  })
  return unionOf(written)
}

/** The description of a value that may be null stands at the value. */
export function descriptionOf(schema: Schema): string | undefined {
  if (schema.description !== undefined) return schema.description
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(
    ({ description }) => description !== undefined,
  )?.description
}

function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('')
}
