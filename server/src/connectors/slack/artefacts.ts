import { type Static, Type } from 'typebox'
import { stored, text } from '../kit/media/stored.ts'

const file = Type.Object({
  /** The medium of the draft. */
  mediaId: text,
  /** Its id at Slack, where nobody sees it until the post is made. */
  fileId: text,
  uploadedAt: text,
})

/** A file that Slack has and nobody sees. */
export type UploadedFile = Static<typeof file>

/** Everything `prepare` has uploaded, in the order of the draft's media. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  Type.Object({ files: Type.Array(file, { default: [] }) }),
  'A file was stored incompletely.',
)
