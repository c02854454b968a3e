import type { Crop, MediaKind } from '../../connectors/connector.ts'
import type { Mode } from '../../context.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import type { StoredFacts } from '../../media/stored-facts.ts'
import type { MediaReference } from './post-request.ts'

/** The accounts and media that a post names in its workspace and mode, and the time by the clock of those. */
export interface Sources {
  readonly now: Date
  /** By id, and by number as digits. It may hold more than the request names, of the same workspace and mode. */
  readonly accounts: ReadonlyMap<string, AccountSource>
  readonly mediaOf: (reference: MediaReference) => MediaSource | undefined
  /** They were read up to five seconds ago. */
  readonly mayBeStale: boolean
}

export interface AccountSource {
  readonly id: string
  readonly number: number
  readonly platform: string
  readonly external_id: string
  readonly username: string
  readonly settings: JsonObject
  /** Changes with every change of its row. */
  readonly version: string
  /** A disconnected account keeps its row. */
  readonly status: 'active' | 'needs_reconnect' | 'blocked' | 'disabled' | 'disconnected'
}

export interface MediaSource {
  readonly id: string
  readonly media_id: string
  readonly public_name: string
  readonly state: 'waiting' | 'receiving' | 'ready' | 'rejected'
  readonly kind: MediaKind | null
  readonly mime_type: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly duration_ms: number | null
  readonly alt_text: string
  readonly focus_x: number | null
  readonly focus_y: number | null
  readonly facts: StoredFacts | null
  readonly crop: Crop | null
}

/** The accounts and media that one post names. */
export interface NamedSources {
  readonly workspaceId: string
  readonly mode: Mode
  /** Ids in lower case, and numbers as digits. */
  readonly accountNames: readonly string[]
  readonly references: readonly MediaReference[]
}
