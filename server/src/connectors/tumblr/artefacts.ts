import { type Static, Type } from 'typebox'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { storedFile } from '../kit/media/stored-file.ts'

const file = Type.Object({
  ...storedFile,
  altText: Type.String({ default: '' }),
  width: nullable(Type.Integer({ minimum: 1 })),
  height: nullable(Type.Integer({ minimum: 1 })),
})

/** A medium as it is sent. */
export type FileToSend = Static<typeof file>

const artefacts = Type.Object({
  files: Type.Array(file, { default: [] }),
  /** The blogs that the text mentions, as far as they were looked for. */
  blogs: Type.Array(Type.Object({ name: text, blogId: nullable(text) }), { default: [] }),
  /** The newest posts of the blog before ours: none of them can be it. Null until they are read. */
  seen: nullable(Type.Array(Type.String())),
})

export type Artefacts = Static<typeof artefacts>

/** Everything that `prepare` finds out and makes ready, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'A medium was stored incompletely.',
)
