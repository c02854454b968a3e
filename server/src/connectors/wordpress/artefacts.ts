import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { storedKind } from '../kit/media/stored-file.ts'

const uploaded = Type.Object({
  mediaId: text,
  kind: storedKind,
  /** The number of the file in the library of the site. */
  id: Type.Integer({ minimum: 1 }),
  /** Where the site shows it. */
  url: text,
  uploadedAt: text,
})

const artefacts = Type.Object({
  /** The media uploaded so far, in the order of the draft's. */
  media: Type.Array(uploaded, { default: [] }),
  /** The numbers of the categories, then of the tags, in the order of the options'. Null: not looked up yet. */
  categories: nullable(Type.Array(Type.Integer())),
  tags: nullable(Type.Array(Type.Integer())),
  /** The draft on the site that the commit makes public. */
  postId: nullable(Type.Integer({ minimum: 1 })),
  /** Our comments that stood below the post before: none of them can be this one. */
  seen: nullable(Type.Array(Type.Integer())),
})

export type Artefacts = Static<typeof artefacts>
export type Uploaded = Static<typeof uploaded>

/** Everything `prepare` uploads and finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An uploaded medium was stored incompletely.',
)
