import { existsSync, readFileSync } from 'node:fs'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeCall } from './fake-server.ts'

/**
 * A description that Google publishes of one of its APIs, by its file; null where it is not there: a checkout alone
 * does not have it.
 */
export function readGoogleDescription(file: string): GoogleDescription | null {
  return existsSync(file) ? new GoogleDescription(JSON.parse(readFileSync(file, 'utf8'))) : null
}

interface Method {
  readonly method: JsonObject
  /** Whether it came by the address for uploads, whose own parameters the description does not list. */
  readonly isUpload: boolean
}

/** Holds calls and answers against a description: paths, parameters, and contents down to the last member. */
export class GoogleDescription {
  readonly #schemas: JsonObject
  readonly #methods: readonly JsonObject[]

  constructor(document: Json) {
    const whole = asObject(document) ?? {}
    this.#schemas = asObject(whole.schemas) ?? {}
    this.#methods = methodsIn(whole)
  }

  /** The faults of a call; empty where it is as described. */
  faultsOf({ method, url, headers, body }: FakeCall): string[] {
    const found = this.#find(method, url.pathname)
    if (!found) return [`There is no ${method} ${url.pathname}.`]
    const reference = asObject(found.method.request)?.$ref
    const isJson = /^application\/json\b/.test(headers['content-type'] ?? '')
    const content = isJson
      ? this.#contentFaults(body.toString(), textOf(reference))
      : mediaFaults(found, headers)
    return [...queryFaults(found, url.searchParams), ...content]
  }

  /** Whether there is such a call. */
  has({ method, url }: Pick<FakeCall, 'method' | 'url'>): boolean {
    return this.#find(method, url.pathname) !== null
  }

  /** The faults of a good answer to such a call; empty where it is as described. */
  faultsOfAnswer({ method, url }: Pick<FakeCall, 'method' | 'url'>, json: Json): string[] {
    const response = asObject(this.#find(method, url.pathname)?.method.response)
    return response ? this.#faults(json, response, '', true) : ['There is no such answer.']
  }

  /** The scopes of which a caller must have one. */
  scopesOf({ method, url }: FakeCall): readonly Json[] {
    const scopes = this.#find(method, url.pathname)?.method.scopes
    return isArray(scopes) ? scopes : []
  }

  #find(verb: string, path: string): Method | null {
    const plain = this.#methods.find(
      (one) => one.httpMethod === verb && isLike(path, `/${textOf(one.flatPath)}`),
    )
    if (plain) return { method: plain, isUpload: false }
    // An upload that was begun is gone on with by PUT, at the same address.
    const begun = verb === 'PUT' ? 'POST' : verb
    const upload = this.#methods.find((one) => one.httpMethod === begun && uploadPathsOf(one).includes(path))
    return upload ? { method: upload, isUpload: true } : null
  }

  #contentFaults(text: string, ref: string | null): string[] {
    if (ref === null) return ['It takes no content.']
    return this.#faults(JSON.parse(text), { $ref: ref }, '')
  }

  #faults(value: Json, given: JsonObject, at: string, isAnswer = false): string[] {
    const ref = textOf(given.$ref)
    const schema = ref === null ? given : (asObject(this.#schemas[ref]) ?? {})
    switch (schema.type) {
      case 'object':
        return this.#memberFaults(asObject(value), schema, at, isAnswer)
      case 'array':
        if (!isArray(value)) return [`${at} is no list.`]
        return value.flatMap((each, index) =>
          this.#faults(each, asObject(schema.items) ?? {}, `${at}/${index}`, isAnswer),
        )
      default:
        return plainFaults(value, schema, at)
    }
  }

  #memberFaults(object: JsonObject | null, schema: JsonObject, at: string, isAnswer: boolean): string[] {
    if (!object) return [`${at} is no object.`]
    const known = asObject(schema.properties) ?? {}
    return Object.entries(object).flatMap(([name, value]) => {
      const own = Object.hasOwn(known, name) ? asObject(known[name]) : null
      if (!own) return [`${at}/${name} is not known.`]
      if (!isAnswer && isOutput(own)) return [`${at}/${name} is not ours to set.`]
      return this.#faults(value, own, `${at}/${name}`, isAnswer)
    })
  }
}

/** Older descriptions say it in words alone. */
function isOutput({ readOnly, description }: JsonObject): boolean {
  return readOnly === true || /^Output only\b/.test(textOf(description) ?? '')
}

function isLike(path: string, pattern: string): boolean {
  const [parts, expected] = [path.split('/'), pattern.split('/')]
  return (
    parts.length === expected.length &&
    parts.every((part, index) => part === expected[index] || /^\{\w+\}$/.test(expected[index] ?? ''))
  )
}

function methodsIn(whole: JsonObject): JsonObject[] {
  const own = Object.values(asObject(whole.methods) ?? {}).map(asObject)
  const inner = Object.values(asObject(whole.resources) ?? {}).map(asObject)
  return [...own, ...inner.flatMap((one) => (one ? methodsIn(one) : []))].filter((one) => one !== null)
}

function uploadPathsOf({ mediaUpload }: JsonObject): Json[] {
  const protocols = Object.values(asObject(asObject(mediaUpload)?.protocols) ?? {})
  return protocols.map((protocol) => asObject(protocol)?.path ?? null)
}

function queryFaults({ method, isUpload }: Method, query: URLSearchParams): string[] {
  const described = Object.entries(asObject(method.parameters) ?? {})
  const known = Object.fromEntries(described.filter(([, one]) => asObject(one)?.location !== 'path'))
  const ofUploads = isUpload ? ['uploadType', 'upload_id'] : []
  const isContinued = query.has('upload_id')
  const unknown = [...query.keys()].filter((name) => !Object.hasOwn(known, name) && !ofUploads.includes(name))
  const faults = Object.entries(known).flatMap(([name, one]) => {
    const schema = asObject(one) ?? {}
    const given = query.getAll(name)
    if (given.length === 0) return schema.required === true && !isContinued ? [`${name} is missing.`] : []
    if (given.length > 1 && schema.repeated !== true) return [`${name} comes twice.`]
    return given.flatMap((text) => plainFaults(readText(text, schema), schema, name))
  })
  return [...unknown.map((name) => `${name} is no parameter.`), ...faults]
}

function readText(text: string, { type }: JsonObject): Json {
  if (type === 'integer') return Number(text)
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

function plainFaults(value: Json, schema: JsonObject, at: string): string[] {
  const type = schema.type === 'integer' || schema.type === 'number' ? 'number' : schema.type
  if (typeof value !== type) return [`${at} is no ${String(schema.type)}.`]
  if (isArray(schema.enum) && !schema.enum.includes(value)) return [`${at} is none of its values.`]
  const [least, most] = [Number(schema.minimum ?? -Infinity), Number(schema.maximum ?? Infinity)]
  return typeof value === 'number' && (value < least || value > most) ? [`${at} is out of its bounds.`] : []
}

/** The type and the size of a file, or of one that is announced. */
function mediaFaults({ method, isUpload }: Method, headers: FakeCall['headers']): string[] {
  const type = headers['content-type']
  if (type === undefined) return []
  if (!isUpload) return ['It takes no file.']
  const { accept, maxSize } = asObject(method.mediaUpload) ?? {}
  const accepted = isArray(accept) ? accept : []
  const isTaken = accepted.includes(type) || accepted.includes(`${type.split('/')[0]}/*`)
  const size = Number(headers['content-length'])
  return [
    ...(isTaken ? [] : [`${type} is not taken.`]),
    ...(size <= Number(maxSize) ? [] : ['It is too large.']),
  ]
}
