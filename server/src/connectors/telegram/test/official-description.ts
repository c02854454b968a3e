import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptions } from '../../../../../scripts/test-needs.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'

// A description of the Bot API that is read off its documentation; a checkout alone does not have it.
const file = join(descriptions, 'telegram-bot-api.min.json')

/** The description of the API; null where it is not there. */
export function readDescription(): Description | null {
  return existsSync(file) ? new Description(JSON.parse(readFileSync(file, 'utf8'))) : null
}

interface Field {
  readonly types: readonly string[]
  readonly isRequired: boolean
  readonly words: string
}

/** Holds calls and answers against the description: methods, fields, types, and the lengths that its words name. */
class Description {
  readonly #methods: JsonObject
  readonly #types: JsonObject

  constructor(document: Json) {
    this.#methods = asObject(asObject(document)?.methods) ?? {}
    this.#types = asObject(asObject(document)?.types) ?? {}
  }

  /** The faults of the fields of a call; empty where they are as described. */
  faultsOf(method: string, fields: JsonObject): string[] {
    const described = asObject(this.#methods[method])
    return described ? this.#memberFaults(fields, described, '') : [`There is no ${method}.`]
  }

  /** The faults of the result of a call; empty where it is as described. */
  faultsOfResult(method: string, result: Json): string[] {
    const { returns } = asObject(this.#methods[method]) ?? {}
    const types = isArray(returns) ? returns.map(String) : []
    return this.#faults(result, { types, isRequired: true, words: '' }, '')
  }

  /** The words about one field of a method or a type. */
  wordsOf(of: string, name: string): string {
    const described = asObject(this.#methods[of]) ?? asObject(this.#types[of]) ?? {}
    return fieldsOf(described).get(name)?.words ?? ''
  }

  #memberFaults(given: JsonObject, described: JsonObject, at: string): string[] {
    const known = fieldsOf(described)
    const missing = [...known].filter(([name, { isRequired }]) => isRequired && !Object.hasOwn(given, name))
    const faults = Object.entries(given).flatMap(([name, value]) => {
      const field = known.get(name)
      return field ? this.#faults(value, field, `${at}/${name}`) : [`${at}/${name} is not known.`]
    })
    return [...missing.map(([name]) => `${at}/${name} is missing.`), ...faults]
  }

  /** The faults by the kind of which there are fewest. */
  #faults(value: Json, field: Field, at: string): string[] {
    const each = field.types.map((type) => this.#faultsOfType(value, type, field, at))
    return each.sort((one, other) => one.length - other.length)[0] ?? [`${at} has no type.`]
  }

  #faultsOfType(value: Json, type: string, field: Field, at: string): string[] {
    const of = /^Array of (.+)$/.exec(type)?.[1]
    if (of !== undefined) {
      if (!isArray(value)) return [`${at} is no list.`]
      const item = { types: this.#itemsOf(of, field), isRequired: true, words: '' }
      const counted = outOf(value.length, /(\d+)-(\d+) (?:items|identifiers|answer options)/, field.words)
      const faults = value.flatMap((each, index) => this.#faults(each, item, `${at}/${index}`))
      return [...(counted ? [`${at} has ${value.length} members.`] : []), ...faults]
    }
    switch (type) {
      case 'Integer':
        return Number.isSafeInteger(value) ? [] : [`${at} is no Integer.`]
      case 'Boolean':
        return typeof value === 'boolean' ? [] : [`${at} is no Boolean.`]
      case 'InputFile':
        return [`${at} is no file.`]
      case 'String':
        if (typeof value !== 'string') return [`${at} is no String.`]
        return outOf([...value].length, /(\d+)-(\d+) characters/, field.words) ? [`${at} is too long.`] : []
      default:
        return this.#objectFaults(value, type, at)
    }
  }

  /** The members of a list may be of any of the kinds that its field names. */
  #itemsOf(of: string, { types }: Field): string[] {
    const kinds = types.map((type) => /^Array of (.+)$/.exec(type)?.[1]).filter((kind) => kind !== undefined)
    return kinds.includes(of) ? kinds : [of]
  }

  #objectFaults(value: Json, type: string, at: string): string[] {
    const described = asObject(this.#types[type])
    const object = asObject(value)
    if (!described || !object) return [`${at} is no ${type}.`]
    const subtypes = isArray(described.subtypes) ? described.subtypes.map(String) : []
    if (subtypes.length > 0) return this.#faults(value, { types: subtypes, isRequired: true, words: '' }, at)
    const kind = /must be "?(\w+)"?$/.exec(this.wordsOf(type, 'type'))?.[1]
    if (kind !== undefined && textOf(object.type) !== kind) return [`${at} is no ${type}.`, '', '']
    return this.#memberFaults(object, described, at)
  }
}

function fieldsOf({ fields }: JsonObject): Map<string, Field> {
  const listed = isArray(fields) ? fields.map(asObject) : []
  return new Map(
    listed.flatMap((field): [string, Field][] => {
      const name = textOf(field?.name)
      const types = isArray(field?.types) ? field.types.map(String) : []
      const words = textOf(field?.description) ?? ''
      return name === null ? [] : [[name, { types, isRequired: field?.required === true, words }]]
    }),
  )
}

function outOf(count: number, bounds: RegExp, words: string): boolean {
  const [, least, most] = bounds.exec(words) ?? []
  return least !== undefined && most !== undefined && (count < Number(least) || count > Number(most))
}
