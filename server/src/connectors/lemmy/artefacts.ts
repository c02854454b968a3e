import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const uploaded = Type.Object({
  mediaId: text,
  /** The address under which the server shows the picture. */
  url: text,
  uploadedAt: text,
})

const artefacts = Type.Object({
  /** The number of the community on the account's server. */
  communityId: nullable(Type.Integer({ minimum: 1 })),
  languageId: nullable(Type.Integer({ minimum: 0 })),
  /** The pictures uploaded so far, in the order of the draft's. */
  media: Type.Array(uploaded, { default: [] }),
  /** The own posts, or comments, that were there before ours: none of them can be it. Null until they are read. */
  seen: nullable(Type.Array(Type.String())),
})

export type Uploaded = Static<typeof uploaded>
export type Artefacts = Static<typeof artefacts>

/** Everything that `prepare` finds out and uploads, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An uploaded picture was stored incompletely.',
)
