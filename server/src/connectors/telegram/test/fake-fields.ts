import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { bad } from './fake-world.ts'

/** The fields of a call and the files that came with it. */
export interface Given {
  readonly fields: JsonObject
  readonly files: ReadonlyMap<
    string,
    { readonly bytes: Buffer; readonly name: string; readonly type: string }
  >
}

/** Reads JSON, or a form whose fields that are no texts are JSON. Source: core.telegram.org/bots/api#making-requests. */
export async function readFields({ headers, body }: FakeCall): Promise<Given> {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/json'))
    return { fields: parse(body.toString(), 'request'), files: new Map() }
  if (!type.startsWith('multipart/form-data')) return { fields: {}, files: new Map() }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const fields: Record<string, Json> = {}
  const files = new Map<string, { bytes: Buffer; name: string; type: string }>()
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = jsonFields.has(name) ? JSON.parse(value) : value
    else
      files.set(name, { bytes: Buffer.from(await value.arrayBuffer()), name: value.name, type: value.type })
  }
  return { fields, files }
}

/** The fields of a form that are written as JSON. */
const jsonFields = new Set([
  'chat_id',
  'message_thread_id',
  'disable_notification',
  'protect_content',
  'reply_parameters',
  'media',
  'has_spoiler',
  'show_caption_above_media',
  'supports_streaming',
  'width',
  'height',
  'duration',
])

function parse(text: string, what: string): JsonObject {
  try {
    const object = asObject(JSON.parse(text) as Json)
    if (object) return object
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw bad(`can't parse ${what} JSON object`)
}

export function wholeNumber(fields: JsonObject, name: string, least: number, most: number): number | null {
  const value = fields[name]
  if (value === undefined) return null
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
  if (isWhole && value >= least && value <= most) return value
  throw bad(`parameter ${name} is invalid`)
}

export function flag(fields: JsonObject, name: string): boolean {
  const value = fields[name] ?? false
  if (typeof value === 'boolean') return value
  throw bad(`parameter ${name} must be of type Boolean`)
}

/** The length of words as the server counts them: in code points. */
export function lengthOf(text: string): number {
  return [...text].length
}

/** Words as Telegram keeps them: without the spaces around them. */
export function words(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

export function listOf(value: Json | undefined, name: string): JsonObject[] {
  const items = isArray(value) ? value.map(asObject) : null
  const whole = items?.filter((item) => item !== null)
  if (items && whole && whole.length === items.length) return whole
  throw bad(`can't parse ${name} JSON object`)
}
