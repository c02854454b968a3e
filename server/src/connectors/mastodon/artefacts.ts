import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'

/** Everything `prepare` uploads and finds out, as it is stored between its calls. */
export interface Artefacts {
  /** The media uploaded so far, in the order of the draft's. */
  readonly media: readonly Uploaded[]
  /** The newest of the account's posts as they stood before ours: none of them can be it. Null: not looked yet. */
  readonly seen: readonly string[] | null
}

export interface Uploaded {
  readonly mediaId: string
  /** The server's name for it. */
  readonly id: string
  /** Where the server shows it, by which some servers' posts name it; null until it is processed. */
  readonly url: string | null
  readonly isReady: boolean
  readonly uploadedAt: string
}

export function writeArtefacts({ media, seen }: Artefacts): JsonObject {
  return {
    media: media.map(({ mediaId, id, url, isReady, uploadedAt }) => ({
      media_id: mediaId,
      id,
      url,
      is_ready: isReady,
      uploaded_at: uploadedAt,
    })),
    seen,
  }
}

export function readArtefacts(stored: JsonObject): Artefacts {
  return {
    media: isArray(stored.media) ? stored.media.map(readUploaded) : [],
    seen: isArray(stored.seen) ? stored.seen.filter((id) => typeof id === 'string') : null,
  }
}

function readUploaded(stored: Json): Uploaded {
  const medium = asObject(stored)
  const mediaId = textOf(medium?.media_id)
  const id = textOf(medium?.id)
  const uploadedAt = textOf(medium?.uploaded_at)
  if (mediaId === null || id === null || uploadedAt === null)
    throw new Error('An uploaded medium was stored incompletely.')
  return { mediaId, id, url: textOf(medium?.url), isReady: medium?.is_ready === true, uploadedAt }
}
