import type { Mode, Origin } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'

/** The word for what it was done to, and what was done: `post.update`. */
export type AuditAction = `${string}.${string}`

/** The actor. The kind `nobody` is an unknown person, who failed to sign in. */
export interface AuditActor {
  readonly kind: 'key' | 'user' | 'operator' | 'system' | 'nobody'
  /** The key or the user. */
  readonly id: string | null
}

/** An entry of the audit log. No secret is ever in it. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly actor: AuditActor
  /** Null: it concerns the server or a person. */
  readonly workspaceId: string | null
  /** Null: it concerns live and test data alike. */
  readonly mode: Mode | null
  /** The id of what it was done to. */
  readonly subjectId: string | null
  readonly from: Origin
  readonly details?: JsonObject
}

export function subjectKindOf(action: AuditAction): string {
  return action.slice(0, action.indexOf('.'))
}
