import { isValidDid } from '@atproto/syntax'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { failureOf, toRequest, unavailable } from './api.ts'
import { defaultService } from './settings.ts'

/**
 * The server an account lives on, by its identity, which only its owner can change.
 * Null when there is no such account, or it names no server.
 * @throws Failure when that cannot be found out now
 */
export async function findHome(did: string, directory: string, io: ConnectIo): Promise<string | null> {
  const url = documentUrl(did, directory)
  if (url === null) return null
  const headers = { accept: 'application/did+ld+json, application/json' }
  const answer = await io.fetch(
    { method: 'GET', url, headers, body: null },
    { timeoutMs: 10_000, maxBytes: 100_000 },
  )
  if (isNobody(answer)) return null
  if (answer.status !== 200) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
  return homeOf(did, answer.json)
}

/** The server an account lives on; null also when it cannot be found out now. */
export async function tryFindHome(did: string, directory: string, io: ConnectIo): Promise<string | null> {
  try {
    return await findHome(did, directory, io)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** The DID of a handle, as a server finds it; null if nobody has the handle. @throws Failure */
export async function resolveHandle(service: string, handle: string, io: ConnectIo): Promise<string | null> {
  const method = 'com.atproto.identity.resolveHandle'
  const answer = await io.fetch(toRequest({ service, method, query: { handle } }))
  const did = answer.status === 200 ? textOf(asObject(answer.json)?.did) : null
  if (isValidDid(did)) return did
  if (answer.status === 400) return null
  throw failureOf(answer, io.now(), []) ?? unavailable(answer)
}

function isNobody({ status }: OutboundAnswer): boolean {
  return status === 404 || status === 410
}

/** did:plc in the directory, did:web at the host itself (atproto.com/specs/did). */
function documentUrl(did: string, directory: string): string | null {
  if (!isValidDid(did)) return null
  if (did.startsWith('did:plc:')) return new URL(`/${did}`, directory).href
  const host = /^did:web:([a-zA-Z0-9.-]+(?:%3A\d{1,5})?)$/.exec(did)?.[1]?.replace('%3A', ':')
  if (host === undefined) return null
  const scheme = host.startsWith('localhost') ? 'http' : 'https'
  return URL.parse(`${scheme}://${host}/.well-known/did.json`)?.href ?? null
}

/** The server that a DID document names; null when it is not this account's, or names none that can be used. */
export function homeOf(did: string, document: Json | undefined): string | null {
  const { id, service } = asObject(document) ?? {}
  if (id !== did || !isArray(service)) return null
  const named = service.map((each) => asObject(each)).find(isDataServer)
  const endpoint = textOf(named?.serviceEndpoint) ?? ''
  const read = readServerOrigin(endpoint, defaultService)
  return 'origin' in read && /^https?:/i.test(endpoint) ? read.origin : null
}

function isDataServer(service: JsonObject | null): boolean {
  return service?.type === 'AtprotoPersonalDataServer' && /#atproto_pds$/.test(textOf(service.id) ?? '')
}
