import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const file = Type.Object({
  /** The medium of the draft, or a rendition of it. */
  mediaId: text,
  mimeType: text,
  bytes: Type.Integer({ minimum: 0 }),
})

/** A file as it is sent. */
export type FileToSend = Static<typeof file>

const artefacts = Type.Object({
  video: nullable(file),
  thumbnail: nullable(file),
  /** The upload that was begun. Its address is a secret; its origin is all that may be seen of it. */
  session: nullable(Type.Object({ origin: text, startedAt: text })),
  /** The first byte that is left for the commit. */
  from: Type.Integer({ minimum: 0, default: 0 }),
})

export type Artefacts = Static<typeof artefacts>

/** Everything `prepare` makes ready and uploads, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An upload was stored incompletely.',
)
