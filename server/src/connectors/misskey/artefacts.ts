import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const uploaded = Type.Object({
  mediaId: text,
  /** The drive's name for it. The file is of this post alone. */
  id: text,
  uploadedAt: text,
})

const artefacts = Type.Object({
  /** The media uploaded so far, in the order of the draft's. */
  media: Type.Array(uploaded, { default: [] }),
  /** The newest of the account's posts as they stood before ours, newest first: none of them can be it. Null: not looked yet. */
  seen: nullable(Type.Array(Type.String())),
})

export type Uploaded = Static<typeof uploaded>

/** Everything `prepare` uploads and finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An uploaded medium was stored incompletely.',
)
