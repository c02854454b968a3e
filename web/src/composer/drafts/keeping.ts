import type { Conflict } from '../merge-content.ts'
import type { ServerPost } from './device-drafts.ts'

/** Where the work is: on the server, or only here and why. */
export type SaveState =
  | { readonly kind: 'none' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'device'; readonly why: 'offline' | 'no-account' | 'working-copy' }
  | { readonly kind: 'conflict' }
  /** The post was deleted elsewhere. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Parts that somebody else changed too, and who that was. */
export interface Clash {
  readonly conflicts: readonly Conflict[]
  readonly theirs: ServerPost
  /** The state of the post from which both began. */
  readonly base: ServerPost
}

/** The post as it is known, and the conflicts between it and the work on it. */
export interface Keeping {
  readonly saved: ServerPost | null
  readonly state: SaveState
  readonly clash: Clash | null
  /** Whether this device refuses to keep anything, as one whose disk is full does. */
  readonly isDeviceFull: boolean
}

/** The state in which work begins. */
export function beginningOf({ saved, isGone }: { saved: ServerPost | null; isGone: boolean }): SaveState {
  if (isGone) return { kind: 'gone' }
  return saved === null ? { kind: 'none' } : { kind: 'saved', at: savedAt(saved) }
}

/** When the server took the post as it is. */
export function savedAt({ post }: ServerPost): number {
  return Date.parse(post.updated_at)
}
