import { Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { storedKind } from '../kit/media/stored-file.ts'

const artefacts = Type.Object({
  /** The uploaded media, in the order of the draft. */
  media: Type.Array(
    Type.Object({
      kind: storedKind,
      /** As VK names it, such as `photo-1_456239017`. */
      attachment: text,
    }),
    { default: [] },
  ),
  /** The newest posts of the wall, or comments, from before ours: none of them can be it. Null until they are read. */
  seen: nullable(Type.Array(Type.Integer())),
})

/** Everything that `prepare` makes ready, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'A medium was stored incompletely.',
)
