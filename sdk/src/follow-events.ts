import { ConnectionError, CrierError, parseJson } from './errors.ts'
import type { CrierEvent } from './generated/catalogs.ts'
import { readEventStream } from './read-event-stream.ts'
import { aborted, pause, pauseBeforeRetry } from './retry.ts'
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

/** Opens connections one after the other, and gives what comes over them. @throws CrierError where the server refuses */
export async function* followEvents(
  transport: Transport,
  path: string,
  { lastEventId, signal, silenceMs = 60_000, ...query }: StreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  let last = lastEventId
  let failures = 0
  let pauseMs: number | undefined
  for (;;) {
    const connection = openConnection(silenceMs, signal)
    try {
      const headers = {
        Accept: 'text/event-stream',
        ...(last === undefined ? {} : { 'Last-Event-ID': last }),
      }
      const call = { method: 'GET', path, query, headers }
      const { body } = await transport.bytes(call, { signal: connection.signal })
      const listener = {
        onBytes: () => {
          failures = 0
          connection.received()
        },
        onRetry: (ms: number) => {
          pauseMs = ms
        },
      }
      connection.received()
      if (body === null) throw new ConnectionError('The stream of events has no body.')
      for await (const { id, data } of readEventStream(body, listener)) {
        connection.paused()
        const event = parseJson(data)
        // Taking the next event means that this one was handled.
        const cursor = id ?? last
        if (typeof event === 'object' && event !== null) yield { ...(event as CrierEvent), cursor }
        last = cursor
        connection.received()
      }
    } catch (error) {
      if (signal?.aborted) throw aborted(signal)
      failures += 1
      // An error of reading is not ours: the connection was lost.
      const isOurs = error instanceof CrierError && !connection.signal.aborted
      if (isOurs && pauseBeforeRetry(error, 'always', failures) === null) throw error
    } finally {
      connection.close()
    }
    const lost = new ConnectionError('The stream ended.')
    await pause(pauseMs ?? pauseBeforeRetry(lost, 'always', Math.max(1, failures)) ?? 0, signal)
  }
}

/** A connection that is given up when nothing came for too long. */
function openConnection(silenceMs: number, signal: AbortSignal | undefined) {
  const stop = new AbortController()
  const end = () => stop.abort(signal?.reason)
  let timer: ReturnType<typeof setTimeout> | undefined
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  return {
    signal: stop.signal,
    received: () => {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), silenceMs)
    },
    /** While an event is handled nobody listens, so silence means nothing. */
    paused: () => clearTimeout(timer),
    close: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      stop.abort()
    },
  }
}
