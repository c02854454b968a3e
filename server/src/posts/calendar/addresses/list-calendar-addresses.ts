import { type Queryable, sql } from '../../../db/database.ts'
import { type AddressOwner, addressColumns, type ShownAddress } from './calendar-address.ts'

/** Lists the calendar addresses that a person has in a workspace, newest first. */
export function listCalendarAddresses(
  db: Queryable,
  { workspaceId, userId }: AddressOwner,
): Promise<ShownAddress[]> {
  return db.rows<ShownAddress>(sql`
    select ${addressColumns} from calendar_addresses
    where workspace_id = ${workspaceId} and user_id = ${userId} order by created_at desc, id desc`)
}
