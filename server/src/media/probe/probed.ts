import type { MediaKind, RemovedPart, VideoFacts } from '../../connectors/connector.ts'
import type { Piece, Scan } from '../../lib/containers/scan.ts'

/** The facts that probing found in a file. */
export interface Probed {
  readonly kind: MediaKind
  /** Pixels as it is seen upright. */
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
  readonly facts: MediaFacts
  /** The parts of a copy without location and foreign data, to be served in place of the file; null when it has none. */
  readonly cleaned: readonly Piece[] | null
}

/** Facts beyond the size, which networks and plans ask for. They are stored with the medium, as JSON. */
export interface MediaFacts {
  readonly video: VideoFacts | null
  /** Whether a video has a high dynamic range, which ordinary screens show grey. */
  readonly isHdr: boolean
  /** The pages of a document; null where they cannot be counted. */
  readonly pages: number | null
  /** Null for everything that is no picture. */
  readonly picture: PictureFacts | null
  /** The parts that the cleaned copy lacks. */
  readonly removed: readonly RemovedPart[]
}

export interface PictureFacts {
  readonly frames: number
  readonly hasAlpha: boolean
  /** Such as `srgb`, `cmyk`, `b-w` and `rgb16`; null for HEIC, which nothing here decodes. */
  readonly colorSpace: string | null
  /** Bits of a channel; null for a HEIC that does not say so. */
  readonly bitDepth: number | null
  /** By which of eight turns its pixels are to be shown, as EXIF counts: 1 is upright. */
  readonly orientation: number
}

export const noFacts: MediaFacts = { video: null, isHdr: false, pages: null, picture: null, removed: [] }

export function removedBy({ location, foreign }: Pick<Scan, 'location' | 'foreign'>): RemovedPart[] {
  return [...(location ? (['location'] as const) : []), ...(foreign ? (['foreign'] as const) : [])]
}

export type RefusedCode =
  | 'media_hash_mismatch'
  | 'media_type_mismatch'
  | 'media_damaged'
  | 'media_too_large'
  | 'media_too_complex'

/** Why the content of a file is refused, under a stable code. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: RefusedCode
  /** The message without the name of the file, for readers who show that themselves. */
  readonly rule: string

  constructor(code: RefusedCode, message: string, rule = message) {
    super(message)
    this.code = code
    this.rule = rule
  }
}
