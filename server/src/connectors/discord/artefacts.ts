import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { storedFile } from '../kit/media/stored-file.ts'

const file = Type.Object({
  ...storedFile,
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
