import type { Mode } from '../../context.ts'
import { type Database, type Queryable, type Sql, sql } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { isListedEndpoint } from './is-listed-endpoint.ts'
import { searchByIndex } from './search-by-index.ts'

/** A delivery that this dispatcher alone may send now. */
export interface ClaimedDelivery {
  readonly workspaceId: string
  readonly id: string
  readonly endpointId: string
  readonly fence: number
  /** Failed attempts since the delivery was last started. */
  readonly tries: number
  readonly isTest: boolean
  readonly mode: Mode
  readonly url: string
  /** Sealed. */
  readonly secret: string
  readonly previousSecret: string | null
  /** Whether no delivery to the endpoint succeeded since one failed. */
  readonly isFailing: boolean
  /** When it became due, as the database writes it. */
  readonly dueAt: string
  readonly event: { id: string; type: string; createdAt: string; data: JsonObject }
}

export interface ClaimOptions {
  /** Whose leases they are. */
  readonly owner: string
  /** The most endpoints of one claim. */
  readonly endpoints: number
  /** Whether endpoints that are failing may be among them. */
  readonly takesFailing: boolean
  /** Endpoints of which this dispatcher has enough to send for now. */
  readonly passedOver: readonly string[]
  /** Endpoints of which this dispatcher has deliveries. */
  readonly held: readonly string[]
  /** A dispatcher that is silent for so long counts as dead. */
  readonly leaseMs: number
}

/** The most deliveries to one endpoint that are under way at once, in all processes. */
export const atOncePerEndpoint = 5
/** The most deliveries to one endpoint that a dispatcher has in its hands, to be sent one after the other. */
const inHandPerEndpoint = 25

interface EndpointKey {
  workspace_id: string
  id: string
}

/**
 * Claims deliveries that are due, endpoint by endpoint: of an endpoint with many it takes a handful, and of one that is failing
 * one, so it delays no other. Endpoints are taken in the order in which they became due; one of which another dispatcher has
 * deliveries, or at which it looks, is left to it. An endpoint that is off has only tests to be sent. Nothing is claimed while a guard is up, because a copy of a database must not speak for its original.
 */
export async function claimDeliveries(db: Database, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    await searchByIndex(tx)
    const endpoints = await lockDue(tx, options)
    if (endpoints.length === 0) return []
    // A statement of its own sees what was claimed before the locks were taken.
    const claimed = await take(tx, endpoints, options)
    const holds = new Set(claimed.map(({ endpointId }) => endpointId))
    await setDue(
      tx,
      sql`(select workspace_id, id from ${listOf(endpoints)})`,
      leaseOf(options, [...holds, ...options.held]),
    )
    return claimed
  })
}

function lockDue(tx: Queryable, options: ClaimOptions): Promise<EndpointKey[]> {
  return tx.rows<EndpointKey>(sql`
    select e.workspace_id, e.id from webhook_endpoints e
    where e.due_at <= (select clock_timestamp()) and ${isOpenTo(options)}
    order by e.due_at limit ${options.endpoints} for no key update of e skip locked`)
}

/**
 * Whether a dispatcher may claim deliveries to the endpoint `e` when they are due. One dispatcher at a time has deliveries of an
 * endpoint, so that it alone counts how many are under way.
 */
export function isOpenTo({
  owner,
  takesFailing,
  passedOver,
}: Pick<ClaimOptions, 'owner' | 'takesFailing' | 'passedOver'>): Sql {
  return sql`(${takesFailing} or e.failing_since is null) and e.id <> all(${[...passedOver]}::uuid[])
    and not exists (select from guards)
    and (e.lease_owner is null or e.lease_owner = ${owner} or e.lease_until <= clock_timestamp())`
}

function listOf(places: readonly EndpointKey[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as asked(workspace_id uuid, id uuid)`
}

// Rows are found by index and changed by their place: a plan that reads all pending rows would make each claim cost as much as
// the backlog is long. Nobody else changes them meanwhile, because the endpoints are locked.
async function take(
  tx: Queryable,
  endpoints: readonly EndpointKey[],
  { owner, leaseMs }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  return tx.rows<ClaimedDelivery>(sql`
    with e as materialized (
      select e.* from ${listOf(endpoints)} join webhook_endpoints e using (workspace_id, id)
    ), due as materialized (
      select d.ctid, d.id, d.next_at from e cross join lateral (
        select d.ctid, d.id, d.next_at from webhook_deliveries d
        where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.state = 'pending'
          and d.next_at <= (select clock_timestamp())
        order by d.next_at limit case when e.failing_since is null then ${inHandPerEndpoint}::int else 1 end) d
    ), claimed as (
      update webhook_deliveries d set lease_owner = ${owner}, fence = d.fence + 1,
        next_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8)
      where d.ctid = any (array(select ctid from due))
      returning d.*
    )
    select c.workspace_id as "workspaceId", c.id, c.endpoint_id as "endpointId", c.fence, c.tries, c.is_test as "isTest",
      e.mode, e.url, e.secret, case when e.previous_secret_until > clock_timestamp() then e.previous_secret end as "previousSecret",
      e.failing_since is not null as "isFailing", due.next_at::text as "dueAt",
      json_build_object('id', v.id, 'type', v.type, 'data', v.data, 'createdAt', v.created_at) as event
    from claimed c join due on due.id = c.id join e on e.workspace_id = c.workspace_id and e.id = c.endpoint_id
      cross join lateral (select * from events where workspace_id = c.workspace_id and id = c.event_id offset 0) v`)
}

/** Keeps the endpoints of which a dispatcher has deliveries for it, and leaves the others to everybody. */
export interface HeldEndpoints {
  readonly owner: string
  readonly held: readonly string[]
  readonly leaseMs: number
}

function leaseOf({ owner, leaseMs }: ClaimOptions, held: readonly string[]): HeldEndpoints {
  return { owner, leaseMs, held }
}

/**
 * Sets when the endpoints in `which` are looked at next: with the next pending delivery, whose time is the end of its lease while
 * a dispatcher has it. A dispatcher says of which it has deliveries; a person changes nothing in that.
 */
export async function setDue(tx: Queryable, which: Sql, holding: HeldEndpoints | null = null): Promise<void> {
  const { owner, held, leaseMs } = holding ?? { owner: null, held: [], leaseMs: 0 }
  await tx.run(sql`
    update webhook_endpoints e set due_at = (
        select d.next_at from webhook_deliveries d
        where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.state = 'pending'
        order by d.next_at limit 1),
      lease_owner = case when e.id = any(${[...held]}::uuid[]) then ${owner}::text
        when e.lease_owner = ${owner}::text then null else e.lease_owner end,
      lease_until = case when e.id = any(${[...held]}::uuid[]) then clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8)
        when e.lease_owner = ${owner}::text then null else e.lease_until end
    where ${isListedEndpoint(which)}`)
}
