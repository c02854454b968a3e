import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'

/** Everything `prepare` finds out and uploads, as it is stored between its calls. */
export interface Artefacts {
  /** The post's own key at the network: the same key again is the same post. */
  readonly rkey: string
  readonly createdAt: string
  /** The server that has the media: an upload to another server is not there. */
  readonly service: string
  /** The DIDs of those who are mentioned, by handle in lower case; handles nobody has are left out. */
  readonly dids: Readonly<Record<string, string>>
  readonly quote: RecordReference | null
  /** The media uploaded so far, in the order of the draft's. */
  readonly media: readonly UploadedMedium[]
  /** Null when the post shows none; undefined until that is known. */
  readonly card: LinkCard | null | undefined
}

export interface RecordReference {
  readonly uri: string
  readonly cid: string
}

export interface UploadedMedium {
  readonly mediaId: string
  /** The server's reference to the bytes. */
  readonly blob: JsonObject
  /** Null for a video that does not say. */
  readonly width: number | null
  readonly height: number | null
  readonly uploadedAt: string
}

/** The card of a page that a post links to. */
export interface LinkCard {
  readonly uri: string
  readonly title: string
  readonly description: string
  readonly thumb: JsonObject | null
  readonly uploadedAt: string
}

export function writeArtefacts({
  rkey,
  createdAt,
  service,
  dids,
  quote,
  media,
  card,
}: Artefacts): JsonObject {
  return {
    rkey,
    created_at: createdAt,
    service,
    dids,
    quote: quote && { uri: quote.uri, cid: quote.cid },
    media: media.map(({ mediaId, blob, width, height, uploadedAt }) => ({
      media_id: mediaId,
      blob,
      width,
      height,
      uploaded_at: uploadedAt,
    })),
    ...(card === undefined ? {} : { card: card && writeCard(card) }),
  }
}

function writeCard({ uri, title, description, thumb, uploadedAt }: LinkCard): JsonObject {
  return { uri, title, description, thumb, uploaded_at: uploadedAt }
}

/** The stored artefacts; null at first. */
export function readArtefacts(stored: JsonObject): Artefacts | null {
  const rkey = textOf(stored.rkey)
  const createdAt = textOf(stored.created_at)
  const service = textOf(stored.service)
  if (rkey === null || createdAt === null || service === null) return null
  const dids = Object.entries(asObject(stored.dids) ?? {}).flatMap(([handle, did]) =>
    typeof did === 'string' ? [[handle, did] as const] : [],
  )
  return {
    rkey,
    createdAt,
    service,
    dids: Object.fromEntries(dids),
    quote: readReference(stored.quote),
    media: isArray(stored.media) ? stored.media.map(readMedium) : [],
    card: stored.card === undefined ? undefined : readCard(stored.card),
  }
}

/** A place and what stands there; null unless it has both. */
export function readReference(given: Json | undefined): RecordReference | null {
  const { uri, cid } = asObject(given) ?? {}
  return typeof uri === 'string' && typeof cid === 'string' && cid !== '' ? { uri, cid } : null
}

function readMedium(stored: Json): UploadedMedium {
  const { media_id: id, blob, width, height, uploaded_at: at } = asObject(stored) ?? {}
  const mediaId = textOf(id)
  const uploadedAt = textOf(at)
  const reference = asObject(blob)
  if (mediaId === null || uploadedAt === null || !reference)
    throw new Error('An uploaded medium was stored incompletely.')
  return { mediaId, blob: reference, width: numberOf(width), height: numberOf(height), uploadedAt }
}

function numberOf(json: Json | undefined): number | null {
  return typeof json === 'number' ? json : null
}

function readCard(stored: Json): LinkCard | null {
  const { uri, title, description, thumb, uploaded_at: uploadedAt } = asObject(stored) ?? {}
  if (typeof uri !== 'string' || typeof title !== 'string' || typeof uploadedAt !== 'string') return null
  return { uri, title, description: textOf(description) ?? '', thumb: asObject(thumb), uploadedAt }
}
