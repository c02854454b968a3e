import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { ConnectIo } from '../connector.ts'
import { makeRequest } from './json-api.ts'

/** The program of a server and its version; null for what it does not report. */
export interface ServerSoftware {
  /** In lower case, as its own documentation names it: `mastodon`, `misskey`, `lemmy`. */
  readonly software: string | null
  readonly version: string | null
}

/**
 * Asks a server for its program by the protocol that all of the fediverse has (nodeinfo.diaspora.software/protocol).
 * @param refuse throws the Failure that an answer is
 */
export async function readNodeinfo(
  origin: string,
  io: ConnectIo,
  refuse: (answer: OutboundAnswer) => void,
): Promise<ServerSoftware> {
  const index = await io.fetch(makeRequest(origin, { path: '/.well-known/nodeinfo' }))
  refuse(index)
  const path = newestLink(asObject(index.json))
  if (path === null) return { software: null, version: null }
  const answer = await io.fetch(makeRequest(origin, { path }))
  refuse(answer)
  const software = asObject(asObject(answer.json)?.software)
  return { software: wordOf(software?.name)?.toLowerCase() ?? null, version: wordOf(software?.version) }
}

/** A name as short as names of programs are; null for anything else. */
function wordOf(json: Json | undefined): string | null {
  const text = textOf(json)
  return text !== null && text.length <= 100 ? text : null
}

function newestLink(index: JsonObject | null): string | null {
  const links = isArray(index?.links) ? index.links.map(asObject) : []
  const known = links.flatMap((link) => {
    const version = /\/ns\/schema\/(2\.\d)$/.exec(textOf(link?.rel) ?? '')?.[1]
    const url = URL.parse(textOf(link?.href) ?? '')
    return version && url && /^https?:$/.test(url.protocol) ? [{ version, href: url.href }] : []
  })
  return known.sort((a, b) => (a.version < b.version ? 1 : -1))[0]?.href ?? null
}
