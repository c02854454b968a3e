import { type Static, Type } from 'typebox'
import { nullable, stored } from '../kit/media/stored.ts'
import { storedFile } from '../kit/media/stored-file.ts'

const file = Type.Object({
  ...storedFile,
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  durationMs: nullable(Type.Number()),
})

/** A medium as the receiver fetches it. */
export type FileToFetch = Static<typeof file>

/** Everything `prepare` makes ready, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  Type.Object({
    /** The media as they fit, in the order of the draft's. */
    files: Type.Array(file, { default: [] }),
    /** The addresses of the files, of this attempt alone. */
    urls: Type.Array(Type.String(), { default: [] }),
    /** Whether the receiver knew repeats when this was prepared: one that learned it later need not know the first message. */
    knowsRepeats: Type.Boolean({ default: false }),
  }),
  'A post was prepared incompletely.',
)
