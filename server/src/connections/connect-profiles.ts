import { recordAudit, toAuditActor } from '../audit/record-audit.ts'
import type { Identified } from '../connectors/connector.ts'
import { requireConnector } from '../connectors/of-platform.ts'
import type { Context, Origin } from '../context.ts'
import type { Queryable } from '../db/database.ts'
import { type AttemptRow, endAttempt } from './connect-attempt.ts'
import { useLink } from './links/use-link.ts'
import { requireMayConnect } from './require-may-connect.ts'
import { storeConnections } from './store-connections.ts'

/**
 * Connects profiles for an attempt, ends it, and uses up the link from which it was begun: all of it or nothing. Call it in
 * a transaction, and `context.wake(0)` once that is committed. Answers the ids of the accounts.
 * @throws Problem 403 `may_not_connect`; 409 `connected_elsewhere`, `link_used`
 */
export async function connectProfiles(
  tx: Queryable,
  context: Context,
  row: AttemptRow,
  profiles: readonly Identified[],
  from: Origin,
): Promise<string[]> {
  await requireMayConnect(tx, row)
  const connector = requireConnector(context, row.platform)
  const place = { connector, workspaceId: row.workspace_id, mode: row.mode, way: row.way }
  const connected = await storeConnections(tx, context, place, profiles)
  await useLink(tx, row, connected)
  await endAttempt(tx, row, { connected })
  await recordConnected(tx, row, connected, from)
  return connected
}

async function recordConnected(
  tx: Queryable,
  { workspace_id: workspaceId, mode, platform, link_id, actor_kind: kind, actor_id: id }: AttemptRow,
  accounts: readonly string[],
  from: Origin,
): Promise<void> {
  const place = { actor: toAuditActor({ kind, id }), workspaceId, mode, from }
  const details = { platform, ...(link_id === null ? {} : { connect_link: link_id }) }
  for (const subjectId of accounts)
    await recordAudit(tx, { action: 'account.connect', ...place, subjectId, details })
}
