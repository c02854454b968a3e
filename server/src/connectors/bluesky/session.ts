import { isValidHandle } from '@atproto/syntax'
import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence, type Words } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { toRequest } from './api.ts'
import type { Session } from './settings.ts'

/** Letters. Tokens go into a header, for which servers have 8 to 16 kB. */
const longestToken = 8_192

/** The tokens of an answer to createSession or refreshSession. @throws Failure when there are none */
export function readTokens(answer: JsonObject, service: string): Session {
  const accessJwt = readToken(answer.accessJwt)
  const refreshJwt = readToken(answer.refreshJwt)
  if (accessJwt === null || refreshJwt === null) throw new Failure('unavailable', notAServer(service))
  return { accessJwt, refreshJwt }
}

function readToken(value: Json | undefined): string | null {
  const token = textOf(value)
  return token !== null && token.length <= longestToken ? token : null
}

/** The end of an access token, by its own word; null when it is opaque. */
export function readExpiry(jwt: string): Date | null {
  const payload = jwt.split('.')[1]
  if (payload === undefined) return null
  const claims = parseClaims(Buffer.from(payload, 'base64url').toString('utf8'))
  return typeof claims?.exp === 'number' ? new Date(claims.exp * 1000) : null
}

function parseClaims(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    // The form of a token is up to the server: the end of one in another form is not known.
    return null
  }
}

/** The profile is a record like any other, and there may be none yet. */
export async function askProfile(
  service: string,
  did: string,
  io: ConnectIo,
): Promise<{ displayName: string | null; avatarUrl: string | null }> {
  const query = { repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' }
  const answer = await io.fetch(toRequest({ service, method: 'com.atproto.repo.getRecord', query }))
  const profile = answer.status === 200 ? asObject(asObject(answer.json)?.value) : null
  const cid = textOf(asObject(asObject(profile?.avatar)?.ref)?.$link)
  const avatar = cid === null ? null : { service, method: 'com.atproto.sync.getBlob', query: { did, cid } }
  return {
    displayName: textOf(profile?.displayName),
    avatarUrl: avatar === null ? null : toRequest(avatar).url,
  }
}

/** The handle a session says; null when it is none, or the mark of one that does not lead back to the account. */
export function readHandle(answer: JsonObject): string | null {
  const handle = textOf(answer.handle)?.toLowerCase() ?? null
  return isValidHandle(handle) && handle !== 'handle.invalid' ? handle : null
}

/** Where a person finds the profile, whatever its handle is. */
export function profileUrlOf(did: string): string {
  return `https://bsky.app/profile/${did}`
}

export function notAServer(service: string): Words {
  return sentence('There is no Bluesky server at {service}.', { service })
}

export const notActive =
  'This Bluesky account is not active. Activate it in the Bluesky app, then connect it again.'
