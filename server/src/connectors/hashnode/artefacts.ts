import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const uploaded = Type.Object({
  mediaId: text,
  /** Where Hashnode shows the picture. */
  url: text,
  uploadedAt: text,
})

const artefacts = Type.Object({
  /** The pictures uploaded so far, in the order of the draft's. */
  media: Type.Array(uploaded, { default: [] }),
  /** The draft that the commit publishes. */
  draftId: nullable(text),
})

export type Artefacts = Static<typeof artefacts>
export type Uploaded = Static<typeof uploaded>

/** Everything `prepare` uploads and makes, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An uploaded picture was stored incompletely.',
)
