import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const file = Type.Object({
  /** The medium of the draft, or a rendition of it. */
  mediaId: text,
  mimeType: text,
  bytes: Type.Integer({ minimum: 1 }),
})

/** A video as it is sent. */
export type FileToSend = Static<typeof file>

/** An interaction that a post asked for and that the account has switched off. */
const interaction = Type.Union([Type.Literal('comment'), Type.Literal('duet'), Type.Literal('stitch')])

export type Interaction = Static<typeof interaction>

const artefacts = Type.Object({
  video: nullable(file),
  /** The upload that was begun. Its address is a secret under the name of `publishId`; its origin is all that may be seen of it. */
  session: nullable(Type.Object({ publishId: text, origin: text, startedAt: text })),
  /** The bytes that TikTok has, from the first on. */
  sentBytes: Type.Integer({ minimum: 0, default: 0 }),
  /** How many uploads ended before all but their last chunk was sent. */
  endedEarly: Type.Integer({ minimum: 0, default: 0 }),
  /** The addresses of the photos, of this attempt alone. */
  photos: Type.Array(Type.String(), { default: [] }),
  off: Type.Array(interaction, { default: [] }),
})

export type Artefacts = Static<typeof artefacts>

/** Everything `prepare` makes ready and uploads, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'A post was prepared incompletely.',
)
