import { type Static, Type } from 'typebox'
import { stored, text } from '../kit/media/stored.ts'

const uploaded = Type.Object({
  /** The medium of the draft. */
  mediaId: text,
  /** The network's name for it. */
  id: text,
  isReady: Type.Boolean(),
  uploadedAt: text,
})

const artefacts = Type.Object({
  /** The media uploaded so far, in the order of the draft's. */
  media: Type.Array(uploaded, { default: [] }),
  /** The newest posts as they stood before ours: none of them can be it. */
  seen: Type.Array(Type.String(), { default: [] }),
})

export type Uploaded = Static<typeof uploaded>

/** Everything `prepare` uploads and finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An uploaded medium was stored incompletely.',
)
