import type { Mode } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { Json } from '../lib/json/json.ts'

export type EventType =
  | 'post.created'
  | 'post.updated'
  | 'post.processing'
  | 'post.posted'
  | 'post.partial'
  | 'post.failed'
  | 'post.needs_review'
  | 'post.held'
  | 'post.canceled'
  | 'post.deleted'
  | 'post_result.published'
  | 'post_result.failed'
  | 'post_result.needs_review'
  | 'social_account.connected'
  | 'social_account.needs_reconnect'
  | 'social_account.disconnected'
  | 'media.ready'
  | 'media.rejected'

export interface NewEvent {
  workspaceId: string
  mode: Mode
  type: EventType
  /** The post, target, account or media it tells of. */
  subjectId: string
  /**
   * Tells apart two events of one type on one subject; the same one again is the same event. A target's fence, or for
   * what happens by a person's hand the time in microseconds (leave it out for that).
   */
  version?: number
  data: { readonly [key: string]: Json }
}

/** Writes down what happened, in the transaction that makes it happen. */
export async function recordEvent(tx: Queryable, event: NewEvent): Promise<void> {
  await tx.run(sql`
    insert into events (workspace_id, id, mode, type, subject_id, version, data)
    values (${event.workspaceId}, ${newId()}, ${event.mode}, ${event.type}, ${event.subjectId},
      coalesce(${event.version ?? null}::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint),
      ${JSON.stringify(event.data)}::jsonb)
    on conflict (workspace_id, subject_id, type, version) do nothing`)
}
