import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptions } from '../../../../../scripts/test-needs.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'

// The schema that VK publishes of its API (github.com/VKCOM/vk-api-schema); a checkout alone does not have it.
const read = (name: string): Json => JSON.parse(readFileSync(join(descriptions, `vk-${name}.json`), 'utf8'))

/** The official schema of the API; null where it is not there. */
export function readDescription(): Description | null {
  return existsSync(join(descriptions, 'vk-errors.json')) ? new Description() : null
}

/** Holds calls against the schema: the methods of walls, photos and videos, with their parameters and tokens. */
class Description {
  readonly #methods = new Map<string, JsonObject>()
  readonly #errors: readonly JsonObject[]
  readonly #answers: JsonObject

  constructor() {
    for (const room of ['wall', 'photos', 'video']) {
      const { methods } = asObject(read(`${room}.methods`)) ?? {}
      for (const method of objectsIn(methods)) this.#methods.set(textOf(method.name) ?? '', method)
    }
    this.#errors = objectsIn(Object.values(asObject(asObject(read('errors'))?.errors) ?? {}))
    this.#answers = asObject(asObject(read('wall.responses'))?.definitions) ?? {}
  }

  /** Whether it describes such methods at all: those of users, communities and documents are in other files. */
  describes(name: string): boolean {
    return /^(?:wall|photos|video)\./.test(name)
  }

  /** The faults of a call; empty where it is as described. */
  faultsOf(name: string, form: URLSearchParams): string[] {
    const method = this.#methods.get(name)
    if (!method) return [`There is no ${name}.`]
    const described = objectsIn(method.parameters)
    const missing = described.filter((one) => one.required === true && !form.has(textOf(one.name) ?? ''))
    const faults = [...form].flatMap(([key, value]) => {
      // Each call has its version.
      if (key === 'v') return []
      const parameter = described.find((one) => one.name === key)
      return parameter ? valueFaults(key, value, parameter) : [`${key} is no parameter.`]
    })
    return [...missing.map((one) => `${String(one.name)} is missing.`), ...faults]
  }

  /** The kinds of token that may call it. */
  tokensOf(name: string): readonly Json[] {
    const tokens = this.#methods.get(name)?.access_token_type
    return isArray(tokens) ? tokens : []
  }

  /** The faults of what VK responds, in the members that the schema of the answer names as required. */
  faultsOfResponse(name: string, response: Json): string[] {
    const definition = asObject(this.#answers[`${name.replace('.', '_')}_response`])
    const described = asObject(asObject(asObject(definition?.properties)?.response)?.properties) ?? {}
    const given = asObject(response) ?? {}
    return Object.entries(described).flatMap(([key, schema]) => {
      const { required, type } = asObject(schema) ?? {}
      if (given[key] === undefined) return required === true ? [`${key} is missing.`] : []
      return isOfType(given[key], type) ? [] : [`${key} is no ${String(type)}.`]
    })
  }

  /** Whether there is an error of this code. */
  hasError(code: number): boolean {
    return this.#errors.some((one) => one.code === code)
  }
}

function valueFaults(key: string, value: string, { type, minimum, enum: values }: JsonObject): string[] {
  if (type === 'integer' && !/^-?\d+$/.test(value)) return [`${key} is no integer.`]
  if (type === 'integer' && minimum !== undefined && Number(value) < Number(minimum))
    return [`${key} is too small.`]
  if (type === 'boolean' && !/^[01]$/.test(value)) return [`${key} is no boolean.`]
  return isArray(values) && !values.includes(value) ? [`${key} is none of its values.`] : []
}

function isOfType(value: Json | undefined, type: Json | undefined): boolean {
  if (type === 'array') return isArray(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function objectsIn(json: Json | undefined): JsonObject[] {
  return isArray(json) ? json.map(asObject).filter((each) => each !== null) : []
}
