import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const uploaded = Type.Object({
  /** The medium of the draft. */
  mediaId: text,
  urn: text,
  /** Waiting is what is done where LinkedIn does not let us ask whether a medium is ready. */
  state: Type.Union([
    Type.Literal('uploading'),
    Type.Literal('processing'),
    Type.Literal('waiting'),
    Type.Literal('ready'),
  ]),
  uploadedAt: text,
  /** The receipts for the parts of a video that have arrived, in order. */
  receipts: Type.Array(Type.String(), { default: [] }),
})

export type Uploaded = Static<typeof uploaded>

const card = Type.Object({
  source: text,
  title: text,
  description: Type.String({ default: '' }),
  thumbnail: nullable(text),
})

export type Card = Static<typeof card>

/** Everything `prepare` uploads and finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  Type.Object({
    /** The media uploaded so far, in the order of the draft's. */
    media: Type.Array(uploaded, { default: [] }),
    /** The card of the first link. */
    card: nullable(card),
    /** The newest posts as they stood before ours: none of them can be it. */
    seen: Type.Array(Type.String(), { default: [] }),
  }),
  'An uploaded medium was stored incompletely.',
)

const part = Type.Object({ url: text, first: Type.Integer(), last: Type.Integer() })

/** The addresses to which the parts of a video go. Each gives access by itself, so all are sealed. */
export const { read: readVideoUpload, write: writeVideoUpload } = stored(
  Type.Object({ token: Type.String({ default: '' }), parts: Type.Array(part, { default: [] }) }),
  'The upload of a video was stored incompletely.',
)

export type VideoUpload = ReturnType<typeof readVideoUpload>
