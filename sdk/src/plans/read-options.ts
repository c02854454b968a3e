import type { Platform, SocialAccount } from '../generated/models.ts'
import { findAccount } from './find-accounts.ts'
import { PlanError } from './plan-error.ts'

/** The options of a post, as the API takes them. */
export interface Configurations {
  readonly platforms: Record<string, Record<string, unknown>>
  /** By account id. */
  readonly accounts: Record<string, Record<string, unknown>>
  /** The option as it was written, `WHERE.NAME`, for each JSON pointer. */
  readonly causes: Map<string, string>
}

/** An option as a person writes it: of a platform or of an account, with its value in words. */
export interface WrittenOption {
  readonly where: string
  readonly name: string
  readonly value: string
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

/** Reads options. The platform says whether a value is a text, a number, a yes or no, or JSON. @throws PlanError */
export function readOptions(
  given: readonly WrittenOption[],
  accounts: readonly SocialAccount[],
  platforms: readonly Platform[],
): Configurations {
  const read: Configurations = { platforms: {}, accounts: {}, causes: new Map() }
  for (const { where, name, value } of given) {
    const platform = platforms.find((one) => one.platform === where)
    const account = platform === undefined ? findAccount(where, accounts) : undefined
    const owner = platform ?? platforms.find((one) => one.platform === account?.platform)
    const known = { ...common, ...(owner?.options as Schema | undefined)?.properties }
    const schema = Object.hasOwn(known, name) ? known[name] : undefined
    if (schema === undefined) {
      const owned = { owner: owner?.name ?? where, known: Object.keys(known).join(', ') }
      throw new PlanError('unknown_option', { ...owned, option: name })
    }
    const [group, key, pointer] =
      account === undefined
        ? [read.platforms, where, `/platform_configurations/${where}/${name}`]
        : [read.accounts, account.id, `/account_configurations/${account.id}/${name}`]
    group[key] = { ...group[key], [name]: readValue(`${where}.${name}`, value, schema) }
    read.causes.set(pointer, `${where}.${name}`)
  }
  return read
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
  throw new PlanError('wrong_value', { option, types: [...types].join(' or '), value })
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

/**
 * Gives every platform of some accounts the same value of an option, such as `thread`. Answers the pointer of each.
 * @throws PlanError where posts of a platform have no such part; `name` is how the person wrote it
 */
export function setEverywhere(
  read: Configurations,
  option: { readonly member: string; readonly name: string; readonly value: unknown },
  targets: readonly SocialAccount[],
  known: readonly Platform[],
): string[] {
  const { member, name, value } = option
  const platforms = [...new Set(targets.map(({ platform }) => platform))]
  const lacking = platforms.filter(
    (one) =>
      !hasOption(
        known.find(({ platform }) => platform === one),
        member,
      ),
  )
  if (lacking.length > 0)
    throw new PlanError('no_such_part', { name, platforms: lacking.join(', '), option: member })
  return platforms.map((platform) => {
    read.platforms[platform] = { ...read.platforms[platform], [member]: value }
    return `/platform_configurations/${platform}/${member}`
  })
}

function hasOption(platform: Platform | undefined, name: string): boolean {
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
