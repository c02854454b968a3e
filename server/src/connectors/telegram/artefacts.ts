import { type Static, Type } from 'typebox'
import { nullable, stored } from '../kit/media/stored.ts'
import { storedFile } from '../kit/media/stored-file.ts'

const file = Type.Object({
  ...storedFile,
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  durationMs: nullable(Type.Number()),
  /** Whether a video can be played before all of it has come. */
  isFastStart: Type.Boolean({ default: false }),
})

/** A medium as it is sent. */
export type FileToSend = Static<typeof file>

/** Everything `prepare` makes ready: the media as they fit, in the order of the draft's. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  Type.Object({ files: Type.Array(file, { default: [] }) }),
  'A medium was stored incompletely.',
)
