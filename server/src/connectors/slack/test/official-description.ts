import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptions } from '../../../../../scripts/test-needs.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'

// Slack's own description of its methods, of 2021; a checkout alone does not have it.
const file = join(descriptions, 'slack-web-openapi-v2-2021.json')

/** The description of the methods; null where it is not there. */
export function readDescription(): Description | null {
  return existsSync(file) ? new Description(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** A call as it was made, with its arguments. */
export interface Asked {
  readonly method: string
  readonly verb: string
  readonly type: string | null
  readonly given: JsonObject
}

/** The arguments and members that Slack's documentation has had since, by the method. */
export interface Since {
  readonly arguments: Readonly<Record<string, readonly string[]>>
  readonly members: readonly string[]
}

/** Holds calls and answers against the description. */
class Description {
  readonly #document: JsonObject

  constructor(document: Json) {
    this.#document = asObject(document) ?? {}
  }

  has(method: string): boolean {
    return this.#methodOf(method) !== null
  }

  /** The faults of a call; empty where it is as described. */
  faultsOf({ method, verb, type, given }: Asked, since: Since): string[] {
    const described = this.#methodOf(method)
    if (!described) return [`There is no ${method}.`]
    const content = type?.split(';')[0] ?? null
    const types = isArray(described.consumes) ? described.consumes.map(String) : []
    const isTaken = content === null ? verb === 'GET' : types.includes(content)
    const newer = since.arguments[method] ?? []
    const known = (isArray(described.parameters) ? described.parameters : []).map(asObject)
    const missing = known.filter((one) => one?.required === true && one.name !== 'token')
    return [
      ...(isTaken ? [] : [`${method} takes no ${content ?? verb}.`]),
      ...missing.flatMap((one) => (String(one?.name) in given ? [] : [`/${String(one?.name)} is missing.`])),
      ...Object.entries(given).flatMap(([name, value]) => {
        if (newer.includes(name)) return []
        const parameter = known.find((one) => one?.name === name)
        if (!parameter) return [`/${name} is not known.`]
        return fitsType(value, textOf(parameter.type), content === null)
          ? []
          : [`/${name} is of another type.`]
      }),
    ]
  }

  /** The faults of a successful answer; empty where it is as described. */
  faultsOfAnswer(method: string, answer: Json, since: Since): string[] {
    const responses = asObject(this.#methodOf(method)?.responses)
    const schema = asObject(asObject(responses?.['200'])?.schema)
    return schema ? this.#faults(answer, schema, '', since) : [`There is no ${method}.`]
  }

  /** The errors that the description names for a method. */
  errorsOf(method: string): string[] {
    const responses = asObject(this.#methodOf(method)?.responses)
    const schema = asObject(asObject(responses?.default)?.schema)
    const { enum: errors } = asObject(asObject(schema?.properties)?.error) ?? {}
    return isArray(errors) ? errors.map(String) : []
  }

  #methodOf(method: string): JsonObject | null {
    const path = asObject(asObject(this.#document.paths)?.[`/${method}`])
    return asObject(path?.get) ?? asObject(path?.post)
  }

  #faults(value: Json, schema: JsonObject, at: string, since: Since): string[] {
    const { $ref: ref, items } = schema
    if (typeof ref === 'string') {
      const named = asObject(asObject(this.#document.definitions)?.[ref.replace('#/definitions/', '')])
      return named ? this.#faults(value, named, at, since) : [`${at} is of a type that is not described.`]
    }
    // A list of schemas means any of them.
    if (isArray(items)) {
      const all = (isArray(value) ? value : [value]).map((one) =>
        items.map((each) => this.#faults(one, asObject(each) ?? {}, at, since)),
      )
      return all.flatMap((found) => (found.some((faults) => faults.length === 0) ? [] : (found[0] ?? [])))
    }
    if (schema.type === 'array' || items !== undefined) {
      if (!isArray(value)) return [`${at} is no list.`]
      return value.flatMap((one, index) => this.#faults(one, asObject(items) ?? {}, `${at}/${index}`, since))
    }
    if (asObject(schema.properties)) return this.#objectFaults(value, schema, at, since)
    return plainFaults(value, schema, at)
  }

  #objectFaults(value: Json, schema: JsonObject, at: string, since: Since): string[] {
    const object = asObject(value)
    if (!object) return [`${at} is no object.`]
    const properties = asObject(schema.properties) ?? {}
    const required = isArray(schema.required) ? schema.required.map(String) : []
    return [
      ...required.flatMap((name) => (name in object ? [] : [`${at}/${name} is missing.`])),
      ...Object.entries(object).flatMap(([name, member]) => {
        const described = asObject(properties[name])
        if (described) return this.#faults(member, described, `${at}/${name}`, since)
        const isOpen = schema.additionalProperties !== false || since.members.includes(name)
        return isOpen ? [] : [`${at}/${name} is not known.`]
      }),
    ]
  }
}

function plainFaults(value: Json, { type, pattern, enum: values }: JsonObject, at: string): string[] {
  if (isArray(values) && !values.includes(value)) return [`${at} is none of its values.`]
  if (typeof pattern === 'string' && !(typeof value === 'string' && new RegExp(pattern).test(value)))
    return [`${at} does not have its form.`]
  return fitsType(value, textOf(type), false) ? [] : [`${at} is no ${textOf(type)}.`]
}

/** Whether a value is of a type. In an address everything is a text. */
function fitsType(value: Json, type: string | null, isAddress: boolean): boolean {
  if (isAddress && typeof value === 'string') {
    if (type === 'boolean') return /^(true|false)$/.test(value)
    return type === 'integer' || type === 'number' ? value !== '' && !Number.isNaN(Number(value)) : true
  }
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      // A time is called a number there, and sent as a text so that it keeps its digits.
      return typeof value === 'number' || (typeof value === 'string' && /^\d+\.\d{6}$/.test(value))
    case 'boolean':
    case 'string':
      return typeof value === type
    case 'null':
      return value === null
    default:
      return true
  }
}
