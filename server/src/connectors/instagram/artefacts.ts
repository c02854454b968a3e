import { Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'

const container = Type.Object({ id: text, createdAt: text, looks: Type.Integer(), failed: Type.Integer() })

const artefacts = Type.Object({
  /** The version of the API, which the commit names too. */
  version: Type.String({ default: '' }),
  /** The containers of a carousel, in the order of its media. */
  children: Type.Array(container, { default: [] }),
  /** The container that is published. */
  container: nullable(container),
  /** The newest posts, or comments below the post, from before the send, so none of them can be ours. */
  seen: Type.Array(Type.String(), { default: [] }),
})

/** Everything `prepare` makes and finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'A container was stored incompletely.',
)
