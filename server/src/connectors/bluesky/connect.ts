import { isIP } from 'node:net'
import { isValidDid, isValidHandle } from '@atproto/syntax'
import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json.ts'
import {
  type Account,
  type Connect,
  type ConnectIo,
  Failure,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { asObject, call, errorCode, failureOf, textOf, toRequest, unavailable } from './api.ts'
import {
  newImageMaxBytes,
  oldImageMaxBytes,
  readSession,
  readSettings,
  type Session,
  writeSession,
  writeSettings,
} from './settings.ts'

const defaultService = 'https://bsky.social'

const fields = Type.Object(
  {
    service: Type.Optional(
      Type.String({
        title: 'Server',
        description: 'The address of the server the account lives on.',
        default: defaultService,
        maxLength: 300,
      }),
    ),
    handle: Type.String({
      title: 'Handle',
      description: 'Such as alice.bsky.social, without @.',
      minLength: 3,
      maxLength: 300,
    }),
    app_password: Type.String({
      title: 'App password',
      description: 'Made in Bluesky under Settings, Privacy and security, App passwords.',
      format: 'password',
      minLength: 1,
      maxLength: 512,
    }),
  },
  { additionalProperties: false },
)

/** Connects by handle and app password; the session they open is kept and renewed, the password is not. */
export const connect: Connect = { kind: 'form', fields, identify, refresh, revoke }

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const service = readService(textOf(input.service) ?? defaultService)
  const identifier = readIdentifier(textOf(input.handle) ?? '')
  const imageMaxBytes = await askImageLimit(service, io)
  const answer = await openSession(service, identifier, textOf(input.app_password) ?? '', io)
  const did = textOf(answer.did)
  const handle = textOf(answer.handle)
  if (!isValidDid(did) || !isValidHandle(handle)) throw new Failure('unavailable', notAServer(service))
  if (answer.active === false)
    throw new Failure(
      'forbidden',
      'This Bluesky account is not active. Activate it in the Bluesky app first.',
    )
  const session = readAnswer(answer, service)
  const profile = await askProfile(service, did, io)
  return {
    externalId: did,
    username: handle,
    displayName: profile.displayName ?? handle,
    avatarUrl: profile.avatarUrl,
    profileUrl: `https://bsky.app/profile/${did}`,
    settings: writeSettings({ service, did, imageMaxBytes }),
    credentials: writeSession(session),
    expiresAt: readExpiry(session.accessJwt),
  }
}

/** The renewed session replaces the old one; the server lets the old one work for a while, should ours get lost. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { service, did } = readSettings(account)
  const { refreshJwt } = readSession(credentials)
  const method = 'com.atproto.server.refreshSession'
  const answer = await call(io, { service, method, isProcedure: true, token: refreshJwt })
  if (answer.did !== did)
    throw new Failure(
      'unauthorized',
      'The Bluesky server renewed the session of another account. Connect it again.',
    )
  if (answer.active === false) throw new Failure('forbidden', 'This Bluesky account is not active.')
  const session = readAnswer(answer, service)
  return { credentials: writeSession(session), expiresAt: readExpiry(session.accessJwt) }
}

async function revoke(account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const { service } = readSettings(account)
  const { refreshJwt } = readSession(credentials)
  const given = { service, method: 'com.atproto.server.deleteSession', isProcedure: true, token: refreshJwt }
  const answer = await io.fetch(toRequest(given))
  if (answer.status === 200) return
  const failure = failureOf(answer, io.now(), [refreshJwt]) ?? unavailable(answer)
  // A session that has ended is what was asked for.
  if (failure.kind !== 'unauthorized') throw failure
}

/**
 * The origin of the server a person named. Whether its address may be reached is for `io` to say; a password goes over
 * plain HTTP only to a machine that has no public name.
 */
function readService(text: string): string {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new Failure('invalid', `The server must be an address such as ${defaultService}.`)
  if (url.username !== '' || url.password !== '')
    throw new Failure('invalid', 'The address of the server must not carry a name or a password.')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Failure('invalid', `The server must be given by its bare address, such as ${url.origin}.`)
  if (url.protocol === 'http:' && !isInHouse(url.hostname))
    throw new Failure(
      'invalid',
      'The server must be reached by https, or the app password could be read on the way.',
    )
  return url.origin
}

function isInHouse(hostname: string): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || !hostname.includes('.') || /\.(?:localhost|internal|local|test)$/.test(hostname)
}

/** Copied handles often carry an @ and invisible marks of text direction. */
function readIdentifier(text: string): string {
  const identifier = text.replace(/[\p{Cf}\s]/gu, '').replace(/^@/, '')
  const lower = identifier.toLowerCase()
  if (isValidHandle(lower)) return lower
  if (isValidDid(identifier)) return identifier
  throw new Failure('invalid', 'The handle must look like alice.bsky.social.')
}

async function askImageLimit(service: string, io: ConnectIo): Promise<number> {
  const answer = await io.fetch(toRequest({ service, method: 'com.atproto.server.describeServer' }))
  const server = asObject(answer.json)
  if (answer.status === 200 && textOf(server?.did) !== null) {
    const limit = server?.blobUploadLimit
    if (typeof limit === 'number') return Math.min(newImageMaxBytes, limit)
    return service === defaultService ? newImageMaxBytes : oldImageMaxBytes
  }
  if (answer.status === 429) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
  if (answer.status >= 500) throw unavailable(answer)
  throw new Failure('invalid', notAServer(service))
}

function notAServer(service: string): string {
  return `There is no Bluesky server at ${service}.`
}

async function openSession(
  service: string,
  identifier: string,
  password: string,
  io: ConnectIo,
): Promise<JsonObject> {
  const method = 'com.atproto.server.createSession'
  const answer = await io.fetch(toRequest({ service, method, input: { identifier, password } }))
  if (answer.status === 200) return asObject(answer.json) ?? {}
  const platformCode = errorCode(answer)
  if (platformCode === 'AuthFactorTokenRequired') {
    const text = 'This is the password of the account itself. Make an app password in Bluesky and use that.'
    throw new Failure('unauthorized', text, { platformCode })
  }
  if (platformCode === 'AuthenticationRequired') {
    const text = `${service} does not know this handle with this app password. Is it the server the account lives on?`
    throw new Failure('unauthorized', text, { platformCode })
  }
  throw failureOf(answer, io.now(), [password]) ?? unavailable(answer)
}

function readAnswer(answer: JsonObject, service: string): Session {
  const accessJwt = textOf(answer.accessJwt)
  const refreshJwt = textOf(answer.refreshJwt)
  if (accessJwt === null || refreshJwt === null) throw new Failure('unavailable', notAServer(service))
  return { accessJwt, refreshJwt }
}

/** The access token says itself until when it is good; null when it is opaque. */
function readExpiry(jwt: string): Date | null {
  const payload = jwt.split('.')[1]
  if (payload === undefined) return null
  const claims = parseClaims(Buffer.from(payload, 'base64url').toString('utf8'))
  return typeof claims?.exp === 'number' ? new Date(claims.exp * 1000) : null
}

function parseClaims(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text))
  } catch {
    // A token is the server's own business; when it is not in this form, its end is not known.
    return null
  }
}

/** The profile is a record like any other, and there may be none yet. */
async function askProfile(
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
