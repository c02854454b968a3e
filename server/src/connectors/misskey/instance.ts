import { Type } from 'typebox'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { refusalTable } from '../kit/json-api.ts'
import { readNodeinfo, type ServerSoftware } from '../kit/nodeinfo.ts'
import { askServer, dialect } from './api.ts'
import { readLimits, type ServerLimits } from './settings.ts'

export interface Instance {
  /** The domain in its people's names, such as `misskey.io`. */
  readonly domain: string
  /** Everything that the server says about itself. */
  readonly meta: JsonObject
}

/** The field of a form that names the account's server. */
export const serverField = Type.String({
  title: 'Server',
  description: 'The address of the account’s server, such as https://misskey.io.',
  minLength: 1,
  maxLength: 300,
})

/** The origin of the server that a form names. @throws Failure `invalid` */
export function readInstanceOrigin({ instance }: JsonObject): string {
  const read = readServerOrigin(textOf(instance) ?? '', 'https://misskey.io')
  if ('fault' in read) throw new Failure('invalid', read.fault)
  return read.origin
}

// Some list all their emoji there.
const within = { timeoutMs: 30_000, maxBytes: 8_000_000 }

/** Asks a server for what it says about itself, as a stranger. @throws Failure `invalid` where none has this API */
export async function readInstance(origin: string, io: ConnectIo): Promise<Instance> {
  const answer = await askServer('meta', { detail: false }, { instance: origin, token: null }, io, within)
  refuseTrouble(answer, io)
  const meta = answer.status === 200 ? asObject(answer.json) : null
  if (meta && textOf(meta.version) !== null && typeof meta.maxNoteTextLength === 'number')
    return { domain: domainOf(textOf(meta.uri), origin), meta }
  throw new Failure('invalid', sentence("There is no server with Misskey's API at {origin}.", { origin }))
}

const readLimit = refusalTable(dialect, [])

function refuseTrouble(answer: OutboundAnswer, io: ConnectIo): void {
  const limited = readLimit(answer, io.now(), [])
  if (limited) throw limited
  if (answer.status < 500) return
  const platformCode = String(answer.status)
  throw new Failure('unavailable', 'The server cannot answer at the moment.', { platformCode })
}

function domainOf(uri: string | null, origin: string): string {
  const url = URL.parse(uri ?? '')
  return url && /^https?:$/.test(url.protocol) ? url.host : new URL(origin).host
}

/**
 * The limits of an account: those of its server, and the policies of its roles, which come with its profile from Misskey
 * 2023.5 on. Sharkey and Firefish say under names of their own how long a content warning and an alt text may be.
 */
export function limitsFor({ meta }: Instance, profile: JsonObject): ServerLimits {
  const policies = { ...asObject(meta.policies), ...asObject(profile.policies) }
  const megabytes = policies.maxFileSizeMb
  const ofRole = typeof megabytes === 'number' && megabytes >= 1 ? Math.floor(megabytes) * 1_048_576 : null
  const ofServer = typeof meta.maxFileSize === 'number' && meta.maxFileSize >= 1 ? meta.maxFileSize : null
  const bytes = [ofRole, ofServer].filter((most) => most !== null)
  return readLimits({
    max_text: meta.maxNoteTextLength ?? null,
    max_warning: meta.maxCwLength ?? null,
    max_alt_text: meta.maxAltTextLength ?? meta.maxCaptionTextLength ?? null,
    max_file_bytes: bytes.length > 0 ? Math.min(...bytes) : null,
    rate_factor: policies.rateLimitFactor ?? null,
    file_types: typesIn(policies.uploadableFileTypes),
  })
}

function typesIn(json: Json | undefined): string[] {
  const types = isArray(json) ? json.filter((item) => typeof item === 'string' && item.length <= 100) : []
  return types.slice(0, 100).map(String)
}

/** The program and its version, as nodeinfo reports them. @throws Failure */
export function readSoftware(origin: string, io: ConnectIo): Promise<ServerSoftware> {
  return readNodeinfo(origin, io, (answer) => refuseTrouble(answer, io))
}
