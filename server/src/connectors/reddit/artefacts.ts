import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const upload = Type.Object({
  /** The medium of the draft. */
  mediaId: text,
  /** Reddit's name for the file. */
  assetId: text,
  /** Where the file is, without anything that gives access. */
  url: text,
  uploadedAt: text,
})

/** A file as Reddit's storage has it. */
export type Upload = Static<typeof upload>

const artefacts = Type.Object({
  /** Whether the community was asked, and takes the post as far as it says. */
  isAdmitted: Type.Boolean({ default: false }),
  /** The flair whose text was named, by its id. */
  flairId: nullable(text),
  media: Type.Array(upload, { default: [] }),
  cover: nullable(upload),
  /** The own posts, or comments, that were there before ours: none of them can be it. Null until they are read. */
  seen: nullable(Type.Array(Type.String())),
})

export type Artefacts = Static<typeof artefacts>

/** Everything that `prepare` asks for and uploads, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An upload was stored incompletely.',
)
