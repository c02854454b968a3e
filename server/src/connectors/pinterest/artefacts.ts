import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const picture = Type.Object({
  /** The medium of the draft, or a rendition of it. */
  mediaId: text,
  mimeType: text,
  bytes: Type.Integer({ minimum: 0 }),
})

/** A picture as it is sent. */
export type PictureToSend = Static<typeof picture>

const video = Type.Object({
  /** Pinterest's name for it. */
  id: text,
  state: Type.Union([Type.Literal('registered'), Type.Literal('uploaded'), Type.Literal('ready')]),
  registeredAt: text,
  /** How often we asked whether it is processed. */
  looks: Type.Integer({ minimum: 0, default: 0 }),
})

export type RegisteredVideo = Static<typeof video>

const artefacts = Type.Object({
  /** The pictures as they fit, in the order of the draft's. */
  pictures: Type.Array(picture, { default: [] }),
  cover: nullable(picture),
  video: nullable(video),
  /** The Pins that stood on the board before ours: none of them can be it. Null until they are read. */
  seen: nullable(Type.Array(Type.String())),
})

export type Artefacts = Static<typeof artefacts>

/** Everything `prepare` makes ready and uploads, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'An upload was stored incompletely.',
)

const upload = Type.Object({ id: text, url: text, fields: Type.Array(Type.Array(Type.String())) })

/** Where a video goes, with a signature that gives access. It is sealed. */
export const { read: readUpload, write: writeUpload } = stored(
  Type.Object({ upload: nullable(upload) }),
  'The upload of a video was stored incompletely.',
)

export type Upload = Static<typeof upload>
