import type { CallContext } from '../../context.ts'
import { raw, type Sql, sql } from '../../db/database.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import { notFound } from '../../lib/problem.ts'
import { type AttemptError, attemptErrors, keptText } from '../sending/judge-answer.ts'
import { mostAttempts } from '../sending/retry-schedule.ts'
import { writePayload } from '../sending/send-delivery.ts'

/** A delivery as the database has it, with its event and its attempts. */
export interface DeliveryRow {
  id: string
  endpoint_id: string
  state: DeliveryState
  is_sending: boolean
  is_test: boolean
  tries: number
  next_at: Date | null
  created_at: Date
  at: string
  event: { id: string; type: string; createdAt: string; data: JsonObject }
  attempts: AttemptRow[]
}

/** `kept`: the endpoint is off, and a person may have the delivery sent. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'kept'] as const
export type DeliveryState = (typeof deliveryStates)[number]

interface AttemptRow {
  number: number
  at: string
  duration_ms: number
  error: AttemptError | null
  status: number | null
  request_headers: Record<string, string>
  response_headers: Record<string, string> | null
  response_body: string | null
}

interface Attempt {
  number: number
  at: string
  duration_ms: number
  success: boolean
  status_code: number | null
  error: { code: AttemptError; message: string } | null
}

/** A delivery as lists show it. */
export interface Delivery {
  id: string
  webhook_endpoint_id: string
  event_id: string
  event_type: string
  status: DeliveryState
  created_at: string
  /** When it is sent next, by the clock of its mode; null when it is not. */
  next_attempt_at: string | null
  /** The failed attempts of the present schedule, and how many it has. */
  tries: { failed: number; most: number }
  attempts: Attempt[]
}

/** A delivery with what was sent and answered. */
export interface WholeDelivery extends Omit<Delivery, 'attempts'> {
  /** The beginning of the body, the same for every attempt. */
  request_body: string
  attempts: (Attempt & {
    request_headers: Record<string, string>
    response_headers: Record<string, string> | null
    response_body: string | null
  })[]
}

/** The names of the two tables in a statement. */
export interface DeliveryAliases {
  readonly delivery: string
  readonly endpoint: string
}

/** The columns of DeliveryRow. */
export function deliveryColumns({ delivery, endpoint }: DeliveryAliases): Sql {
  const [d, e] = [raw(delivery), raw(endpoint)]
  return sql`
  ${d}.id, ${d}.endpoint_id, ${d}.state, ${d}.lease_owner is not null as is_sending, ${d}.is_test, ${d}.tries,
  ${d}.next_at + (crier_now(${e}.workspace_id, ${e}.mode) - clock_timestamp()) as next_at, ${d}.created_at, ${d}.created_at::text as at,
  (select json_build_object('id', event.id, 'type', event.type, 'createdAt', event.created_at, 'data', event.data)
    from events event where event.workspace_id = ${d}.workspace_id and event.id = ${d}.event_id) as event,
  (select coalesce(json_agg(attempt order by attempt.number), '[]') from webhook_attempts attempt
    where attempt.workspace_id = ${d}.workspace_id and attempt.delivery_id = ${d}.id) as attempts`
}

/** Whether the delivery is one of this endpoint, in its workspace and mode. */
export function isDeliveryOf(
  { delivery, endpoint }: DeliveryAliases,
  { workspaceId, mode }: CallContext,
  endpointId: string,
): Sql {
  const [d, e] = [raw(delivery), raw(endpoint)]
  return sql`${e}.workspace_id = ${workspaceId} and ${e}.mode = ${mode} and ${e}.id = ${endpointId}
    and ${d}.workspace_id = ${e}.workspace_id and ${d}.endpoint_id = ${e}.id`
}

/** Finds a delivery of an endpoint. @throws Problem 404 */
export async function findDelivery(call: CallContext, endpointId: string, id: string): Promise<DeliveryRow> {
  const aliases = { delivery: 'd', endpoint: 'e' }
  const row = await call.db.row<DeliveryRow>(sql`
    select ${deliveryColumns(aliases)} from webhook_deliveries d, webhook_endpoints e
    where ${isDeliveryOf(aliases, call, endpointId)} and d.id = ${id}`)
  if (!row) throw notFound('delivery')
  return row
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhook_endpoint_id: row.endpoint_id,
    event_id: row.event.id,
    event_type: row.event.type,
    status: row.state,
    created_at: row.created_at.toISOString(),
    // While it is being sent, the time in its row is the end of a lease.
    next_attempt_at: row.is_sending ? null : (row.next_at?.toISOString() ?? null),
    tries: { failed: row.tries, most: row.is_test ? 1 : mostAttempts },
    attempts: row.attempts.map(toAttempt),
  }
}

export function toWholeDelivery(row: DeliveryRow): WholeDelivery {
  return {
    ...toDelivery(row),
    request_body: keptText(writePayload(row.event)),
    attempts: row.attempts.map((attempt) => ({
      ...toAttempt(attempt),
      request_headers: attempt.request_headers,
      response_headers: attempt.response_headers,
      response_body: attempt.response_body,
    })),
  }
}

function toAttempt({ number, at, duration_ms, status, error }: AttemptRow): Attempt {
  return {
    number,
    at: new Date(at).toISOString(),
    duration_ms,
    success: error === null,
    status_code: status,
    error: error && { code: error, message: attemptErrors[error] },
  }
}
