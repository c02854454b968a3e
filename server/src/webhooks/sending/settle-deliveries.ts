import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { type HeldEndpoints, setDue } from './claim-deliveries.ts'
import { disableEndpoints } from './disable-endpoints.ts'
import { isListedEndpoint } from './is-listed-endpoint.ts'
import type { AttemptError } from './judge-answer.ts'
import { searchByIndex } from './search-by-index.ts'

/** An attempt that came to its end, with all that is kept of it. */
export interface EndedAttempt {
  readonly workspaceId: string
  readonly id: string
  readonly endpointId: string
  readonly fence: number
  readonly error: AttemptError | null
  /** Milliseconds until the next attempt; null when there is none. */
  readonly againInMs: number | null
  readonly at: Date
  readonly durationMs: number
  readonly status: number | null
  readonly requestHeaders: object
  readonly responseHeaders: object | null
  readonly responseBody: string | null
}

/** After so long without a success an endpoint is switched off. */
const patience = sql`interval '5 days'`

/**
 * Stores the ends of attempts, in one transaction: the state of each delivery, the log, the figures, and the endpoints that are
 * switched off by them. `holding` names those of which the dispatcher has more deliveries. An attempt whose delivery was claimed again meanwhile is left out, for the later claim counts.
 */
export async function settleDeliveries(
  tx: Queryable,
  attempts: readonly EndedAttempt[],
  holding: HeldEndpoints,
): Promise<void> {
  await searchByIndex(tx)
  const endpoints = await lockEndpoints(tx, attempts)
  await storeAttempts(tx, attempts)
  await switchOff(tx, attempts)
  await setDue(tx, endpoints, holding)
}

// In the order in which all lock them.
async function lockEndpoints(tx: Queryable, attempts: readonly EndedAttempt[]): Promise<Sql> {
  const places = [...new Map(attempts.map((each) => [each.endpointId, each])).values()]
  // The text is the same for any number of them, so that it is planned once.
  const which = sql`unnest(${places.map(({ workspaceId }) => workspaceId)}::uuid[],
    ${places.map(({ endpointId }) => endpointId)}::uuid[])`
  await tx.run(sql`
    select from webhook_endpoints e where ${isListedEndpoint(which)}
    order by e.workspace_id, e.id for no key update`)
  return which
}

const attemptColumns = sql`workspace_id uuid, id uuid, endpoint_id uuid, fence int, error text, again_in_ms float8,
  at timestamptz, duration_ms int, status int, request_headers jsonb, response_headers jsonb, response_body text`

function listOf(attempts: readonly EndedAttempt[]): Sql {
  const rows = attempts.map((each) => ({
    workspace_id: each.workspaceId,
    id: each.id,
    endpoint_id: each.endpointId,
    fence: each.fence,
    error: each.error,
    again_in_ms: each.againInMs,
    at: each.at,
    duration_ms: each.durationMs,
    status: each.status,
    request_headers: each.requestHeaders,
    response_headers: each.responseHeaders,
    response_body: each.responseBody,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(${attemptColumns})`
}

// Rows are found by their whole key alone: while a table is small, a condition on the state would lead to an index of all that is
// pending, for as long as the plan is kept.
/** Stores the attempts, counts them by the hour, and notes which endpoints fail, in one statement. */
async function storeAttempts(tx: Queryable, attempts: readonly EndedAttempt[]): Promise<void> {
  await tx.run(sql`
    with a as materialized (
      select a.*, d.ctid as place, e.is_on from ${listOf(attempts)} cross join lateral (
        select ctid, fence, state from webhook_deliveries d
        where d.workspace_id = a.workspace_id and d.id = a.id offset 0) d
      cross join lateral (
        select disabled_at is null as is_on from webhook_endpoints e
        where e.workspace_id = a.workspace_id and e.id = a.endpoint_id offset 0) e
      where d.fence = a.fence and d.state = 'pending'
    ), settled as (
      update webhook_deliveries d set attempts = d.attempts + 1, last_attempt_at = a.at, lease_owner = null,
        tries = d.tries + (a.error is not null)::int,
        state = case when a.error is null then 'delivered' when a.again_in_ms is null then 'failed'
          when not a.is_on then 'kept' else 'pending' end,
        next_at = case when a.error is not null and a.is_on
          then clock_timestamp() + make_interval(secs => a.again_in_ms / 1000) end
      from a where d.ctid = any(array(select place from a)) and d.workspace_id = a.workspace_id and d.id = a.id
      returning d.workspace_id, d.id, d.attempts
    ), of_endpoint as materialized (
      select n.*, e.place from (
        select workspace_id, endpoint_id, count(*) filter (where error is null) as succeeded,
          count(*) filter (where error is not null) as failed
        from ${listOf(attempts)} group by workspace_id, endpoint_id) n
      cross join lateral (
        select ctid as place from webhook_endpoints e
        where e.workspace_id = n.workspace_id and e.id = n.endpoint_id offset 0) e
    ), counted as (
      insert into webhook_hours as h (workspace_id, endpoint_id, hour, succeeded, failed)
      select o.workspace_id, o.endpoint_id, date_trunc('hour', clock_timestamp()), o.succeeded, o.failed
      from of_endpoint o order by o.workspace_id, o.endpoint_id
      on conflict (workspace_id, endpoint_id, hour)
      do update set succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed
    ), healthy as (
      update webhook_endpoints e set failing_since = case
        when o.succeeded > 0 then null else coalesce(e.failing_since, crier_now(e.workspace_id, e.mode)) end
      from of_endpoint o
      where e.ctid = any(array(select place from of_endpoint)) and e.workspace_id = o.workspace_id
        and e.id = o.endpoint_id and (o.succeeded = 0 or e.failing_since is not null)
    )
    insert into webhook_attempts (workspace_id, delivery_id, number, at, duration_ms, error, status, request_headers,
      response_headers, response_body)
    select s.workspace_id, s.id, s.attempts, a.at, a.duration_ms, a.error, a.status, a.request_headers, a.response_headers,
      a.response_body
    from settled s join a on a.workspace_id = s.workspace_id and a.id = s.id`)
}

async function switchOff(tx: Queryable, attempts: readonly EndedAttempt[]): Promise<void> {
  if (attempts.every(({ error }) => error === null)) return
  const rows = await tx.rows<{ workspace_id: string; id: string; reason: 'gone' | 'failing' }>(sql`
    select e.workspace_id, e.id, case when n.is_gone then 'gone' else 'failing' end as reason
    from (select a.workspace_id, a.endpoint_id, bool_or(a.error = 'gone') as is_gone from ${listOf(attempts)}
      group by a.workspace_id, a.endpoint_id) n
      join webhook_endpoints e on e.workspace_id = n.workspace_id and e.id = n.endpoint_id
    where e.disabled_at is null
      and (n.is_gone or e.failing_since <= crier_now(e.workspace_id, e.mode) - ${patience})`)
  await disableEndpoints(
    tx,
    rows.map(({ workspace_id: workspaceId, ...row }) => ({ workspaceId, ...row })),
  )
}
