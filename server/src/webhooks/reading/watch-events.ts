import type { Context } from '../../context.ts'
import { Problem } from '../../lib/problem.ts'
import { type CursorPlace, writeEventCursor } from './event-cursor.ts'
import type { EventPosition } from './event-position.ts'
import { createEventTail, type EventTail } from './event-tail.ts'
import { toApiEvent } from './list-events.ts'
import { type EventFilter, readWorkspaceEvents } from './read-workspace-events.ts'

/** Streams under way in this process, in all and of one workspace. */
const mostStreams = 1_000
const mostOfWorkspace = 50
/** Proxies and phones close connections that are silent for longer. */
const heartbeatMs = 15_000
/** A client comes back by itself, with the id of the last event, so a stream need not last for ever. */
const longestMs = 30 * 60_000
/** A client that reads nothing for this time is taken for gone. */
const stallMs = 60_000
const eventsAtOnce = 100
/** The time after which a client comes back. */
const retryMs = 2_000

interface Streams {
  readonly tail: EventTail
  readonly ofWorkspace: Map<string, number>
  count: number
}

const streamsOf = new WeakMap<Context, Streams>()

function findStreams(context: Context): Streams {
  const known = streamsOf.get(context)
  if (known) return known
  const streams = { tail: createEventTail(context), ofWorkspace: new Map(), count: 0 }
  streamsOf.set(context, streams)
  return streams
}

export interface WatchOptions {
  readonly filter: EventFilter
  readonly after: EventPosition
  /** Ends the stream: the client is gone, lost its rights, or the server stops. */
  readonly signal: AbortSignal
  /** Called when the client reads nothing for too long. */
  readonly onStall: () => void
}

/**
 * The events of a workspace as server-sent events: those after the position, then each when it becomes readable. Nothing is
 * read before the client has taken what was read before, so a slow client costs the memory of one page.
 * @throws Problem 429 `too_many_streams`
 */
export function watchEvents(context: Context, options: WatchOptions): AsyncGenerator<string> {
  const streams = findStreams(context)
  const { workspaceId } = options.filter
  const ofWorkspace = streams.ofWorkspace.get(workspaceId) ?? 0
  if (streams.count >= mostStreams || ofWorkspace >= mostOfWorkspace)
    throw new Problem(
      429,
      'too_many_streams',
      `This workspace has ${ofWorkspace} streams of events open here. Close one, or share one among your programs.`,
      { retryAfterSeconds: 5 },
    )
  let isGiven = false
  streams.count += 1
  streams.ofWorkspace.set(workspaceId, ofWorkspace + 1)
  options.signal.addEventListener('abort', giveBack, { once: true })
  // A client that is gone already is told of by no event, and nothing may ever read what this answers.
  if (options.signal.aborted) giveBack()
  return stream(context, streams, options, giveBack)

  function giveBack(): void {
    options.signal.removeEventListener('abort', giveBack)
    if (isGiven) return
    isGiven = true
    streams.count -= 1
    const left = (streams.ofWorkspace.get(workspaceId) ?? 1) - 1
    if (left === 0) streams.ofWorkspace.delete(workspaceId)
    else streams.ofWorkspace.set(workspaceId, left)
  }
}

async function* stream(
  { db, secretKeys }: Context,
  { tail }: Streams,
  { filter, after, signal, onStall }: WatchOptions,
  giveBack: () => void,
): AsyncGenerator<string> {
  const place: CursorPlace = { ...filter, secretKeys }
  const bell = createBell(signal)
  const unwatch = tail.watch(filter.workspaceId, filter.mode, bell.ring)
  const endsAt = performance.now() + longestMs
  let stall: NodeJS.Timeout | undefined
  let position = after
  const watched = (text: string) => {
    stall = setTimeout(onStall, stallMs)
    return text
  }
  try {
    yield watched(`retry: ${retryMs}\nid: ${writeEventCursor(place, position)}\n\n`)
    while (!signal.aborted && performance.now() < endsAt) {
      clearTimeout(stall)
      bell.reset()
      const { events, end, hasMore } = await readWorkspaceEvents(db, filter, position, eventsAtOnce)
      position = end
      const last = `id: ${writeEventCursor(place, position)}\n\n`
      if (events.length > 0) yield watched(events.map((event) => writeEvent(place, event)).join(''))
      clearTimeout(stall)
      if (hasMore) continue
      // An id without data moves the client on past events that it did not ask for.
      if (!(await bell.rung(heartbeatMs))) yield watched(`: still here\n${last}`)
    }
  } finally {
    clearTimeout(stall)
    unwatch()
    giveBack()
  }
}

function writeEvent(place: CursorPlace, event: Parameters<typeof toApiEvent>[0]): string {
  const id = writeEventCursor(place, event)
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(toApiEvent(event))}\n\n`
}

interface Bell {
  ring(): void
  reset(): void
  /** Resolves with true when it rings or the signal is aborted, with false after `ms`. */
  rung(ms: number): Promise<boolean>
}

function createBell(signal: AbortSignal): Bell {
  let hasRung = false
  let wake: (() => void) | null = null
  const ring = () => {
    hasRung = true
    wake?.()
  }
  signal.addEventListener('abort', ring, { once: true })
  return {
    ring,
    reset: () => {
      hasRung = false
    },
    rung: async (ms) => {
      if (hasRung || signal.aborted) return true
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = null
      return hasRung
    },
  }
}
