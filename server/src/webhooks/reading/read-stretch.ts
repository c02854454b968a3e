import type { Mode } from '../../context.ts'
import { type Queryable, raw, type Sql, sql } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import type { EventType } from '../event-catalog.ts'
import { type EventPosition, isAfter, isReadable } from './event-position.ts'

/** An event as it is stored. */
export interface StoredEvent extends EventPosition {
  readonly workspaceId: string
  readonly mode: Mode
  readonly type: EventType
  /** The post, result, account or medium it is about. */
  readonly subjectId: string
  /** The data, in the form that the catalogue gives the type. */
  readonly data: JsonObject
  readonly createdAt: Date
}

/** A stretch of the events of all workspaces. */
export interface Stretch {
  /** How many events it has. */
  readonly length: number
  /** The position of the last one; null where there is none. */
  readonly end: EventPosition | null
  /** The events of it that concern the reader, in the order of commits. */
  readonly events: readonly StoredEvent[]
}

/**
 * The next events of all workspaces after a position, in the order of commits: at most `most`. An event is never skipped and
 * never given twice to a reader that goes on from the end of the stretch it got. Most events concern few readers, so
 * those that do not, by a condition on the event `e`, stay in the database.
 */
export async function readStretch(
  db: Queryable,
  after: EventPosition,
  { most, concerns }: { readonly most: number; readonly concerns: Sql },
): Promise<Stretch> {
  const rows = await db.rows<StretchRow>(sql`
    with stretch as materialized (
      select e.* from events e where ${isAfter('e', after)} and ${isReadable('e')} order by e.era, e.txid, e.id limit ${most}
    ), last as (
      select s.era as end_era, s.txid as end_txid, s.id as end_id, (select count(*)::int from stretch) as length
      from stretch s order by s.era desc, s.txid desc, s.id desc limit 1
    )
    select last.end_era, last.end_txid::text as end_txid, last.end_id, last.length, concerned.*
    from last left join (select ${eventColumns('e')} from stretch e where ${concerns}) concerned on true
    order by concerned.era, concerned.txid::xid8, concerned.id`)
  const [first] = rows
  if (first === undefined) return { length: 0, end: null, events: [] }
  const { end_era: era, end_txid: txid, end_id: id, length } = first
  const events = rows.filter((row): row is FoundRow => row.id !== null).map(eventOf)
  return { length, end: { era, txid, id }, events }
}

interface EndOfStretch {
  end_era: number
  end_txid: string
  end_id: string
  length: number
}

type FoundRow = EndOfStretch & EventRow
/** A stretch without an event that concerns its reader has one row all the same. */
type StretchRow = FoundRow | (EndOfStretch & { id: null })

function eventOf({ end_era, end_txid, end_id, length, ...row }: FoundRow): StoredEvent {
  return toEvent(row)
}

/** The columns of the event `alias`, for `toEvent`. */
export function eventColumns(alias: string): Sql {
  return raw(`${alias}.workspace_id, ${alias}.id, ${alias}.mode, ${alias}.type, ${alias}.subject_id, ${alias}.data,
    ${alias}.created_at, ${alias}.era, ${alias}.txid::text as txid`)
}

export interface EventRow {
  workspace_id: string
  id: string
  mode: Mode
  type: EventType
  subject_id: string
  data: JsonObject
  created_at: Date
  era: number
  txid: string
}

export function toEvent({
  workspace_id: workspaceId,
  subject_id: subjectId,
  created_at: createdAt,
  ...event
}: EventRow): StoredEvent {
  return { ...event, workspaceId, subjectId, createdAt }
}
