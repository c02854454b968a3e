import { type Static, Type } from 'typebox'
import { asObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { anyObject, nullable, stored, text } from '../kit/media/stored.ts'

const reference = Type.Object({ uri: Type.String(), cid: text })

const uploaded = Type.Object({
  mediaId: text,
  /** The server's reference to the bytes. */
  blob: anyObject,
  /** Null for a video that does not say. */
  width: nullable(Type.Number()),
  height: nullable(Type.Number()),
  uploadedAt: text,
})

/** The card of a page that a post links to. */
const card = Type.Object({
  uri: Type.String(),
  title: Type.String(),
  description: Type.String({ default: '' }),
  thumb: nullable(anyObject),
  uploadedAt: Type.String(),
})

/** Everything `prepare` finds out and uploads, as it is stored between its calls. */
const artefacts = Type.Object({
  /** The post's own key at the network: the same key again is the same post. */
  rkey: text,
  createdAt: text,
  /** The server that has the media: an upload to another server is not there. */
  service: text,
  /** The DIDs of those who are mentioned, by handle in lower case; handles nobody has are left out. */
  dids: Type.Record(Type.String(), Type.String(), { default: {} }),
  quote: nullable(reference),
  /** The media uploaded so far, in the order of the draft's. */
  media: Type.Array(uploaded, { default: [] }),
  /** Null when the post shows none; missing until that is known. */
  card: Type.Optional(Type.Union([Type.Null(), card, Type.Undefined()])),
})

export type RecordReference = Static<typeof reference>
export type UploadedMedium = Static<typeof uploaded>
export type LinkCard = Static<typeof card>
export type Artefacts = Static<typeof artefacts>

const { read, write } = stored(artefacts, 'The artefacts of this post were stored incompletely.')

export const writeArtefacts = write

/** The stored artefacts; null at first. */
export function readArtefacts(given: JsonObject): Artefacts | null {
  return Object.keys(given).length === 0 ? null : read(given)
}

/** A reference with both its URI and its CID; null unless it has both. */
export function readReference(given: Json | undefined): RecordReference | null {
  const { uri, cid } = asObject(given) ?? {}
  return typeof uri === 'string' && typeof cid === 'string' && cid !== '' ? { uri, cid } : null
}
