import { type Queryable, sql } from '../db/database.ts'
import { currentEra } from './reading/event-position.ts'

/** Numbers of events and webhooks for a monitor, each with its meaning. */
export const webhookFigures = {
  names: {
    crier_events_held_back_seconds:
      'How long the oldest event has waited that readers do not see yet. A transaction that writes for long holds it back.',
    crier_events_unplanned_seconds:
      'How long the oldest readable event has waited for its webhook deliveries to be made.',
    crier_webhook_due: 'Webhook deliveries that are due and not under way, up to 10000.',
    crier_webhook_due_oldest_seconds:
      'How long the oldest of them has been due. Failing endpoints are left out.',
    crier_webhook_retrying: 'Webhook deliveries that wait for another attempt, up to 10000.',
    crier_webhook_endpoints_failing:
      'Webhook endpoints to which nothing was delivered since a delivery failed.',
    crier_webhook_endpoints_disabled: 'Webhook endpoints that are switched off.',
  },
  read: readWebhookFigures,
} as const

type Figures = Record<keyof typeof webhookFigures.names, number>

const countedAtMost = 10_000

export async function readWebhookFigures(db: Queryable): Promise<Figures> {
  const row = await db.row<Figures>(sql`
    select
      coalesce((select extract(epoch from clock_timestamp() - e.created_at)::float8 from events e
        where (e.era, e.txid) >= (${currentEra}, pg_snapshot_xmin(pg_current_snapshot()))
        order by e.era, e.txid, e.id limit 1), 0) as crier_events_held_back_seconds,
      coalesce((select extract(epoch from clock_timestamp() - e.created_at)::float8
        from event_readers r cross join lateral (select created_at from events e
          where (e.era, e.txid, e.id) > (r.era, r.txid, r.event_id) order by e.era, e.txid, e.id limit 1) e
        where r.name = 'webhooks'), 0) as crier_events_unplanned_seconds,
      (select count(*)::int from (select from webhook_endpoints e
        join webhook_deliveries d on d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.state = 'pending'
          and d.next_at <= clock_timestamp() and d.lease_owner is null
        where e.due_at is not null limit ${countedAtMost}) due) as crier_webhook_due,
      coalesce((select greatest(0, extract(epoch from clock_timestamp() - min(d.next_at)))::float8
        from webhook_endpoints e cross join lateral (select next_at from webhook_deliveries d
          where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.state = 'pending' and d.lease_owner is null
          order by next_at limit 1) d
        where e.due_at is not null and e.failing_since is null), 0) as crier_webhook_due_oldest_seconds,
      (select count(*)::int from (select from webhook_endpoints e
        join webhook_deliveries d on d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.state = 'pending'
          and d.next_at > clock_timestamp() and d.lease_owner is null
        where e.due_at is not null limit ${countedAtMost}) waiting) as crier_webhook_retrying,
      (select count(*)::int from webhook_endpoints where failing_since is not null and disabled_at is null)
        as crier_webhook_endpoints_failing,
      (select count(*)::int from webhook_endpoints where disabled_at is not null) as crier_webhook_endpoints_disabled`)
  if (!row) throw new Error('The figures of webhooks could not be read.')
  return row
}
