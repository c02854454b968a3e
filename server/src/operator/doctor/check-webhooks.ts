import type { Database } from '../../db/database.ts'
import { counted } from '../../lib/text/counted.ts'
import { readWebhookFigures } from '../../webhooks/webhook-figures.ts'
import { type Finding, finding, note } from './finding.ts'

// Delays that no ordinary load causes.
const longestHeldBackSeconds = 60
const longestDueSeconds = 300

/** Checks whether events reach their readers, and whether webhooks are sent. */
export async function checkWebhooks(db: Database): Promise<Finding[]> {
  const figures = await readWebhookFigures(db)
  const heldBack = Math.round(figures.crier_events_held_back_seconds)
  const late = Math.round(
    Math.max(figures.crier_events_unplanned_seconds - heldBack, figures.crier_webhook_due_oldest_seconds),
  )
  return [
    finding(
      'events',
      heldBack <= longestHeldBackSeconds,
      heldBack <= longestHeldBackSeconds
        ? 'Events are read as they are committed.'
        : `An event has waited for ${heldBack} s, because a transaction has been writing in this database server since before it.`,
      'Find the transaction in pg_stat_activity (the oldest backend_xid) or pg_prepared_xacts, and end it.',
    ),
    finding(
      'webhooks',
      late <= longestDueSeconds,
      late <= longestDueSeconds
        ? 'Webhooks are sent on time.'
        : `A webhook delivery has been due for ${late} s.`,
      'Check that a worker is running, and add another one if they are busy.',
    ),
    ...noteEndpoints(figures),
  ]
}

function noteEndpoints({
  crier_webhook_endpoints_failing: failing,
  crier_webhook_endpoints_disabled: disabled,
}: Awaited<ReturnType<typeof readWebhookFigures>>): Finding[] {
  if (failing + disabled === 0) return []
  const found = `${counted(failing, 'webhook endpoint')} failing, ${disabled} switched off.`
  return [note('endpoints', found, 'GET /v1/webhook-endpoints shows which, and their deliveries show why.')]
}
