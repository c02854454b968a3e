import type { CrierClient, CrierEvent, StreamedEvent } from '@crier/sdk'
import { pause } from './pause.ts'

interface Followed {
  readonly api: CrierClient
  /** Names what is followed: tabs with one name share one stream. */
  readonly name: string
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
export function followEvents({ api, name, onEvent, onGap }: Followed): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(name)
  let last: string | undefined
  const hear = (event: StreamedEvent) => {
    last = event.cursor ?? last
    onEvent(event)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data.event)
  const pass = (event: StreamedEvent) => {
    channel.postMessage({ event } satisfies Message)
    hear(event)
  }
  const lead = () => readStream({ api, signal: stop.signal, after: () => last, pass, onGap })
  navigator.locks
    .request(name, { signal: stop.signal }, lead)
    // Only the end of this following rejects: `lead` itself never does.
    .catch((error: unknown) => stop.signal.aborted || reportError(error))
  return () => {
    stop.abort()
    channel.close()
  }
}

interface Stream {
  readonly api: CrierClient
  readonly signal: AbortSignal
  /** The last event that was received; undefined: none yet. */
  readonly after: () => string | undefined
  readonly pass: (event: StreamedEvent) => void
  readonly onGap: () => void
}

async function readStream({ api, signal, after, pass, onGap }: Stream): Promise<void> {
  while (!signal.aborted) {
    try {
      // Where nothing was heard yet, what was shown before the stream began may be old.
      if (after() === undefined) onGap()
      for await (const event of api.events.stream({ lastEventId: after(), signal })) pass(event)
    } catch (error) {
      if (signal.aborted) return
      // A refusal, such as at the end of the session: the page's own calls say so to the person.
      console.warn('The stream of events ended.', error)
    }
    await pause(pauseMs, signal)
    onGap()
  }
}
