import type { ParameterSchema } from './api-document.ts'

/** The type of a parameter, as its field shows it. */
export interface ParameterType {
  readonly kind: 'text' | 'number' | 'boolean' | 'choice'
  /** The type or the format in the words of the document, such as `uuid`. */
  readonly name: string
  /** Whether there may be several, with commas between. */
  readonly isList: boolean
  readonly choices: readonly string[]
  readonly minimum: number | null
  readonly maximum: number | null
  readonly preset: string | null
}

/** Reads from a schema how a parameter is typed. */
export function describeSchema(schema: ParameterSchema): ParameterType {
  const isList = schema.type === 'array'
  const one = isList ? (schema.items ?? {}) : schema
  const type = typeof one.type === 'string' ? one.type : 'string'
  const choices = (one.enum ?? []).map(String)
  return {
    kind: kindOf(type, choices),
    name: one.format ?? type,
    isList,
    choices,
    minimum: one.minimum ?? null,
    maximum: one.maximum ?? null,
    preset: schema.default === undefined ? null : String(schema.default),
  }
}

function kindOf(type: string, choices: readonly string[]): ParameterType['kind'] {
  if (choices.length > 0) return 'choice'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' ? 'boolean' : 'text'
}

/** The values of a field: those of a list stand with commas between. */
export function valuesOf(text: string, { isList }: ParameterType): readonly string[] {
  const values = isList ? text.split(',').map((each) => each.trim()) : [text.trim()]
  return values.filter((each) => each !== '')
}

/** The value as a program has it: a number, true or false, a text, or a list of them. */
export function typedValue(text: string, type: ParameterType): unknown {
  const values = valuesOf(text, type).map((value) => typed(value, type))
  return type.isList ? values : values[0]
}

function typed(value: string, { kind }: ParameterType): unknown {
  if (kind === 'number') return Number.isNaN(Number(value)) ? value : Number(value)
  if (kind === 'boolean') return value === 'true'
  return value
}
