import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const artefacts = Type.Object({
  /** The addresses of the pictures, in their order, under which everybody sees them. */
  mediaUrls: Type.Array(Type.String(), { default: [] }),
  quoted: nullable(Type.Object({ fid: Type.Integer({ minimum: 1 }), hash: text })),
  /** The hashes of the newest casts as they stood before ours: none of them can be it. Null: not looked yet. */
  seen: nullable(Type.Array(Type.String())),
})

export type Artefacts = Static<typeof artefacts>

/** Everything `prepare` finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'A quoted cast was stored incompletely.',
)
