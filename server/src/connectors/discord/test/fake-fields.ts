import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { badField, refuse } from './fake-world.ts'

/** The fields of a call, and the files that came with it by the numbers of their parts. */
export interface Given {
  readonly fields: JsonObject
  readonly files: ReadonlyMap<string, GivenFile>
}

export interface GivenFile {
  readonly bytes: Buffer
  readonly name: string
  readonly type: string
}

/** The most bytes of a request that makes a message: 25 MiB. */
const mostBytes = 26_214_400

/** Reads JSON, or a form with `payload_json` and `files[n]`. Source: docs.discord.com/developers/reference, Uploading Files. */
export async function readFields({ headers, body }: FakeCall): Promise<Given> {
  if (body.length > mostBytes) throw refuse(413, 40_005, 'Request entity too large')
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/json')) return { fields: parse(body.toString()), files: new Map() }
  if (!type.startsWith('multipart/form-data')) {
    if (body.length === 0) return { fields: {}, files: new Map() }
    throw refuse(400, 50_035, 'Invalid Form Body')
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const files = new Map<string, GivenFile>()
  let fields: JsonObject = {}
  for (const [name, value] of form) {
    const number = /^files\[(\d{1,2})\]$/.exec(name)?.[1]
    if (typeof value !== 'string' && number !== undefined) {
      if (files.has(number)) throw refuse(400, 50_046, 'Invalid file uploaded')
      files.set(number, { bytes: Buffer.from(await value.arrayBuffer()), name: value.name, type: value.type })
    } else if (typeof value === 'string' && name === 'payload_json') fields = parse(value)
    else throw badField(name, 'UNKNOWN_FIELD', 'This field is not known.')
  }
  return { fields, files }
}

function parse(text: string): JsonObject {
  try {
    const object = asObject(JSON.parse(text) as Json)
    if (object) return object
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw refuse(400, 50_109, 'The request body contains invalid JSON.')
}

/** A fake that passes over what it does not know would hide a wrong name. */
export function onlyFields(fields: JsonObject, known: readonly string[], at = ''): void {
  const stranger = Object.keys(fields).find((name) => !known.includes(name))
  if (stranger !== undefined) throw badField(`${at}${stranger}`, 'UNKNOWN_FIELD', 'This field is not known.')
}

/** A text of so many code points at most; empty where it is left out. */
export function textIn(fields: JsonObject, name: string, most: number, at = name): string {
  const value = fields[name] ?? ''
  if (typeof value !== 'string')
    throw badField(at, 'STRING_TYPE_CONVERT', `Could not interpret "${String(value)}" as string.`)
  if ([...value].length > most)
    throw badField(at, 'BASE_TYPE_MAX_LENGTH', `Must be ${most} or fewer in length.`)
  return value
}

export function flag(fields: JsonObject, name: string, at = name): boolean {
  const value = fields[name] ?? false
  if (typeof value === 'boolean') return value
  throw badField(at, 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.')
}

export function listOf(value: Json | undefined, at: string): readonly JsonObject[] {
  const items = isArray(value) ? value.map(asObject) : [null]
  const whole = items.filter((item) => item !== null)
  if (whole.length === items.length) return whole
  throw badField(at, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
}
