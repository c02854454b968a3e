import { type Queryable, sql } from '../../../db/database.ts'
import { notFound } from '../../../lib/problem.ts'
import type { AddressOwner } from './calendar-address.ts'

/** Ends one of a person’s calendar addresses for good, at once. @throws Problem 404 */
export async function deleteCalendarAddress(
  tx: Queryable,
  { workspaceId, userId }: AddressOwner,
  id: string,
): Promise<void> {
  const deleted = await tx.run(sql`
    delete from calendar_addresses where workspace_id = ${workspaceId} and user_id = ${userId} and id = ${id}`)
  if (deleted === 0) throw notFound('calendar address')
}
