import type { Context } from '../../context.ts'
import { abortAfter } from '../../lib/concurrency/with-timeout.ts'
import { signatureHeaders } from '../../lib/secrecy/webhook-signature.ts'
import { sealedIn } from '../../secrets/sealed-columns.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { type AttemptOutcome, judgeAnswer, judgeFailure, keptBytes, keptHeaders } from './judge-answer.ts'
import { pauseAfter } from './retry-schedule.ts'
import type { EndedAttempt } from './settle-deliveries.ts'

/** The whole attempt, from looking up the name to the last byte of the answer, may take so long. */
export const attemptTimeoutMs = 15_000

/** Sends one delivery once. Answers null if `signal` cut it off, because its outcome is then unknown. */
export async function sendDelivery(
  context: Pick<Context, 'outbound' | 'sealer'>,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<EndedAttempt | null> {
  const body = writePayload(delivery.event)
  const sentAt = new Date()
  const headers = {
    'content-type': 'application/json',
    ...signatureHeaders({ id: delivery.event.id, sentAt, body }, openSecrets(context, delivery)),
  }
  const startedAt = performance.now()
  const outcome = await abortAfter(attemptTimeoutMs, signal, async (stop) => {
    const request = { method: 'POST', url: delivery.url, headers, body } as const
    const limits = { timeoutMs: attemptTimeoutMs * 2, maxBytes: keptBytes, isCut: true, isRepeatable: true }
    try {
      return judgeAnswer(await context.outbound.fetch(request, { ...limits, signal: stop }), new Date())
    } catch (error) {
      return signal.aborted ? null : judgeFailure(error, stop.aborted)
    }
  })
  const durationMs = Math.round(performance.now() - startedAt)
  return outcome && endAttempt(delivery, outcome, { at: sentAt, durationMs, headers })
}

/** The body of every attempt: the event, byte for byte the same. */
export function writePayload({ id, type, createdAt, data }: ClaimedDelivery['event']): string {
  return JSON.stringify({ id, type, created_at: new Date(createdAt).toISOString(), data })
}

function openSecrets({ sealer }: Pick<Context, 'sealer'>, delivery: ClaimedDelivery): string[] {
  const { workspaceId, endpointId, secret, previousSecret } = delivery
  const current = sealer.open(secret, sealedIn('webhook_endpoints.secret', workspaceId, endpointId))
  if (previousSecret === null) return [current]
  const place = sealedIn('webhook_endpoints.previous_secret', workspaceId, endpointId)
  return [current, sealer.open(previousSecret, place)]
}

interface SentRequest {
  readonly at: Date
  readonly durationMs: number
  readonly headers: Readonly<Record<string, string>>
}

function endAttempt(
  { workspaceId, id, endpointId, fence, tries, isTest }: ClaimedDelivery,
  { error, answer, retryAfterMs }: AttemptOutcome,
  { at, durationMs, headers }: SentRequest,
): EndedAttempt {
  const mayRepeat = error !== null && !isTest
  return {
    ...{ workspaceId, id, endpointId, fence, error, at, durationMs },
    againInMs: mayRepeat ? pauseAfter(tries + 1, Math.random(), retryAfterMs) : null,
    status: answer?.status ?? null,
    // A signature is good for some minutes.
    requestHeaders: keptHeaders({ ...headers, 'webhook-signature': 'hidden' }),
    responseHeaders: answer?.headers ?? null,
    responseBody: answer?.body ?? null,
  }
}
