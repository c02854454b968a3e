import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptions } from '../../../../../scripts/test-needs.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'

// An extract of the description that Neynar publishes of its API; a checkout alone does not have it.
const file = join(descriptions, 'neynar-publishing.subset.openapi.json')

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

  /** Whether the extract has such a call at all. */
  has({ method, url }: Pick<Asked, 'method' | 'url'>): boolean {
    return this.#find(method, url.pathname) !== null
  }

  /** The faults of a call; empty where it is as described. */
  faultsOf({ method, url, headers, body }: Asked): string[] {
    const operation = this.#find(method, url.pathname)
    if (!operation) return [`There is no ${method} ${url.pathname}.`]
    const faults = [
      ...this.#queryFaults(operation, url.searchParams),
      ...(textOf(headers['x-api-key']) === null ? ['The key is missing.'] : []),
    ]
    const contents = asObject(asObject(operation.requestBody)?.content)
    if (body.length === 0) return contents ? [...faults, 'The content is missing.'] : faults
    const type = (headers['content-type'] ?? '').split(';')[0] ?? ''
    const content = asObject(contents?.[type])
    if (!content) return [...faults, `${type} is not taken.`]
    return [...faults, ...this.#faults(JSON.parse(body.toString()), asObject(content.schema) ?? {}, '')]
  }

  /** The faults of an answer to such a call; empty where it is as described. */
  faultsOfAnswer({ method, url }: Pick<Asked, 'method' | 'url'>, status: number, json: Json): string[] {
    const described = asObject(asObject(this.#find(method, url.pathname)?.responses)?.[String(status)])
    if (!described) return [`There is no answer ${status}.`]
    const schema = asObject(asObject(asObject(described.content)?.['application/json'])?.schema)
    return this.#faults(json, schema ?? {}, '')
  }

  #find(method: string, pathname: string): JsonObject | null {
    return asObject(asObject(asObject(this.#whole.paths)?.[pathname])?.[method.toLowerCase()])
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

  #faults(value: Json, given: JsonObject, at: string): string[] {
    const schema = this.#resolve(given)
    if (value === null && schema.nullable === true) return []
    const kinds = schema.anyOf ?? schema.oneOf
    if (isArray(kinds)) {
      const faults = kinds.map((kind) => this.#faults(value, asObject(kind) ?? {}, at))
      return faults.some((found) => found.length === 0) ? [] : [`${at} is of none of its kinds.`]
    }
    if (isArray(schema.allOf))
      return schema.allOf.flatMap((part) => this.#faults(value, asObject(part) ?? {}, at))
    switch (schema.type ?? 'object') {
      case 'object':
        return this.#memberFaults(asObject(value), schema, at)
      case 'array': {
        if (!isArray(value)) return [`${at} is no list.`]
        const { maxItems = Number.POSITIVE_INFINITY } = schema
        return [
          ...(value.length > Number(maxItems) ? [`${at} has ${value.length} members.`] : []),
          ...value.flatMap((each, index) =>
            this.#faults(each, asObject(schema.items) ?? {}, `${at}/${index}`),
          ),
        ]
      }
      default:
        return plainFaults(value, schema, at)
    }
  }

  /** A member that is not described is a fault, also where the description would let anything in. */
  #memberFaults(object: JsonObject | null, schema: JsonObject, at: string): string[] {
    if (!object) return [`${at} is no object.`]
    const known = asObject(schema.properties) ?? {}
    const required = isArray(schema.required) ? schema.required : []
    const missing = required.filter((name) => !Object.hasOwn(object, String(name)))
    const faults = Object.entries(object).flatMap(([name, value]) => {
      const own = Object.hasOwn(known, name) ? asObject(known[name]) : null
      return own ? this.#faults(value, own, `${at}/${name}`) : [`${at}/${name} is not known.`]
    })
    return [...missing.map((name) => `${at}/${String(name)} is missing.`), ...faults]
  }
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
  const { pattern, format } = schema
  if (format === 'date-time' && Number.isNaN(Date.parse(value))) return [`${at} is no time.`]
  return typeof pattern === 'string' && !new RegExp(pattern).test(value) ? [`${at} is of no such form.`] : []
}
