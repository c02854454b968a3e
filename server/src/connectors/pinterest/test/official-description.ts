import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptions } from '../../../../../scripts/test-needs.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'

// The description that Pinterest publishes of its API; a checkout alone does not have it.
const file = join(descriptions, 'pinterest-api-v5.openapi.json')

/** The official description of the API; null where it is not there. */
export function readDescription(): Description | null {
  return existsSync(file) ? new Description(JSON.parse(readFileSync(file, 'utf8'))) : null
}

type Asked = Pick<FakeCall, 'method' | 'url' | 'headers' | 'body'>

/** Holds calls and answers against the description: paths, parameters, and contents down to the last member. */
class Description {
  readonly #whole: JsonObject

  constructor(document: Json) {
    this.#whole = asObject(document) ?? {}
  }

  /** The faults of a call; empty where it is as described. */
  faultsOf({ method, url, headers, body }: Asked): string[] {
    const operation = this.#find(method, url.pathname)
    if (!operation) return [`There is no ${method} ${url.pathname}.`]
    const faults = this.#queryFaults(operation, url.searchParams)
    const contents = asObject(asObject(operation.requestBody)?.content)
    if (body.length === 0) return contents ? [...faults, 'The content is missing.'] : faults
    const type = (headers['content-type'] ?? '').split(';')[0] ?? ''
    const content = asObject(contents?.[type])
    if (!content) return [...faults, `${type} is not taken.`]
    const value: Json = /json$/.test(type)
      ? JSON.parse(body.toString())
      : Object.fromEntries(new URLSearchParams(body.toString()))
    return [...faults, ...this.#faults(value, asObject(content.schema) ?? {}, '')]
  }

  /** The faults of an answer to such a call; empty where it is as described. */
  faultsOfAnswer({ method, url }: Pick<Asked, 'method' | 'url'>, status: number, json: Json): string[] {
    const answers = asObject(this.#find(method, url.pathname)?.responses)
    const described = asObject(answers?.[String(status)] ?? answers?.default)
    if (!described) return [`There is no answer ${status}.`]
    const schema = asObject(asObject(asObject(described.content)?.['application/json'])?.schema)
    if (!schema) return json === null ? [] : ['It has no content.']
    return this.#faults(json, schema, '', true)
  }

  /** The scopes that a caller must have, each. */
  scopesOf({ method, url }: Pick<Asked, 'method' | 'url'>): readonly Json[] {
    const security = this.#find(method, url.pathname)?.security
    const first = isArray(security) ? asObject(security[0]) : null
    return isArray(first?.pinterest_oauth2) ? first.pinterest_oauth2 : []
  }

  #find(method: string, pathname: string): JsonObject | null {
    const path = pathname.replace(/^\/v5/, '')
    const paths = Object.entries(asObject(this.#whole.paths) ?? {})
    const exact = paths.find(([pattern]) => pattern === path)
    const found = exact ?? paths.find(([pattern]) => isLike(path, pattern))
    return asObject(asObject(found?.[1])?.[method.toLowerCase()])
  }

  #queryFaults(operation: JsonObject, query: URLSearchParams): string[] {
    const given = isArray(operation.parameters) ? operation.parameters : []
    const known = given.map((one) => this.#resolve(asObject(one) ?? {})).filter((one) => one.in === 'query')
    const unknown = [...query.keys()].filter((name) => !known.some((one) => one.name === name))
    const faults = known.flatMap((parameter) => {
      const name = String(parameter.name)
      const text = query.get(name)
      if (text === null) return parameter.required === true ? [`${name} is missing.`] : []
      const schema = this.#resolve(asObject(parameter.schema) ?? {})
      return this.#faults(readText(text, schema), schema, name)
    })
    return [...unknown.map((name) => `${name} is no parameter.`), ...faults]
  }

  #resolve(given: JsonObject): JsonObject {
    const ref = textOf(given.$ref)
    if (ref === null) return given
    let found: Json = this.#whole
    for (const name of ref.slice(2).split('/')) found = asObject(found)?.[name] ?? null
    return this.#resolve(asObject(found) ?? {})
  }

  #faults(value: Json, given: JsonObject, at: string, isAnswer = false): string[] {
    const schema = this.#choose(value, this.#resolve(given))
    if (value === null && isNullable(schema)) return []
    // A list is described once without its type.
    const { type = 'items' in schema ? 'array' : 'object' } = this.#flat(schema)
    switch (type) {
      case 'object':
        return this.#memberFaults(asObject(value), schema, at, isAnswer)
      case 'array': {
        if (!isArray(value)) return [`${at} is no list.`]
        const items = asObject(this.#flat(schema).items) ?? {}
        const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = this.#flat(schema)
        const isFitting = value.length >= Number(minItems) && value.length <= Number(maxItems)
        return [
          ...(isFitting ? [] : [`${at} has ${value.length} members.`]),
          ...value.flatMap((each, index) => this.#faults(each, items, `${at}/${index}`, isAnswer)),
        ]
      }
      default:
        return plainFaults(value, this.#flat(schema), at)
    }
  }

  /** The one of several kinds that a value says it is. */
  #choose(value: Json, schema: JsonObject): JsonObject {
    const discriminator = asObject(schema.discriminator)
    const kind = asObject(value)?.[textOf(discriminator?.propertyName) ?? '']
    const ref = asObject(discriminator?.mapping)?.[textOf(kind) ?? '']
    return typeof ref === 'string' ? this.#resolve({ $ref: ref }) : schema
  }

  /** A schema and everything it is made of, as one. */
  #flat(schema: JsonObject): JsonObject {
    const parts = isArray(schema.allOf)
      ? schema.allOf.map((one) => this.#flat(this.#resolve(asObject(one) ?? {})))
      : []
    const merged: JsonObject = {}
    for (const part of [...parts, schema]) {
      const properties = { ...asObject(merged.properties), ...asObject(part.properties) }
      const required = [
        ...(isArray(merged.required) ? merged.required : []),
        ...(isArray(part.required) ? part.required : []),
      ]
      Object.assign(merged, part, { properties, required })
    }
    return merged
  }

  #memberFaults(object: JsonObject | null, schema: JsonObject, at: string, isAnswer: boolean): string[] {
    if (!object) return [`${at} is no object.`]
    const { properties, required, additionalProperties } = this.#flat(schema)
    const known = asObject(properties) ?? {}
    const isOpen = Object.keys(known).length === 0 || additionalProperties !== undefined
    const missing = (isArray(required) ? required : []).filter((name) => !Object.hasOwn(object, String(name)))
    const faults = Object.entries(object).flatMap(([name, value]) => {
      const own = Object.hasOwn(known, name) ? asObject(known[name]) : null
      if (!own) return isOpen ? [] : [`${at}/${name} is not known.`]
      if (own.readOnly === true && !isAnswer) return [`${at}/${name} is not ours to set.`]
      return this.#faults(value, own, `${at}/${name}`, isAnswer)
    })
    return [...missing.map((name) => `${at}/${String(name)} is missing.`), ...faults]
  }
}

function isLike(path: string, pattern: string): boolean {
  const [parts, expected] = [path.split('/'), pattern.split('/')]
  return (
    parts.length === expected.length &&
    parts.every((part, index) => part === expected[index] || expected[index]?.startsWith('{'))
  )
}

function isNullable(schema: JsonObject): boolean {
  return schema.nullable === true
}

function readText(text: string, { type }: JsonObject): Json {
  if (type === 'integer') return Number(text)
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

function plainFaults(value: Json, schema: JsonObject, at: string): string[] {
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const type = isNumber ? 'number' : String(schema.type)
  if (typeof value !== type) return [`${at} is no ${String(schema.type)}.`]
  if (isArray(schema.enum) && !schema.enum.includes(value)) return [`${at} is none of its values.`]
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema
    return value < Number(minimum) || value > Number(maximum) ? [`${at} is out of its bounds.`] : []
  }
  if (typeof value !== 'string') return []
  const { maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  if ([...value].length > Number(maxLength)) return [`${at} is too long.`]
  return typeof pattern === 'string' && !new RegExp(pattern).test(value) ? [`${at} is of no such form.`] : []
}
