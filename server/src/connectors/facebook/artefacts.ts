import { type Static, Type } from 'typebox'
import { usualGraphVersion } from '../kit/graph/graph.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

const count = Type.Integer({ minimum: 0 })

const photo = Type.Object({ mediaId: text, id: text, uploadedAt: text })

const video = Type.Object({
  /** Facebook's id of the video. */
  id: text,
  createdAt: text,
  looks: count,
  failed: count,
  /** The upload and the bytes that Facebook wants next; it has all of them where both places are the same. */
  session: nullable(Type.Object({ id: text, start: count, end: count })),
})

const artefacts = Type.Object({
  /** The version of the API to publish with. */
  version: Type.String({ default: usualGraphVersion }),
  /** The photos uploaded so far, in the order of the draft's. Nobody sees them yet. */
  photos: Type.Array(photo, { default: [] }),
  video: nullable(video),
  /** The newest posts or comments from before the send, so none of them can be ours. */
  seen: Type.Array(Type.String(), { default: [] }),
})

export type Artefacts = Static<typeof artefacts>
export type Photo = Static<typeof photo>
export type KeptVideo = Static<typeof video>

/** Everything `prepare` uploads and finds out, as it is stored between its calls. */
export const { read: readArtefacts, write: writeArtefacts } = stored(
  artefacts,
  'A photo was stored without its id.',
)
