import type { Mode } from '../../context.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import type { EventType } from '../event-catalog.ts'
import { type EventPosition, isAfter, isReadable } from './event-position.ts'
import { type EventRow, eventColumns, type StoredEvent, toEvent } from './read-stretch.ts'

/** The events that somebody wants to read. */
export interface EventFilter {
  readonly workspaceId: string
  readonly mode: Mode
  /** Null for all. */
  readonly types: readonly EventType[] | null
  /** The post, result, account, medium or endpoint they are about; null for all. */
  readonly subjectId: string | null
}

export interface EventPage {
  readonly events: readonly StoredEvent[]
  /** Where to go on. It is behind the last event that was looked at, wanted or not. */
  readonly end: EventPosition
  /** Whether there is more to read at once. */
  readonly hasMore: boolean
}

/** The most events that one page looks at. A filter that few events pass ends the page early, so each page costs alike. */
const lookedAt = 5_000

/** The next events of a workspace after a position, in the order of commits. */
export async function readWorkspaceEvents(
  db: Queryable,
  filter: EventFilter,
  after: EventPosition,
  limit: number,
): Promise<EventPage> {
  const rows = await db.rows<EventRow & { is_last: boolean }>(sql`
    with seen as materialized (
      select e.id, e.era, e.txid, ${isWanted(filter)} as is_wanted, row_number() over (order by e.era, e.txid, e.id) as place
      from events e where ${isOfWorkspace(filter)} and ${isAfter('e', after)} and ${isReadable('e')}
      order by e.era, e.txid, e.id limit ${filter.types === null ? limit + 1 : lookedAt}
    ), wanted as materialized (select * from seen where is_wanted order by place limit ${limit + 1}),
    shown as (select id, false as is_last from wanted
      union all select id, true from seen where place = ${lookedAt} and (select count(*) from wanted) <= ${limit})
    select ${eventColumns('e')}, s.is_last from shown s join events e on e.workspace_id = ${filter.workspaceId} and e.id = s.id
    order by e.era, e.txid, e.id, s.is_last`)
  const wanted = rows.filter((row) => !row.is_last)
  const shown = wanted.slice(0, limit)
  const edge = rows.find((row) => row.is_last) ?? shown.at(-1)
  const hasMore = wanted.length > limit || rows.some((row) => row.is_last)
  return { events: shown.map(toEvent), end: edge ? toEvent(edge) : after, hasMore }
}

function isOfWorkspace({ workspaceId, mode, subjectId }: EventFilter): Sql {
  const ofSubject = subjectId === null ? sql`` : sql`and e.subject_id = ${subjectId}`
  return sql`e.workspace_id = ${workspaceId} and e.mode = ${mode} ${ofSubject}`
}

function isWanted({ types }: EventFilter): Sql {
  return types === null ? sql`true` : sql`e.type = any(${types}::text[])`
}
