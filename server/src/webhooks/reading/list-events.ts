import type { CallContext } from '../../context.ts'
import type { EventType } from '../event-catalog.ts'
import { type CursorPlace, readEventCursor, writeEventCursor } from './event-cursor.ts'
import { beforeAll, type EventPosition, readEnd } from './event-position.ts'
import type { StoredEvent } from './read-stretch.ts'
import { readWorkspaceEvents } from './read-workspace-events.ts'

export interface EventQuery {
  type?: EventType[]
  subject?: string
  limit?: number
  /** `now` for the end; left out or empty for the beginning. */
  cursor?: string
}

/** An event as the API shows it. */
export interface Event {
  id: string
  type: EventType
  created_at: string
  data: object
}

export interface EventList {
  data: Event[]
  meta: { limit: number; next: string | null; cursor: string }
}

/** The events of this workspace and mode, oldest first in the order of commits. @throws Problem 422 */
export async function listEvents(call: CallContext, query: EventQuery, url: URL): Promise<EventList> {
  const { context, db, workspaceId, mode } = call
  const place: CursorPlace = { workspaceId, mode, secretKeys: context.secretKeys }
  const { type: types = null, subject: subjectId = null, limit = 10 } = query
  const after = await findStart(call, query.cursor ?? '')
  const page = await readWorkspaceEvents(db, { workspaceId, mode, types, subjectId }, after, limit)
  const cursor = writeEventCursor(place, page.end)
  const next = new URL(url)
  next.searchParams.set('cursor', cursor)
  return { data: page.events.map(toApiEvent), meta: { limit, next: page.hasMore ? next.href : null, cursor } }
}

/** The position that a cursor names. @throws Problem 422 */
export async function findStart(
  { context, db, workspaceId, mode }: Pick<CallContext, 'context' | 'db' | 'workspaceId' | 'mode'>,
  cursor: string,
): Promise<EventPosition> {
  if (cursor === '') return beforeAll
  if (cursor === 'now') return readEnd(db)
  return readEventCursor({ workspaceId, mode, secretKeys: context.secretKeys }, cursor)
}

export function toApiEvent({ id, type, createdAt, data }: StoredEvent): Event {
  return { id, type, created_at: createdAt.toISOString(), data }
}
