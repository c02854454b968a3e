import type { JsonObject } from '../../lib/json.ts'
import type { Account } from '../connector.ts'
import { textOf } from './api.ts'

/** Where an account lives: what `identify` stored with it. */
export interface Settings {
  /** The origin of its server, such as `https://bsky.social`. */
  readonly service: string
  readonly did: string
  /** The largest picture its server takes in a post, in bytes. */
  readonly imageMaxBytes: number
}

/**
 * The lexicon app.bsky.embed.images said 1 MB once and says 2 MB now, and a server enforces the one it came with. Those
 * that tell their blob limit when asked came later than that change.
 */
export const oldImageMaxBytes = 1_000_000
export const newImageMaxBytes = 2_000_000

export function writeSettings(settings: Settings): JsonObject {
  return { service: settings.service, did: settings.did, image_max_bytes: settings.imageMaxBytes }
}

export function readSettings(account: Account): Settings {
  const service = textOf(account.settings.service)
  const did = textOf(account.settings.did)
  if (service === null || did === null) throw new Error('This account was stored without its server.')
  const limit = account.settings.image_max_bytes
  return { service, did, imageMaxBytes: typeof limit === 'number' ? limit : oldImageMaxBytes }
}

export interface Session {
  readonly accessJwt: string
  readonly refreshJwt: string
}

export function writeSession(session: Session): JsonObject {
  return { access_jwt: session.accessJwt, refresh_jwt: session.refreshJwt }
}

export function readSession(credentials: JsonObject): Session {
  const accessJwt = textOf(credentials.access_jwt)
  const refreshJwt = textOf(credentials.refresh_jwt)
  if (accessJwt === null || refreshJwt === null) throw new Error('This account was stored without a session.')
  return { accessJwt, refreshJwt }
}
