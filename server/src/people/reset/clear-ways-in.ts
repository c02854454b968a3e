import { revokeKeysOf } from '../../api-keys/revoke-keys-of.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { disableEndpoints } from '../../webhooks/sending/disable-endpoints.ts'
import { endOffers } from '../members/end-offers.ts'
import { endReviewLinks } from '../members/end-review-links.ts'

/**
 * Takes away everything but the password that opens a person's account or acts in their name, what they have offered to
 * others, and where they have sent events. Somebody else may have made the account than the person who has shown now that its
 * address is theirs. Workspaces stay with their members and accounts, for most people made them themselves: they are asked to look.
 */
export async function clearWaysIn(tx: Queryable, userId: string): Promise<void> {
  await endOffers(tx, userId, null)
  await tx.run(sql`delete from passkeys where user_id = ${userId}`)
  await tx.run(sql`delete from identities where user_id = ${userId}`)
  await tx.run(sql`delete from authenticators where user_id = ${userId}`)
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await tx.run(sql`delete from calendar_addresses where user_id = ${userId}`)
  await endReviewLinks(tx, userId, null)
  await revokeKeysOf(tx, userId, null)
  // After the keys: one that was setting an address meanwhile has done so, or is refused.
  await disableEndpointsSetBy(tx, userId)
}

/** Events of a workspace go nowhere that somebody else may have chosen. They are kept, to be sent once a person says so. */
async function disableEndpointsSetBy(tx: Queryable, userId: string): Promise<void> {
  const endpoints = await tx.rows<{ workspaceId: string; id: string }>(sql`
    select workspace_id as "workspaceId", id from webhook_endpoints where set_by = ${userId} and disabled_at is null
    order by workspace_id, id for no key update`)
  await disableEndpoints(
    tx,
    endpoints.map((endpoint) => ({ ...endpoint, reason: 'inherited' as const })),
  )
}
