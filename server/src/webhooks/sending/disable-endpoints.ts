import type { Mode } from '../../context.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import type { DisabledReason } from '../endpoints/endpoint.ts'
import { recordEvent } from '../record-event.ts'

interface EndpointPlace {
  readonly workspaceId: string
  readonly id: string
}

/**
 * Switches endpoints off by themselves, and records an event of each, which other endpoints receive and of which people are
 * told. Their pending deliveries are kept. The caller holds the locks of the endpoints.
 */
export async function disableEndpoints(
  tx: Queryable,
  endpoints: readonly (EndpointPlace & { readonly reason: Exclude<DisabledReason, 'person'> })[],
): Promise<void> {
  for (const { workspaceId, id, reason } of endpoints) {
    const row = await tx.row<{ mode: Mode; url: string; failing_since: Date | null; disabled_at: Date }>(sql`
      update webhook_endpoints set disabled_reason = ${reason}, disabled_at = crier_now(workspace_id, mode)
      where workspace_id = ${workspaceId} and id = ${id} returning mode, url, failing_since, disabled_at`)
    if (row === null) continue
    await recordEvent(tx, {
      workspaceId,
      mode: row.mode,
      type: 'webhook_endpoint.disabled',
      subjectId: id,
      data: {
        id,
        status: 'disabled',
        reason,
        host: new URL(row.url).host,
        failing_since: row.failing_since?.toISOString() ?? null,
        disabled_at: row.disabled_at.toISOString(),
      },
    })
  }
  await keepPendingDeliveries(tx, endpoints)
}

/** Keeps the pending deliveries of endpoints that are off. Deliveries under way are settled by their dispatchers. */
export async function keepPendingDeliveries(
  tx: Queryable,
  endpoints: readonly EndpointPlace[],
): Promise<void> {
  for (const { workspaceId, id } of endpoints)
    await tx.run(sql`
      update webhook_deliveries d set state = 'kept', next_at = null
      where ${isPendingOf(workspaceId, id)} and d.lease_owner is null and not d.is_test`)
}

function isPendingOf(workspaceId: string, endpointId: string): Sql {
  return sql`d.workspace_id = ${workspaceId} and d.endpoint_id = ${endpointId} and d.state = 'pending'`
}
