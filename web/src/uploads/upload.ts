import type { CrierClient, Media } from '@crier/sdk'
import type { Mode } from '../session/clients.ts'

/** The part of a session that an upload needs, and the place that waits for its file. */
export interface UploadPlace {
  readonly api: CrierClient
  readonly scope: readonly [workspace: string, mode: Mode]
  /** Names the place that takes the media: `library`, or the field of one post. */
  readonly owner: string
}

export type UploadState =
  /** Others go first. */
  | 'waiting'
  | 'sending'
  /** All bytes are there, and the server looks at the file. */
  | 'examining'
  /** The server fetches it from an address. */
  | 'importing'
  | 'done'
  | 'failed'
  /** The page was left while it was sent, so the file has to be chosen again. */
  | 'interrupted'
  /** A medium of this name and size is there already. */
  | 'twin'

/** One file on its way in. */
export interface Upload {
  readonly key: string
  readonly owner: string
  /** The workspace and mode, in one text. */
  readonly place: string
  readonly name: string
  /** In bytes; 0 while a file that is imported is not here yet. */
  readonly size: number
  readonly state: UploadState
  /** The bytes that the server was sent, or has where it said so. */
  readonly sentBytes: number
  /** The medium, once it is ready; of a `twin` the one that is there. */
  readonly medium: Media | null
  /** Anything that was thrown. */
  readonly fault: unknown
  /** Shows a picture before it is uploaded. */
  readonly pictureUrl: string | null
}

/** One text for a workspace and mode. */
export const placeName = (scope: UploadPlace['scope']): string => scope.join(' ')

/** Files of this size or larger are sent so that they can go on after a reload. */
export const resumableFrom = 50 * 1024 * 1024
