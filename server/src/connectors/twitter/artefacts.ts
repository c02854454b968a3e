import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const uploaded = Type.Object({
  /** The medium of the draft. */
  mediaId: text,
  /** The network's name for it. */
  id: text,
  isReady: Type.Boolean(),
  /** Whether its alt text was sent, where it has one. */
  isDescribed: Type.Boolean(),
  uploadedAt: text,
})

/** An upload in parts that has not ended. */
const chunks = Type.Object({ uploadId: text, sentBytes: Type.Integer({ minimum: 0 }), startedAt: text })

const artefacts = Type.Object({
  /** The media uploaded so far, in the order of the draft's. */
  media: Type.Array(uploaded, { default: [] }),
  chunks: nullable(chunks),
  /** The newest post of the account before ours; null where there was none. */
  newest: nullable(text),
})

export type Uploaded = Static<typeof uploaded>
export type Chunks = Static<typeof chunks>

/** Everything `prepare` uploads and finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An uploaded medium was stored incompletely.',
)
