import type { MediaKind } from '../connectors/connector.ts'
import type { Piece } from '../lib/containers/scan.ts'

/** The facts that probing found in a file. */
export interface Probed {
  readonly kind: MediaKind
  /** Pixels as it is seen upright. */
  readonly width: number | null
  readonly height: number | null
  readonly durationMs: number | null
  /** The parts of a copy without location and foreign data, to be served in place of the file; null when it has none. */
  readonly cleaned: readonly Piece[] | null
}

export type RefusedCode = 'media_type_mismatch' | 'media_damaged' | 'media_too_large' | 'media_too_complex'

/** Why the content of a file is refused, under a stable code. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: RefusedCode

  constructor(code: RefusedCode, message: string) {
    super(message)
    this.code = code
  }
}
