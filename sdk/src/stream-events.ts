import type { StreamedEvent, StreamOptions } from './follow-events.ts'
import type { Transport } from './transport.ts'

export type { StreamedEvent, StreamOptions }

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
