import { type AccountOwner, saveConnectedAccount } from '../accounts/save-connected-account.ts'
import type { Connector, Identified } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { releaseHeld } from '../publishing/person/held-targets.ts'

/** Where a profile is connected, and by which connector. */
export interface ConnectionPlace extends Omit<AccountOwner, 'platform'> {
  readonly connector: Connector
}

/**
 * Stores profiles that signed in, each with its credentials, and releases the posts that waited for them. All of them or
 * none: call it in a transaction, and `context.wake(0)` once that is committed. Answers the ids of the accounts.
 * @throws Problem 409 `connected_elsewhere`
 */
export async function storeConnections(
  tx: Queryable,
  context: Context,
  { connector, ...place }: ConnectionPlace,
  profiles: readonly Identified[],
): Promise<string[]> {
  const owner = { ...place, platform: connector.platform }
  const ids: string[] = []
  // In one order everywhere, so that two transactions never wait for each other’s profile; and all of them before the first
  // account is stored, which takes the lock of the workspace’s numbers.
  const sorted = profiles.toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1))
  for (const profile of sorted) await refuseHeldElsewhere(tx, owner, connector.name, profile)
  for (const profile of sorted) {
    const accountId = await saveConnectedAccount(tx, context.sealer, owner, profile)
    const range = { workspaceId: owner.workspaceId, accountId }
    await releaseHeld(
      tx,
      range,
      ['reconnect', 'blocked', 'disconnected'],
      context.config.timings.prepareLeadMs,
    )
    ids.push(accountId)
  }
  return ids
}

/**
 * The token that was given is not revoked: at many networks that would end the other workspace’s access too.
 *
 * Without the lock: this workspace looks and finds the profile free, another looks and finds it free, both store it. With
 * it the second looks once the first has committed.
 */
async function refuseHeldElsewhere(
  tx: Queryable,
  { workspaceId, mode, platform }: AccountOwner,
  name: string,
  { externalId, username }: Identified,
): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${platform} ${externalId}`}, 4747))`)
  // An account that this workspace holds already stays connected, whoever else got it before this was refused.
  const other = await tx.row(sql`
    select a.id from social_accounts a
    where a.platform = ${platform} and a.external_id = ${externalId} and a.disconnected_at is null
      and a.workspace_id <> ${workspaceId} and not exists (
        select from social_accounts own where own.workspace_id = ${workspaceId} and own.mode = ${mode}
          and own.platform = ${platform} and own.external_id = ${externalId} and own.disconnected_at is null)
    limit 1`)
  if (!other) return
  throw new Problem(
    409,
    'connected_elsewhere',
    sentence(
      '{username} on {network} is connected in another workspace of this server. Disconnect it there first.',
      { username, network: name },
    ),
  )
}
