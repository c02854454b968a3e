import type { TObject, TSchema } from 'typebox'
import { IsBoolean, IsInteger, IsLiteral, IsNumber, IsUnion } from 'typebox'
import type { Json, JsonObject } from '../lib/json/json.ts'
import { type CommandInput, type Option, UsageError } from './cli/command.ts'

/** Turns the fields of a platform's form into command options: `app_password` becomes `--app-password`. */
export function optionsOf(fields: TObject): Record<string, Option> {
  const needed = new Set(fields.required ?? [])
  const options = Object.entries(fields.properties).map(([name, schema]): [string, Option] => {
    const { description = '', format, default: usual } = readNotes(schema)
    const choices = choicesOf(schema)
    const parts = [
      description,
      choices && `One of ${choices.join(', ')}.`,
      usual && `The default is ${usual}.`,
    ]
    return [
      optionName(name),
      {
        value: IsBoolean(schema) ? null : valueName(name),
        about: parts.filter(Boolean).join(' '),
        isRequired: needed.has(name) && usual === undefined,
        isSecret: format === 'password',
      },
    ]
  })
  return Object.fromEntries(options)
}

/** Reads the form's fields from the command line. The platform checks them later. @throws UsageError */
export function readFields(fields: TObject, input: Pick<CommandInput, 'text' | 'flag'>): JsonObject {
  const entries = Object.entries(fields.properties).flatMap(([name, schema]): [string, Json][] => {
    const option = optionName(name)
    if (IsBoolean(schema)) return input.flag(option) ? [[name, true]] : []
    const text = input.text(option) ?? readNotes(schema).default ?? null
    return text === null ? [] : [[name, readValue(option, schema, text)]]
  })
  return Object.fromEntries(entries)
}

interface Notes {
  description?: string
  format?: string
  default?: string
}

function readNotes(schema: TSchema): Notes {
  return schema as Notes
}

function choicesOf(schema: TSchema): string[] | null {
  if (!IsUnion(schema)) return null
  const literals = schema.anyOf.filter((choice) => IsLiteral(choice))
  return literals.length === schema.anyOf.length ? literals.map(({ const: value }) => String(value)) : null
}

function readValue(option: string, schema: TSchema, text: string): string | number {
  const choices = choicesOf(schema)
  if (choices && !choices.includes(text))
    throw new UsageError(`--${option} takes one of ${choices.join(', ')}, not "${text}".`)
  if (!IsInteger(schema) && !IsNumber(schema)) return text
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value))
    throw new UsageError(`--${option} is "${text}"; it must be a number.`)
  return value
}

function optionName(field: string): string {
  return field.replaceAll('_', '-')
}

function valueName(field: string): string {
  return field.toUpperCase()
}
