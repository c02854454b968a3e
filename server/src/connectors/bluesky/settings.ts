import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { anyObject, nullable, stored, text } from '../kit/media/stored.ts'

export const defaultService = 'https://bsky.social'
export const defaultDirectory = 'https://plc.directory'

/**
 * The lexicon app.bsky.embed.images allowed 1 MB once and allows 2 MB now, and each server enforces the version it came
 * with. Servers that tell their blob limit when asked are newer than that change.
 */
const oldImageMaxBytes = 1_000_000
const newImageMaxBytes = 2_000_000
/** The most pixels on the longer side of a picture, by the most bytes that a server takes of it. */
export function maxSideOf(imageMaxBytes: number): number {
  return imageMaxBytes > oldImageMaxBytes ? 4_000 : 2_000
}

/** The limit of a thumbnail in app.bsky.embed.external, which never changed. */
export const thumbMaxBytes = 1_000_000
/** The first limit of app.bsky.embed.video; the network's own servers take as much in one piece. */
const oldVideoMaxBytes = 50_000_000
const newVideoMaxBytes = 300_000_000
/** The longest video that the network's own service makes ready to be watched; a longer one would stay blank. */
export const videoMaxDurationMs = 180_000

/** The limits of a server, by the blob limit that it announces; null when it announces none. */
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

const settings = Type.Object({
  /** The origin of the server we speak to, such as `https://bsky.social`. */
  service: text,
  did: text,
  /** The server its identity names, which differs from `service` behind a common entrance; null when not known. */
  home: nullable(text),
  /** The authorization server at which the account signed in; null for one that was connected by app password. */
  issuer: nullable(text),
  /** The directory that knows where a `did:plc` lives. */
  directory: Type.String({ minLength: 1, default: defaultDirectory }),
  imageMaxBytes: Type.Number({ default: oldImageMaxBytes }),
  videoMaxBytes: Type.Number({ default: oldVideoMaxBytes }),
})

/** Where an account lives: stored by `identify`, and kept right by `refresh`. */
export type Settings = Static<typeof settings>

/** The most bytes of a medium in a post. The server's limit for uploads is a different number. */
export type ServerLimits = Pick<Settings, 'imageMaxBytes' | 'videoMaxBytes'>

const storedSettings = stored(settings, 'This account was stored without its server.')

export const writeSettings = storedSettings.write

export function readSettings(account: Account): Settings {
  return storedSettings.read(account.settings)
}

const session = Type.Object({ accessJwt: text, refreshJwt: text })

export type Session = Static<typeof session>

export const { read: readSession, write: writeSession } = stored(
  session,
  'This account was stored without a session.',
)

const grant = Type.Object({
  accessToken: text,
  refreshToken: text,
  /** The private key to which the tokens are bound. */
  dpopKey: anyObject,
  /** The client that they were given to. */
  clientId: text,
})

/** The credentials of an account that signed in by OAuth. */
export type Grant = Static<typeof grant>

export const { read: readGrant, write: writeGrant } = stored(
  grant,
  'This account was stored without the tokens of its sign-in.',
)

/** Whether an account was connected by OAuth, and not by an app password. */
export function isGrant(credentials: JsonObject): boolean {
  return 'dpop_key' in credentials
}
