import { setTimeout as pause } from 'node:timers/promises'
import {
  type Claim,
  type Claimed,
  claimDue,
  loseOverdue,
  nextDue,
  renewLeases,
} from './claiming/claim-due.ts'
import { publishTarget } from './publish-target.ts'
import { wakeIfFirst } from './waiting/account-order.ts'
import type { WorkerContext } from './worker-context.ts'

export interface Dispatcher {
  /** Looks for due targets in `inMs` milliseconds at the latest. */
  wake(inMs: number): void
  /** Whether the dispatcher has room for another target. */
  hasRoom(): boolean
  /** Milliseconds since the claim loop last looked; it looks at least every `wakeFallbackMs`. */
  idleForMs(): number
  /** Claims nothing more, and waits for the targets under way. */
  close(): Promise<void>
}

// One platform may take this share of the room, so that a platform that hangs leaves room for the others.
const shareOfPlatform = 2 / 3
// Targets that are claimed together are written together, so a claim waits until there is room for this many.
const fewestClaimed = 32
const mostClaimed = 64
const nothing: Claimed = { claims: [], waiting: [] }
const longestRestMs = 4_000
const contendedMs = 5
// Targets often end together; one look for due targets follows all that end within this time.
const gatherMs = 10

/**
 * Starts the loop that sleeps until the next target is due, claims due targets and publishes them. It polls only as a
 * safety net, and while the database is away it tries again for ever. Nothing is claimed before `begun` resolves.
 */
export function startDispatcher(context: WorkerContext, begun = Promise.resolve()): Dispatcher {
  const { publishAtOnce, timings } = context.config
  const running = new Map<Claim, Promise<void>>()
  const alarm = createAlarm()
  let isFull = false

  const renewing = setInterval(() => {
    keepUp().catch((error: unknown) => {
      context.log.warn({ err: error }, 'leases could not be renewed')
    })
  }, timings.leaseRenewMs)

  // The claim loop finds commits of dead workers too, but not while this worker is full or leaves their platform out.
  async function keepUp(): Promise<void> {
    if (running.size > 0) await renewLeases(context, [...running.keys()])
    if (running.size > 0) await loseOverdue(context)
  }

  function run(claim: Claim): void {
    const work = publishTarget(context, claim)
      .catch((error: unknown) =>
        context.log.error({ err: error, target: claim.id }, 'a target was left to its lease'),
      )
      .finally(() => {
        running.delete(claim)
        if (!isFull) alarm.ring(gatherMs)
        else if (running.size <= publishAtOnce - fewestClaimed) alarm.ring(0)
      })
    running.set(claim, work)
  }

  /** Claims due targets, as many as there is room for. Answers the milliseconds until the next target is due. */
  async function goRound(): Promise<number> {
    const { most, leftOut } = roomBeside([...running.keys()], publishAtOnce)
    const { claims, waiting } = most === 0 ? nothing : await claimDue(context, most, leftOut)
    if (claims.length > 0) context.failpoint('after_claim')
    for (const claim of claims) run(claim)
    isFull = running.size > publishAtOnce - fewestClaimed
    await Promise.all(waiting.map((target) => wakeIfFirst(context, target)))
    if (!isFull && claims.length === most) return 0
    const due = isFull ? null : await nextDue(context, leftOut)
    if (due === null) return timings.wakeFallbackMs
    if (due > 0) return Math.min(timings.wakeFallbackMs, Math.ceil(due))
    // The due target is a commit whose worker is gone, or another worker is claiming it at this moment.
    if (claims.length === 0 && waiting.length === 0 && (await loseOverdue(context)) === 0) return contendedMs
    return 0
  }

  const loop = startLoop(context, alarm, begun, goRound)
  return {
    wake: (inMs) => alarm.ring(inMs),
    hasRoom: () => !loop.isClosing() && !isFull,
    idleForMs: loop.idleForMs,
    close: async () => {
      await loop.close()
      await Promise.all(running.values())
      clearInterval(renewing)
    },
  }
}

interface Loop {
  isClosing(): boolean
  /** Milliseconds since the last round without an error. */
  idleForMs(): number
  close(): Promise<void>
}

/**
 * Calls `goRound` again and again, once `begun` resolves. It answers how long to sleep. After an error it is called again
 * after a pause.
 */
function startLoop(
  { log }: WorkerContext,
  alarm: Alarm,
  begun: Promise<void>,
  goRound: () => Promise<number>,
): Loop {
  let isClosing = false
  let roundedAt = performance.now()

  async function run(): Promise<void> {
    let restMs = 250
    while (!isClosing) {
      try {
        const sleepMs = await goRound()
        roundedAt = performance.now()
        restMs = 250
        await alarm.sleep(sleepMs)
      } catch (error) {
        log.warn({ err: error }, 'the dispatcher waits for the database')
        await pause(restMs)
        restMs = Math.min(longestRestMs, restMs * 2)
      }
    }
  }

  const running = begun.then(run)
  return {
    isClosing: () => isClosing,
    idleForMs: () => performance.now() - roundedAt,
    close: async () => {
      isClosing = true
      alarm.ring(0)
      await running
    },
  }
}

/** How many more targets may be claimed, and the platforms of which none may. */
function roomBeside(running: readonly Claim[], atOnce: number): { most: number; leftOut: string[] } {
  const free = atOnce - running.length
  const byPlatform = Map.groupBy(running, ({ platform }) => platform)
  const leftOut = [...byPlatform].filter(([, claims]) => claims.length >= shareOfPlatform * atOnce)
  return {
    most: free < fewestClaimed ? 0 : Math.min(free, mostClaimed),
    leftOut: leftOut.map(([platform]) => platform),
  }
}

interface Alarm {
  /** Resolves after `ms`, or when it rings before. */
  sleep(ms: number): Promise<void>
  /** Ends the sleep in `inMs`; a ring while awake ends the next sleep. */
  ring(inMs: number): void
}

function createAlarm(): Alarm {
  let wakeAt = Number.POSITIVE_INFINITY
  let end: (() => void) | null = null
  let timer: NodeJS.Timeout | undefined

  function set(): void {
    clearTimeout(timer)
    const inMs = Math.max(0, wakeAt - performance.now())
    timer = setTimeout(() => end?.(), inMs)
  }

  return {
    sleep: async (ms) => {
      wakeAt = Math.min(wakeAt, performance.now() + ms)
      await new Promise<void>((resolve) => {
        end = resolve
        set()
      })
      clearTimeout(timer)
      end = null
      wakeAt = Number.POSITIVE_INFINITY
    },
    ring: (inMs) => {
      const at = performance.now() + inMs
      if (at >= wakeAt) return
      wakeAt = at
      if (end) set()
    },
  }
}
