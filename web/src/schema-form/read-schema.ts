/** A field of a form, read from a JSON Schema. Each keyword that it was read from has an effect in the form. */
export type Field =
  | TextField
  | NumberField
  | (Words & { readonly kind: 'boolean' })
  | ChoiceField
  | ListField
  | ObjectField
  | EitherField
  | (Words & { readonly kind: 'json' })

interface Words {
  readonly title: string | null
  readonly hint: string | null
  readonly initial: unknown
  readonly example: string | null
}

export interface TextField extends Words {
  readonly kind: 'text'
  readonly format: 'uri' | 'date-time' | 'media-id' | 'password' | null
  readonly most: number | null
  /** Whether the network of the account is asked for the values. */
  readonly isAsked: boolean
}

export interface NumberField extends Words {
  readonly kind: 'number'
  readonly isWhole: boolean
  readonly least: number | null
  readonly most: number | null
}

export interface ChoiceField extends Words {
  readonly kind: 'choice'
  readonly choices: readonly Choice[]
}

export interface Choice {
  readonly value: string | number
  readonly label: string
}

export interface ListField extends Words {
  readonly kind: 'list'
  readonly items: Field
  readonly most: number | null
  readonly isAsked: boolean
}

export interface ObjectField extends Words {
  readonly kind: 'object'
  readonly members: readonly Member[]
  /** Further members while a condition holds. */
  readonly conditions: readonly Condition[]
}

export interface Member {
  readonly name: string
  readonly isRequired: boolean
  readonly field: Field
}

/** `members` hold while every named member has one of the values. */
export interface Condition {
  readonly when: Readonly<Record<string, readonly unknown[]>>
  readonly members: readonly Member[]
  readonly otherwise: readonly Member[]
}

/** One of several forms; which one is told by the value. */
export interface EitherField extends Words {
  readonly kind: 'either'
  readonly fields: readonly Field[]
}

type Schema = Readonly<Record<string, unknown>>

const always = ['title', 'description', 'default', 'examples', 'type']
const keywords = {
  text: ['format', 'minLength', 'maxLength', 'pattern', 'x-choices'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  list: ['items', 'minItems', 'maxItems', 'uniqueItems', 'x-choices'],
  object: ['properties', 'required', 'additionalProperties', 'if', 'then', 'else'],
} as const

const formats = ['uri', 'date-time', 'media-id', 'password'] as const

/**
 * Reads the field of a JSON Schema. A schema with a keyword that no part of the form heeds becomes a field of plain JSON, so
 * that nothing of it is lost.
 */
export function readField(schema: unknown): Field {
  if (!isSchema(schema)) return { kind: 'json', title: null, hint: null, initial: undefined, example: null }
  return readChoice(schema) ?? readEither(schema) ?? readTyped(schema) ?? { kind: 'json', ...wordsOf(schema) }
}

/** Reads the form of an object; any other schema has none. */
export function readForm(schema: unknown): ObjectField | null {
  const field = readField(schema)
  return field.kind === 'object' ? field : null
}

function readTyped(schema: Schema): Field | null {
  const words = wordsOf(schema)
  switch (schema.type) {
    case 'string':
      return isKnown(schema, keywords.text) ? readText(schema, words) : null
    case 'number':
    case 'integer':
      return isKnown(schema, keywords.number) ? readNumber(schema, words) : null
    case 'boolean':
      return isKnown(schema, keywords.boolean) ? { kind: 'boolean', ...words } : null
    case 'array':
      if (!isKnown(schema, keywords.list) || !isSchema(schema.items)) return null
      return {
        kind: 'list',
        ...words,
        items: readField(schema.items),
        most: numberOf(schema.maxItems),
        isAsked: schema['x-choices'] === true,
      }
    case 'object':
      return isKnown(schema, keywords.object) ? readObject(schema, words) : null
    default:
      return null
  }
}

function readText(schema: Schema, words: Words): TextField {
  return {
    kind: 'text',
    ...words,
    format: formats.find((each) => each === schema.format) ?? null,
    most: numberOf(schema.maxLength),
    isAsked: schema['x-choices'] === true,
  }
}

function readNumber(schema: Schema, words: Words): NumberField {
  return {
    kind: 'number',
    ...words,
    isWhole: schema.type === 'integer',
    least: numberOf(schema.minimum),
    most: numberOf(schema.maximum),
  }
}

/** Null where members of any name are allowed: a form can name none of them. */
function readObject(schema: Schema, words: Words): ObjectField | null {
  if (!isSchema(schema.properties) || isSchema(schema.additionalProperties)) return null
  const condition = schema.if === undefined ? [] : readCondition(schema)
  if (condition === null) return null
  return { kind: 'object', ...words, members: readMembers(schema), conditions: condition }
}

function readMembers({ properties, required }: Schema): Member[] {
  const needed = Array.isArray(required) ? required : []
  return Object.entries(isSchema(properties) ? properties : {}).map(([name, each]) => ({
    name,
    isRequired: needed.includes(name),
    field: readField(each),
  }))
}

/** Null for a condition of another shape than `{properties: {name: {const | enum}}}`. */
function readCondition(schema: Schema): Condition[] | null {
  const { if: asked } = schema
  if (!isSchema(asked) || !isSchema(asked.properties)) return null
  if (!Object.keys(asked).every((each) => ['properties', 'required'].includes(each))) return null
  const when = Object.entries(asked.properties).map(([name, each]) => [name, valuesOf(each)] as const)
  if (when.some(([, values]) => values.length === 0)) return null
  const base = isSchema(schema.properties) ? schema.properties : {}
  const membersOf = (part: unknown) => (isSchema(part) ? readMembers(withBase(part, base)) : [])
  return [
    { when: Object.fromEntries(when), members: membersOf(schema.then), otherwise: membersOf(schema.else) },
  ]
}

/** A condition may only require a member that is described outside of it. */
function withBase(part: Schema, base: Schema): Schema {
  const required = (Array.isArray(part.required) ? part.required : []).map(String)
  const described = Object.fromEntries(
    required.flatMap((name) => (base[name] === undefined ? [] : [[name, base[name]]])),
  )
  return { ...part, properties: { ...described, ...(isSchema(part.properties) ? part.properties : {}) } }
}

function readChoice(schema: Schema): ChoiceField | null {
  const { enum: values, anyOf, oneOf } = schema
  if (Array.isArray(values)) {
    if (!isKnown(schema, ['enum']) || !values.every(isPlain)) return null
    return { kind: 'choice', ...wordsOf(schema), choices: values.map((value) => choiceOf({ const: value })) }
  }
  const options = listOf(anyOf ?? oneOf).filter(({ type }) => type !== 'null')
  const isChoice = options.length > 0 && options.every((each) => isPlain(each.const))
  if (!isChoice || !isKnown(schema, ['anyOf', 'oneOf'])) return null
  return { kind: 'choice', ...wordsOf(schema), choices: options.map(choiceOf) }
}

function choiceOf({ const: value, title }: Schema): Choice {
  const plain = isPlain(value) ? value : ''
  return { value: plain, label: typeof title === 'string' ? title : humanize(String(plain)) }
}

/** A value that may be null is a field that may be left out. */
function readEither(schema: Schema): Field | null {
  const options = listOf(schema.anyOf ?? schema.oneOf)
  if (options.length === 0 || !isKnown(schema, ['anyOf', 'oneOf'])) return null
  const fields = options.filter(({ type }) => type !== 'null').map(readField)
  const words = wordsOf(schema)
  const [only, ...others] = fields
  if (only === undefined) return null
  if (others.length > 0) return { kind: 'either', ...words, fields }
  return { ...only, ...words, title: words.title ?? only.title, hint: words.hint ?? only.hint }
}

function isKnown(schema: Schema, further: readonly string[]): boolean {
  return Object.keys(schema).every((each) => always.includes(each) || further.includes(each))
}

function wordsOf({ title, description, default: initial, examples }: Schema): Words {
  const example = Array.isArray(examples) ? examples[0] : undefined
  return {
    title: typeof title === 'string' ? title : null,
    hint: typeof description === 'string' ? description : null,
    initial,
    example: isPlain(example) ? String(example) : null,
  }
}

function valuesOf(schema: unknown): readonly unknown[] {
  if (!isSchema(schema)) return []
  if (Array.isArray(schema.enum)) return schema.enum
  return 'const' in schema ? [schema.const] : []
}

function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** `First comment` for `first_comment`, `Mentioned users` for `mentionedUsers`, `Manual` for `MANUAL`. */
export function humanize(name: string): string {
  const isShouted = name === name.toUpperCase()
  const words = (isShouted ? name.toLowerCase() : name)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
