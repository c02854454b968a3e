import type { Config } from '../../../config.ts'
import { type Queryable, sql } from '../../../db/database.ts'
import { notFound } from '../../../lib/problem.ts'
import { type AddressOwner, type MadeAddress, newCalendarSecret } from './calendar-address.ts'

/** Gives one of a person’s calendars another address. The one that it had ends at once. @throws Problem 404 */
export async function replaceCalendarAddress(
  tx: Queryable,
  config: Pick<Config, 'publicUrl'>,
  { workspaceId, userId }: AddressOwner,
  id: string,
): Promise<MadeAddress> {
  const { url, hash } = newCalendarSecret(config)
  const replaced = await tx.run(sql`
    update calendar_addresses set secret_hash = ${hash}, last_read_at = null
    where workspace_id = ${workspaceId} and user_id = ${userId} and id = ${id}`)
  if (replaced === 0) throw notFound('calendar address')
  return { id, url }
}
