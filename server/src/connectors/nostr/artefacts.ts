import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const uploaded = Type.Object({
  /** The medium of the draft. */
  mediaId: text,
  url: text,
  mimeType: text,
  sha256: text,
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
})

const signed = Type.Object({
  id: text,
  pubkey: text,
  createdAt: Type.Integer(),
  kind: Type.Integer(),
  tags: Type.Array(Type.Array(Type.String())),
  content: Type.String(),
  sig: text,
})

const artefacts = Type.Object({
  /** The media uploaded so far, in the order of the draft's. */
  media: Type.Array(uploaded, { default: [] }),
  /** The event as it was signed; null before that. */
  event: nullable(signed),
})

export type Uploaded = Static<typeof uploaded>

/** Everything that `prepare` makes, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An uploaded medium was stored incompletely.',
)
