import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptions } from '../../../../../scripts/test-needs.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'

// The description that Discord publishes of its API (github.com/discord/discord-api-spec); a checkout alone does not have it.
const file = join(descriptions, 'discord-openapi.json')

/** The description of the API; null where it is not there. */
export function readDescription(): Description | null {
  return existsSync(file) ? new Description(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Holds calls and answers against the description (OpenAPI 3.1, as far as this one goes). Members that it does not name are faults. */
class Description {
  readonly #document: JsonObject

  constructor(document: Json) {
    this.#document = asObject(document) ?? {}
  }

  /** The faults of the JSON of a call; its path is without the version. */
  faultsOfRequest(method: string, path: string, given: JsonObject): string[] {
    const operation = this.#operationOf(method, path)
    if (!operation) return [`There is no ${method} ${path}.`]
    const content = asObject(asObject(operation.requestBody)?.content)
    const schema = asObject(content?.['application/json'])?.schema
    if (schema === undefined) return Object.keys(given).map((name) => `/${name} is not known.`)
    return this.#faults(given, asObject(schema) ?? {}, '')
  }

  /** The faults of an answer of this status. */
  faultsOfAnswer(method: string, path: string, status: number, given: Json): string[] {
    const responses = asObject(this.#operationOf(method, path)?.responses) ?? {}
    const named = asObject(responses[String(status)] ?? responses[`${String(status)[0]}XX`])
    const response = named && this.#resolve(named)
    if (!response) return [`There is no answer ${status} to ${method} ${path}.`]
    const schema = asObject(asObject(asObject(response.content)?.['application/json'])?.schema)
    if (schema) return this.#faults(given, this.#resolve(schema), '')
    return given === null ? [] : ['There is no content.']
  }

  /** A schema by its name. */
  schema(name: string): JsonObject {
    return asObject(asObject(asObject(this.#document.components)?.schemas)?.[name]) ?? {}
  }

  #operationOf(method: string, path: string): JsonObject | null {
    const paths = asObject(this.#document.paths) ?? {}
    const fitting = Object.keys(paths).filter((pattern) => {
      return new RegExp(`^${pattern.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path)
    })
    // A path without places is more exact than one with them.
    const [best] = fitting.sort((one, other) => one.split('{').length - other.split('{').length)
    return best === undefined ? null : asObject(asObject(paths[best])?.[method.toLowerCase()])
  }

  /** A schema or an answer that stands elsewhere. */
  #resolve(given: JsonObject): JsonObject {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(textOf(given.$ref) ?? '') ?? []
    if (name === '') return given
    return asObject(asObject(asObject(this.#document.components)?.[kind])?.[name]) ?? {}
  }

  #faults(value: Json, given: JsonObject, at: string): string[] {
    const schema = this.#resolve(given)
    const either = schema.oneOf ?? schema.anyOf
    if (isArray(either)) {
      // A value that is there is not told that it might be left out.
      const kinds = value === null ? either : either.filter((one) => asObject(one)?.type !== 'null')
      const each = kinds.map((one) => this.#faults(value, asObject(one) ?? {}, at))
      return each.sort((one, other) => one.length - other.length)[0] ?? []
    }
    const types = isArray(schema.type)
      ? schema.type.map(String)
      : [textOf(schema.type)].filter((type) => type !== null)
    if (types.length > 0 && !types.some((type) => isOfType(value, type)))
      return [`${at} is no ${types.join(' or ')}.`]
    if (typeof value === 'string')
      return boundFaults([...value].length, schema.minLength, schema.maxLength, at)
    if (typeof value === 'number') return this.#numberFaults(value, schema, at)
    if (isArray(value)) {
      const items = asObject(schema.items) ?? {}
      return [
        ...boundFaults(value.length, schema.minItems, schema.maxItems, at),
        ...value.flatMap((item, index) => this.#faults(item, items, `${at}/${index}`)),
      ]
    }
    const object = asObject(value)
    return object ? this.#memberFaults(object, schema, at) : []
  }

  #numberFaults(value: number, schema: JsonObject, at: string): string[] {
    const isListed = !isArray(schema.enum) || schema.enum.includes(value)
    return [
      ...(isListed ? [] : [`${at} is none of those named.`]),
      ...boundFaults(value, schema.minimum, schema.maximum, at),
    ]
  }

  #memberFaults(object: JsonObject, schema: JsonObject, at: string): string[] {
    const all = isArray(schema.allOf)
      ? schema.allOf.map((one) => this.#resolve(asObject(one) ?? {}))
      : [schema]
    const known = Object.assign({}, ...all.map((one) => asObject(one.properties) ?? {})) as JsonObject
    if (Object.keys(known).length === 0) return []
    const required = all.flatMap((one) => (isArray(one.required) ? one.required.map(String) : []))
    const missing = required.filter((name) => !Object.hasOwn(object, name))
    return [
      ...missing.map((name) => `${at}/${name} is missing.`),
      ...Object.entries(object).flatMap(([name, member]) => {
        const described = asObject(known[name])
        return described ? this.#faults(member, described, `${at}/${name}`) : [`${at}/${name} is not known.`]
      }),
    ]
  }
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return isArray(value)
    case 'object':
      return asObject(value) !== null
    case 'integer':
      return Number.isSafeInteger(value)
    default:
      return typeof value === type
  }
}

function boundFaults(count: number, least: Json | undefined, most: Json | undefined, at: string): string[] {
  const isShort = typeof least === 'number' && count < least
  const isLong = typeof most === 'number' && count > most
  return isShort || isLong ? [`${at} is of ${count}.`] : []
}
