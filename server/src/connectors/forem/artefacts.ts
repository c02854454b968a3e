import { Type } from 'typebox'
import { nullable, stored } from '../kit/media/stored.ts'

/** The number of the draft that the commit makes public, as it is stored between the calls of `prepare`. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  Type.Object({ articleId: nullable(Type.Integer({ minimum: 1 })) }),
  'A draft was stored without its number.',
)
