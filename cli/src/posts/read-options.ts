import { readFileSync } from 'node:fs'
import type { Platform, SocialAccount } from '@crier/sdk'
import { UsageError } from '../command/refusals.ts'
import { findAccount } from './find-accounts.ts'

/** The options of a post, as the API takes them. */
export interface Configurations {
  readonly platforms: Record<string, Record<string, unknown>>
  /** By account id. */
  readonly accounts: Record<string, Record<string, unknown>>
  /** The option of the command line for each JSON pointer. */
  readonly causes: Map<string, string>
}

/** The part of a JSON Schema that says how a value is written. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

// Members that every configuration may have besides the options of its platform.
const common: Readonly<Record<string, Schema>> = {
  caption: { type: 'string' },
  scheduled_at: { type: 'string' },
  media: { type: 'array' },
}

/** Reads `--option WHERE.NAME=VALUE`. The platform says whether a value is a text, a number, a yes or no, or JSON. @throws UsageError */
export function readOptions(
  given: readonly string[],
  accounts: readonly SocialAccount[],
  platforms: readonly Platform[],
): Configurations {
  const read: Configurations = { platforms: {}, accounts: {}, causes: new Map() }
  for (const text of given) {
    const { where, name, value } = splitOption(text)
    const platform = platforms.find((one) => one.platform === where)
    const account = platform === undefined ? findAccount(where, accounts) : undefined
    const owner = platform ?? platforms.find((one) => one.platform === account?.platform)
    const known = { ...common, ...(owner?.options as Schema | undefined)?.properties }
    const schema = Object.hasOwn(known, name) ? known[name] : undefined
    if (schema === undefined)
      throw new UsageError(
        `${owner?.name ?? where} has no option "${name}". It has: ${Object.keys(known).join(', ')}.`,
      )
    const [group, key, pointer] =
      account === undefined
        ? [read.platforms, where, `/platform_configurations/${where}/${name}`]
        : [read.accounts, account.id, `/account_configurations/${account.id}/${name}`]
    group[key] = { ...group[key], [name]: readValue(text, contentOf(value), schema) }
    read.causes.set(pointer, `--option ${where}.${name}`)
  }
  return read
}

// Usernames have dots too, so the name stands behind the last one before the value.
function splitOption(text: string): { where: string; name: string; value: string } {
  const end = text.indexOf('=')
  const dot = text.lastIndexOf('.', end)
  if (end === -1 || dot < 1 || dot === end - 1)
    throw new UsageError(
      `--option is "${text}"; it must be WHERE.NAME=VALUE, with a platform or an account as WHERE.`,
    )
  return { where: text.slice(0, dot), name: text.slice(dot + 1, end), value: text.slice(end + 1) }
}

// A text may begin with a mention, so a file is named by a whole path or one from here.
function contentOf(value: string): string {
  if (!/^@(?:\/|\.\/|\.\.\/)/.test(value)) return value
  try {
    return readFileSync(value.slice(1), 'utf8')
  } catch (error) {
    throw new UsageError(
      `The file "${value.slice(1)}" of --option cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
}

function readValue(option: string, value: string, schema: Schema): unknown {
  const types = typesOf(schema)
  if (types.has('boolean') && /^(?:true|false)$/.test(value)) return value === 'true'
  if ((types.has('integer') || types.has('number')) && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value))
    return Number(value)
  if (types.has('null') && value === 'null') return null
  if (types.has('object') || types.has('array')) {
    const json = parseJson(value)
    if (json !== undefined) return json
    if (types.has('array')) return value.split(',').map((part) => part.trim())
  }
  if (types.has('string') || types.size === 0) return value
  throw new UsageError(`--option ${option.split('=')[0]} takes ${[...types].join(' or ')}, not "${value}".`)
}

function typesOf({ type, anyOf = [], enum: values = [], const: only }: Schema): Set<string> {
  const own = type === undefined ? [] : [type].flat()
  const constant = only === undefined ? [] : [typeof only]
  return new Set([
    ...own,
    ...constant,
    ...values.map((one) => typeof one),
    ...anyOf.flatMap((one) => [...typesOf(one)]),
  ])
}

function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether posts on a platform have an option, such as `thread`. */
export function hasOption(platform: Platform | undefined, name: string): boolean {
  return Object.hasOwn((platform?.options as Schema | undefined)?.properties ?? {}, name)
}

/** The options of a platform with the values that they take, for people. */
export function listOptions(platform: Platform): readonly (readonly [string, string])[] {
  const properties = (platform.options as Schema).properties ?? {}
  return Object.entries(properties).map(([name, schema]) => {
    const values = valuesOf(schema)
    const form = values.length > 0 ? values.join(', ') : [...typesOf(schema)].join(' or ') || 'any'
    return [name, `${form}${schema.description === undefined ? '' : `. ${schema.description}`}`] as const
  })
}

function valuesOf({ enum: values = [], const: only, anyOf = [] }: Schema): string[] {
  return [...values, ...(only === undefined ? [] : [only])].map(String).concat(anyOf.flatMap(valuesOf))
}
