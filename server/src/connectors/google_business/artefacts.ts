import { Type } from 'typebox'
import { nullable, stored } from '../kit/media/stored.ts'

/** Everything `prepare` finds and makes ready, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  Type.Object({
    /** The address of the photo, of this attempt alone. */
    photo: nullable(Type.String()),
    /** The posts that stood there before ours: none of them can be it. Null until they are read. */
    seen: nullable(Type.Array(Type.String())),
  }),
  'A post was prepared incompletely.',
)
