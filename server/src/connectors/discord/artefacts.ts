import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const file = Type.Object({
  /** The medium of the draft, or a rendition of it. */
  mediaId: text,
  kind: Type.Union([
    Type.Literal('image'),
    Type.Literal('gif'),
    Type.Literal('video'),
    Type.Literal('document'),
  ]),
  mimeType: text,
  bytes: Type.Integer({ minimum: 0 }),
  altText: Type.String({ default: '' }),
})

/** A medium as it is sent. */
export type FileToSend = Static<typeof file>

/** Everything `prepare` makes ready: the media as they fit, in the order of the draft's, and the place in the channel. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  Type.Object({
    files: Type.Array(file, { default: [] }),
    /** The newest message that a bot saw in the channel before ours: none up to it can be ours. Null where it saw none. */
    newest: nullable(text),
  }),
  'A medium was stored incompletely.',
)
