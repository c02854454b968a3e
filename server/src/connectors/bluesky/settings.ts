import { type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'

/** Where an account lives: stored by `identify`, and kept right by `refresh`. */
export interface Settings extends ServerLimits {
  /** The origin of the server we speak to, such as `https://bsky.social`. */
  readonly service: string
  readonly did: string
  /** The server its identity names, which differs from `service` behind a common entrance; null when not known. */
  readonly home: string | null
  /** The directory that knows where a `did:plc` lives. */
  readonly directory: string
}

/** The most bytes of a medium in a post. The server's limit for uploads is a different number. */
export interface ServerLimits {
  readonly imageMaxBytes: number
  readonly videoMaxBytes: number
}

export const defaultService = 'https://bsky.social'
export const defaultDirectory = 'https://plc.directory'

/**
 * The lexicon app.bsky.embed.images allowed 1 MB once and allows 2 MB now, and each server enforces the version it came
 * with. Servers that tell their blob limit when asked are newer than that change.
 */
export const oldImageMaxBytes = 1_000_000
const newImageMaxBytes = 2_000_000
/** The limit of a thumbnail in app.bsky.embed.external, which never changed. */
export const thumbMaxBytes = 1_000_000
/** The first limit of app.bsky.embed.video; the network's own servers take as much in one piece. */
const oldVideoMaxBytes = 50_000_000
const newVideoMaxBytes = 300_000_000
/** The longest video that the network's own service makes ready to be watched; a longer one would stay blank. */
export const videoMaxDurationMs = 180_000

/** The limits of a server by the blob limit it tells; null when it tells none. */
export function limitsOf(service: string | null, blobUploadLimit: number | null): ServerLimits {
  if (blobUploadLimit !== null) {
    return {
      imageMaxBytes: Math.min(newImageMaxBytes, blobUploadLimit),
      videoMaxBytes: Math.min(newVideoMaxBytes, blobUploadLimit),
    }
  }
  const imageMaxBytes = service === defaultService ? newImageMaxBytes : oldImageMaxBytes
  return { imageMaxBytes, videoMaxBytes: oldVideoMaxBytes }
}

export function writeSettings(settings: Settings): JsonObject {
  return {
    service: settings.service,
    did: settings.did,
    home: settings.home,
    directory: settings.directory,
    image_max_bytes: settings.imageMaxBytes,
    video_max_bytes: settings.videoMaxBytes,
  }
}

export function readSettings({ settings }: Account): Settings {
  const service = textOf(settings.service)
  const did = textOf(settings.did)
  if (service === null || did === null) throw new Error('This account was stored without its server.')
  const { image_max_bytes: image, video_max_bytes: video } = settings
  return {
    service,
    did,
    home: textOf(settings.home),
    directory: textOf(settings.directory) ?? defaultDirectory,
    imageMaxBytes: typeof image === 'number' ? image : oldImageMaxBytes,
    videoMaxBytes: typeof video === 'number' ? video : oldVideoMaxBytes,
  }
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
