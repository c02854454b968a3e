import type { CrierClient, CrierEvent, StreamedEvent } from '@crier/sdk'
import { pause } from './pause.ts'

interface Followed {
  readonly api: CrierClient
  /** Names what is followed: tabs with one name share one stream. */
  readonly name: string
  /** Where the events ended before anything was read that is shown; undefined where nobody knows. */
  readonly since: string | undefined
  readonly onEvent: (event: CrierEvent) => void
  /** Something may have been missed: what is shown must be read again. */
  readonly onGap: () => void
}

type Message = { readonly event: StreamedEvent }

const pauseMs = 5_000

/**
 * Follows the events of a workspace by one stream for all tabs of this browser, because a browser keeps at most six
 * connections to a server. The tab that holds the lock reads the stream and passes it on; when it closes, another
 * continues after the last event that it received. Answers a function that stops it.
 */
export function followEvents({ api, name, since, onEvent, onGap }: Followed): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const channel = new BroadcastChannel(name)
  const place: Place = { cursor: since }
  const hear = (event: StreamedEvent) => {
    place.cursor = event.cursor ?? place.cursor
    onEvent(event)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data.event)
  const pass = (event: StreamedEvent) => {
    channel.postMessage({ event } satisfies Message)
    hear(event)
  }
  const lead = () => readStream({ api, signal, place, pass, onGap })
  const follow = async () => {
    const led = await navigator.locks.request(
      name,
      { ifAvailable: true },
      (lock) => lock && lead().then(() => true),
    )
    if (led === true || signal.aborted) return
    // Another tab passed on what happened before this one listened.
    onGap()
    await navigator.locks.request(name, { signal }, lead)
  }
  // Only the end of this following rejects: `lead` itself never does.
  follow().catch((error: unknown) => signal.aborted || reportError(error))
  return () => {
    stop.abort()
    channel.close()
  }
}

interface Place {
  /** Everything up to there was heard, or read when it was asked for; undefined where nobody knows. */
  cursor: string | undefined
}

interface Stream {
  readonly api: CrierClient
  readonly signal: AbortSignal
  readonly place: Place
  readonly pass: (event: StreamedEvent) => void
  readonly onGap: () => void
}

async function readStream({ api, signal, place, pass, onGap }: Stream): Promise<void> {
  while (!signal.aborted) {
    try {
      if (place.cursor === undefined) {
        // The end of the events is found first: what happens while the rest is read again comes after it.
        const { meta } = await api.events.list({ cursor: 'now', limit: 1 }, { signal }).page()
        place.cursor = meta.cursor
        onGap()
      }
      for await (const event of api.events.stream({ lastEventId: place.cursor, signal })) pass(event)
    } catch (error) {
      if (signal.aborted) return
      // A refusal, such as at the end of the session: the page's own calls say so to the person.
      console.warn('The stream of events ended.', error)
    }
    // The place may be what was refused.
    place.cursor = undefined
    await pause(pauseMs, signal)
  }
}
