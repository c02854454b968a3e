import type { CrierEvent } from './generated/catalogs.ts'
import type { Transport } from './transport.ts'

export interface StreamOptions {
  /** The `cursor` of the last event that you have handled; those after it come first. Without it, only new events come. */
  lastEventId?: string | undefined
  /** Ends the stream, with a `RequestAbortedError`. Leaving the loop ends it too. */
  signal?: AbortSignal | undefined
  /** How long nothing may come, signs of life included, before the connection is opened again; 60,000 by default. */
  silenceMs?: number | undefined
}

/** An event with its place in the stream: give `cursor` as `lastEventId` to go on behind it, also after a restart. */
export type StreamedEvent = CrierEvent & { readonly cursor: string | undefined }

/**
 * Follows a stream of events for as long as it is walked. A connection that ends is opened again, behind the last event
 * that came. A refusal, such as of a revoked key, ends the stream with its error.
 */
export async function* streamEvents(
  transport: Transport,
  path: string,
  options: StreamOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  // A page that follows no events does not load what that takes.
  const { followEvents } = await import('./follow-events.ts')
  yield* followEvents(transport, path, options)
}
