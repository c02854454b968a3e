import { Type } from 'typebox'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { readNodeinfo, type ServerSoftware } from '../kit/nodeinfo.ts'
import { failureOf, readLimit, readRequest } from './api.ts'
import { type InstanceLimits, readLimits } from './settings.ts'

export interface Instance {
  /** The domain in its people's names, such as `mastodon.social`. */
  readonly domain: string
  readonly limits: InstanceLimits
}

/** The field of a form that names the account's server. */
export const serverField = Type.String({
  title: 'Server',
  description: 'The address of the account’s server, such as https://mastodon.social.',
  minLength: 1,
  maxLength: 300,
})

/** The origin of the server that a form names. @throws Failure `invalid` */
export function readInstanceOrigin({ instance }: JsonObject): string {
  const read = readServerOrigin(textOf(instance) ?? '', 'https://mastodon.social')
  if ('fault' in read) throw new Failure('invalid', read.fault)
  return read.origin
}

/** Asks a server for its limits: in the newer way, and in the older one if it does not know that. @throws Failure */
export async function readInstance(origin: string, io: ConnectIo): Promise<Instance> {
  for (const path of ['/api/v2/instance', '/api/v1/instance']) {
    const answer = await io.fetch(readRequest(origin, path, null))
    refuseTrouble(answer, io)
    const body = answer.status === 200 ? asObject(answer.json) : null
    const name = textOf(body?.domain) ?? textOf(body?.uri)
    if (body && name !== null) return { domain: domainOf(name, origin), limits: limitsOf(body) }
  }
  throw new Failure('invalid', sentence("There is no server with Mastodon's API at {origin}.", { origin }))
}

function refuseTrouble(answer: OutboundAnswer, io: ConnectIo): void {
  const limited = readLimit(answer, io.now(), [])
  if (limited) throw limited
  if (answer.status >= 500) throw failureOf('unavailable', 'The server cannot answer at the moment.', answer)
}

/** Some give their whole address where others give a domain. */
function domainOf(name: string, origin: string): string {
  const url = URL.parse(/^https?:\/\//.test(name) ? name : `https://${name}`)
  return url?.host ?? new URL(origin).host
}

// Pleroma and Akkoma say some of it under names of their own.
function limitsOf(body: JsonObject): InstanceLimits {
  const configuration = asObject(body.configuration) ?? {}
  const polls = asObject(configuration.polls) ?? asObject(body.poll_limits) ?? {}
  const media = asObject(configuration.media_attachments)
  const older: JsonObject = {
    max_characters: body.max_toot_chars ?? null,
    max_media_attachments: body.max_media_attachments ?? null,
    description_limit: body.description_limit ?? null,
    image_size_limit: body.upload_limit ?? null,
    video_size_limit: body.upload_limit ?? null,
  }
  return readLimits({
    ...older,
    ...asObject(configuration.statuses),
    ...media,
    supported_mime_types: mimeTypesOf(media?.supported_mime_types),
    poll_max_options: polls.max_options ?? null,
    poll_max_characters_per_option: polls.max_characters_per_option ?? polls.max_option_chars ?? null,
    poll_min_expiration: polls.min_expiration ?? null,
    poll_max_expiration: polls.max_expiration ?? null,
  })
}

/** Null where there are none, and all usual ones are taken. */
function mimeTypesOf(json: Json | undefined): Json {
  const texts = isArray(json) ? json.filter((item) => typeof item === 'string' && item.length <= 100) : []
  return texts.length > 0 ? texts.slice(0, 100) : null
}

/** The program and its version, as nodeinfo reports them. @throws Failure */
export function readSoftware(origin: string, io: ConnectIo): Promise<ServerSoftware> {
  return readNodeinfo(origin, io, (answer) => refuseTrouble(answer, io))
}
