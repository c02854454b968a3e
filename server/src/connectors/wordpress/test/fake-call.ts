import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { capabilitiesOf, type FakeUser, type FakeWorld, invalidParameter, refuse } from './fake-world.ts'

/** A call of the API, as the controllers get it. */
export interface RestCall {
  readonly world: FakeWorld
  readonly method: string
  /** Such as `/wp/v2/posts/12`. */
  readonly route: string
  readonly query: URLSearchParams
  readonly user: FakeUser | null
  readonly call: FakeCall
  /** The address of the site. */
  readonly site: string
}

/** Checks the name and the password. A wrong pair makes the caller a stranger, as on a real site. */
export function userOf(world: FakeWorld, { headers }: FakeCall): FakeUser | null {
  const given = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization ?? '')?.[1]
  if (given === undefined || !world.hasPasswords) return null
  const pair = Buffer.from(given, 'base64').toString()
  const name = pair.slice(0, pair.indexOf(':'))
  const password = pair.slice(pair.indexOf(':') + 1).replace(/[^a-z\d]/gi, '')
  const user = world.users.find(({ login, email }) => login === name || email === name)
  return user?.passwords.some((one) => one.password === password) ? user : null
}

export function may({ user, world }: RestCall, capability: string): boolean {
  return user !== null && capabilitiesOf(user, world)[capability] === true
}

/** 401 for a stranger and 403 for a user. Source: rest_authorization_required_code. */
export function forbidden({ user }: RestCall, code: string, message: string) {
  return refuse(user ? 403 : 401, code, message)
}

/** The fields of JSON. A lone half of a letter is no JSON to PHP. */
export function jsonOf({ call }: RestCall): JsonObject {
  const type = call.headers['content-type'] ?? ''
  if (call.body.length === 0 || !type.startsWith('application/json')) return {}
  const text = call.body.toString()
  const body = parse(text)
  if (body && !/\\ud[89a-f]/i.test(text.replace(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, '')))
    return body
  throw refuse(400, 'rest_invalid_json', 'Invalid JSON body passed.')
}

function parse(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text) as Json)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export function textField(fields: JsonObject, name: string): string | null {
  const value = fields[name]
  if (value === undefined) return null
  if (typeof value === 'string') return value.replaceAll('\0', '')
  throw invalidParameter(name, `${name} is not of type string.`)
}

export function oneOf<Value extends string>(
  fields: JsonObject,
  name: string,
  values: readonly Value[],
): Value | null {
  const value = fields[name]
  if (value === undefined) return null
  const found = values.find((each) => each === value)
  if (found !== undefined) return found
  throw invalidParameter(name, `${name} is not one of ${values.join(', ')}.`)
}

export function idField(fields: JsonObject, name: string): number | null {
  const value = fields[name]
  if (value === undefined) return null
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw invalidParameter(name, `${name} is not of type integer.`)
}

export function idsField(fields: JsonObject, name: string): number[] | null {
  const value = fields[name]
  if (value === undefined) return null
  if (isArray(value) && value.every((each) => Number.isSafeInteger(each))) return value.map(Number)
  throw invalidParameter(name, `${name}[0] is not of type integer.`)
}

export function flagField(fields: JsonObject, name: string): boolean | null {
  const value = fields[name]
  if (value === undefined) return null
  if (typeof value === 'boolean') return value
  throw invalidParameter(name, `${name} is not of type boolean.`)
}

/** A page of a list, with the number of all. */
export function listed({ query }: RestCall, all: readonly JsonObject[]): FakeAnswer {
  const perPage = Number(query.get('per_page') ?? '10')
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100)
    throw invalidParameter('per_page', 'per_page must be between 1 (inclusive) and 100 (inclusive)')
  const json = all.slice(0, perPage).map((each) => pick(query, each))
  const pages = Math.ceil(all.length / perPage)
  return {
    status: 200,
    json,
    headers: { 'x-wp-total': String(all.length), 'x-wp-totalpages': String(pages) },
  }
}

export function shown({ query }: RestCall, json: JsonObject, status = 200): FakeAnswer {
  return { status, json: pick(query, json) }
}

/** Source: rest_filter_response_fields. */
function pick(query: URLSearchParams, json: JsonObject): JsonObject {
  const fields = query.get('_fields')
  if (fields === null) return json
  const names = fields.split(',')
  return Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name)))
}
