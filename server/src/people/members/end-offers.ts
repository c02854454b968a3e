import { type Queryable, sql } from '../../db/database.ts'

/**
 * Ends what a person has offered to others in a workspace, or in all: invitations, connect links, and sign-ins at networks that
 * were begun. Each would bring somebody in, or an account, in the name of one who may no longer do that. Offers of keys that the
 * person made end too, as the keys themselves do.
 */
export async function endOffers(tx: Queryable, userId: string, workspaceId: string | null): Promise<void> {
  const isThere = workspaceId === null ? sql`true` : sql`workspace_id = ${workspaceId}`
  const isTheirs = sql`(actor_kind = 'user' and actor_id = ${userId}
    or actor_kind = 'key' and actor_id in (
      select id::text from api_keys where user_id = ${userId} and not by_operator and ${isThere}))`
  await tx.run(sql`delete from invitations where invited_by = ${userId} and ${isThere}`)
  // In the order in which a sign-in that is being stored takes them: attempt, link.
  await tx.run(sql`
    delete from connect_attempts
    where ${isThere} and (${isTheirs} and status in ('waiting', 'finishing', 'choosing') or link_id in (
      select id from connect_links where ${isThere} and ${isTheirs}))`)
  await tx.run(sql`delete from connect_links where ${isThere} and ${isTheirs}`)
}
