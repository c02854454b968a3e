import { type Static, Type } from 'typebox'
import { nullable, stored } from '../kit/media/stored.ts'

const artefacts = Type.Object({
  /** The number of the draft that the commit makes public. */
  articleId: nullable(Type.Integer({ minimum: 1 })),
  /** Whether it is the second draft, because the first was not there any more. */
  isMadeAgain: Type.Boolean({ default: false }),
})

export type Artefacts = Static<typeof artefacts>

/** Everything that `prepare` finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'A draft was stored without its number.',
)
