import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { loadRecurrence, showRecurrence } from './recurrence-row.ts'
import type { Recurrence } from './recurrence-schema.ts'

type Place = Pick<CallContext, 'db' | 'workspaceId' | 'mode'>

/** Records that a recurrence was made, in its transaction. */
export async function recordCreated(place: Place, recurrence: Recurrence): Promise<void> {
  const { id, status, external_id } = recurrence
  const data = { id, status, external_id, next_at: nextOf(recurrence) }
  await recordEvent(place.db, { ...place, type: 'recurrence.created', subjectId: id, data })
  await keepTold(place, recurrence)
}

/** Records that a recurrence was deleted, in its transaction. */
export async function recordDeleted(place: Place, { id, status, external_id }: Recurrence): Promise<void> {
  const data = { id, status: 'deleted', previous_status: status, external_id } as const
  await recordEvent(place.db, { ...place, type: 'recurrence.deleted', subjectId: id, data })
}

/**
 * Records which status a locked recurrence has now, if the last event told another, and answers it. The row keeps what was
 * told, so each change of the status is told once, whoever finds it first. One from before there were such events is told
 * of only where it needs a person.
 */
export async function recordStatus(place: Place, id: string): Promise<Recurrence> {
  const row = await loadRecurrence(place, id)
  const recurrence = showRecurrence(row)
  const { status, external_id, problems } = recurrence
  if (status === row.told_status) return recurrence
  await keepTold(place, recurrence)
  if (row.told_status === null && status !== 'needs_attention') return recurrence
  const previous_status = row.told_status ?? 'active'
  const data = { id, previous_status, external_id, next_at: nextOf(recurrence), problems }
  const subject = { ...place, subjectId: id }
  const { db } = place
  if (status === 'active')
    await recordEvent(db, { ...subject, type: 'recurrence.active', data: { ...data, status } })
  else if (status === 'paused')
    await recordEvent(db, { ...subject, type: 'recurrence.paused', data: { ...data, status } })
  else if (status === 'ended')
    await recordEvent(db, { ...subject, type: 'recurrence.ended', data: { ...data, status } })
  else await recordEvent(db, { ...subject, type: 'recurrence.needs_attention', data: { ...data, status } })
  return recurrence
}

function nextOf({ next_times: [next] }: Recurrence): string | null {
  return next?.at ?? null
}

async function keepTold({ db, workspaceId }: Place, { id, status }: Recurrence): Promise<void> {
  await db.run(
    sql`update recurrences set told_status = ${status} where workspace_id = ${workspaceId} and id = ${id}`,
  )
}
