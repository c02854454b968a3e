import { Type } from 'typebox'
import { text } from './stored.ts'

/** The kinds of media, as a connector stores one between its calls. */
export const storedKind = Type.Union([
  Type.Literal('image'),
  Type.Literal('gif'),
  Type.Literal('video'),
  Type.Literal('document'),
])

/** The members of a file that `prepare` made ready and a later step sends. */
export const storedFile = {
  /** The medium of the draft, or a rendition of it. */
  mediaId: text,
  kind: storedKind,
  mimeType: text,
  bytes: Type.Integer({ minimum: 0 }),
}
