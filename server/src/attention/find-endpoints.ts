import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import type { AttentionRow } from './attention-schema.ts'

/** Webhook endpoints that Crier switched off. An endpoint that a person switched off needs nobody. */
export function findEndpoints(
  { db, workspaceId, mode }: CallContext,
  limit: number,
): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(sql`
    select disabled_at as since, disabled_reason as reason, id as webhook_endpoint_id, url, count(*) over ()::int as total
    from webhook_endpoints
    where workspace_id = ${workspaceId} and mode = ${mode} and disabled_reason in ('failing', 'gone', 'inherited')
    order by disabled_at desc, id limit ${limit}`)
}
