import type { Mode } from '../context.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { EventData, EventType } from './event-catalog.ts'

export interface NewEvent<Type extends EventType> {
  workspaceId: string
  mode: Mode
  /** Made here unless given. */
  id?: string
  type: Type
  /** The post, result, account, medium, recurrence, feed, note or endpoint it is about. */
  subjectId: string
  /**
   * Tells apart two events of one type on one subject: a second one of the same version is not written. Left out: the
   * time in microseconds.
   */
  version?: number
  data: EventData<Type>
}

/** Writes one event, in the transaction of the change that it records. */
export async function recordEvent<Type extends EventType>(
  tx: Queryable,
  { workspaceId, mode, id = newId(), type, subjectId, version, data }: NewEvent<Type>,
): Promise<void> {
  await tx.run(
    insertEvents(sql`
      select ${workspaceId}::uuid as workspace_id, ${id}::uuid as id, ${mode}::text as mode, ${type}::text as type,
        ${subjectId}::uuid as subject_id, ${version ?? null}::bigint as version,
        ${JSON.stringify(data)}::jsonb as data`),
  )
}

/**
 * The statement, or the clause of one, that writes events for verbs that make many in SQL.
 *
 * @param events selects `workspace_id`, `id`, `mode`, `type`, `subject_id`, `version` (null for the time in microseconds)
 * and `data`, of the form that the catalogue gives the type.
 */
export function insertEvents(events: Sql): Sql {
  return sql`
    insert into events (workspace_id, id, mode, type, subject_id, version, data)
    select workspace_id, id, mode, type, subject_id,
      coalesce(version, (extract(epoch from clock_timestamp()) * 1000000)::bigint), data
    from (${events}) news
    on conflict (workspace_id, subject_id, type, version) do nothing`
}
