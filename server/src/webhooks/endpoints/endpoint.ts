import type { CallContext, Mode } from '../../context.ts'
import { raw, type Sql, sql } from '../../db/database.ts'
import { notFound } from '../../lib/problem.ts'

/** An endpoint as the database has it. */
export interface EndpointRow {
  workspace_id: string
  id: string
  mode: Mode
  url: string
  description: string
  events: string[]
  disabled_reason: DisabledReason | null
  disabled_at: Date | null
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  failing_since: Date | null
  succeeded: number
  failed: number
  kept: number
  created_at: Date
  at: string
}

/**
 * A person switched it off; every delivery of five days failed; it answered 410; or its address was set in an account that has gone
 * to the person whose address it names.
 */
export type DisabledReason = 'person' | 'failing' | 'gone' | 'inherited'

/** An endpoint as the API shows it. */
export interface Endpoint {
  id: string
  url: string
  description: string
  /** Types of events; empty for all. */
  events: string[]
  status: 'enabled' | 'disabled'
  disabled_reason: DisabledReason | null
  disabled_at: string | null
  failing_since: string | null
  /** The attempts of the last 24 hours. */
  last_24_hours: { succeeded: number; failed: number }
  /** Deliveries that wait for the endpoint to be switched on and a person to have them sent; counted up to 10,000. */
  kept_deliveries: number
  /** When the secret before the last change stops to sign. */
  previous_secret_expires_at: string | null
  created_at: string
}

/** An endpoint with its secret, in the answers that make one. */
export interface EndpointWithSecret extends Endpoint {
  secret: string
}

const countedAtMost = 10_000

/** The columns of EndpointRow, of the endpoint `alias`. */
export function endpointColumns(alias: string): Sql {
  const e = raw(alias)
  const inLastDay = sql`counted.workspace_id = ${e}.workspace_id and counted.endpoint_id = ${e}.id
    and counted.hour > clock_timestamp() - interval '24 hours'`
  return sql`
  ${e}.workspace_id, ${e}.id, ${e}.mode, ${e}.url, ${e}.description, ${e}.events, ${e}.disabled_reason, ${e}.disabled_at, ${e}.secret,
  case when ${e}.previous_secret_until > clock_timestamp() then ${e}.previous_secret end as previous_secret,
  case when ${e}.previous_secret_until > clock_timestamp() then ${e}.previous_secret_until end as previous_secret_until,
  ${e}.failing_since, ${e}.created_at, ${e}.created_at::text as at,
  (select coalesce(sum(counted.succeeded), 0)::int from webhook_hours counted where ${inLastDay}) as succeeded,
  (select coalesce(sum(counted.failed), 0)::int from webhook_hours counted where ${inLastDay}) as failed,
  case when ${e}.disabled_at is null then 0 else (select count(*)::int from (
    select from webhook_deliveries waiting
    where waiting.workspace_id = ${e}.workspace_id and waiting.endpoint_id = ${e}.id and waiting.state = 'kept'
    limit ${countedAtMost}) kept) end as kept`
}

/** Finds an endpoint of this workspace and mode. @throws Problem 404 */
export async function findEndpoint(call: CallContext, id: string): Promise<EndpointRow> {
  const row = await call.db.row<EndpointRow>(sql`
    select ${endpointColumns('e')} from webhook_endpoints e where ${isEndpoint('e', call, id)}`)
  if (!row) throw notFound('webhook endpoint')
  return row
}

/**
 * Locks an endpoint before its deliveries are changed. Dispatchers lock in the same order. @throws Problem 404
 */
export async function lockEndpoint(call: CallContext, id: string): Promise<{ isOn: boolean }> {
  const row = await call.db.row<{ isOn: boolean }>(sql`
    select e.disabled_at is null as "isOn" from webhook_endpoints e where ${isEndpoint('e', call, id)} for no key update`)
  if (!row) throw notFound('webhook endpoint')
  return row
}

/** Whether `alias` is the endpoint of this workspace and mode with this id. */
export function isEndpoint(alias: string, { workspaceId, mode }: CallContext, id: string): Sql {
  const e = raw(alias)
  return sql`${e}.workspace_id = ${workspaceId} and ${e}.mode = ${mode} and ${e}.id = ${id}`
}

export function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    status: row.disabled_at === null ? 'enabled' : 'disabled',
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_24_hours: { succeeded: row.succeeded, failed: row.failed },
    kept_deliveries: row.kept,
    previous_secret_expires_at: row.previous_secret_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
