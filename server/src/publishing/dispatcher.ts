import { setTimeout as pause } from 'node:timers/promises'
import { type Claim, claimDue, nextDue, renewLeases } from './claim.ts'
import { publishTarget } from './publish-target.ts'
import type { WorkerContext } from './worker-context.ts'

export interface Dispatcher {
  /** Something is due in so many milliseconds: look then, if not before. */
  wake(inMs: number): void
  /** Milliseconds since the claim loop last went round; it does at least every `wakeFallbackMs`. */
  idleForMs(): number
  /** Claims nothing more, and waits for what is going on. */
  close(): Promise<void>
}

// Each target waits for a network most of its time.
const mostRunning = 64
const longestRestMs = 10_000

/**
 * The wake-up: sleeps until the next target is due, claims what is, and takes each as far as it goes. It polls only as a
 * safety net; while the database is away it tries again for ever.
 */
export function startDispatcher(context: WorkerContext): Dispatcher {
  const { wakeFallbackMs, leaseRenewMs } = context.config.timings
  const running = new Map<Claim, Promise<void>>()
  const alarm = createAlarm()
  let isClosing = false
  let roundedAt = performance.now()

  const renewing = setInterval(() => {
    if (running.size === 0) return
    renewLeases(context, [...running.keys()]).catch((error: unknown) => {
      context.log.warn({ err: error }, 'leases could not be renewed')
    })
  }, leaseRenewMs)

  function run(claim: Claim): void {
    const work = publishTarget(context, claim)
      .catch((error: unknown) =>
        context.log.error({ err: error, target: claim.id }, 'a target was left to its lease'),
      )
      .finally(() => {
        running.delete(claim)
        alarm.ring(0)
      })
    running.set(claim, work)
  }

  async function goRound(): Promise<number> {
    const free = mostRunning - running.size
    if (free > 0) {
      const claims = await claimDue(context, free)
      if (claims.length > 0) context.failpoint('after_claim')
      for (const claim of claims) run(claim)
      if (claims.length === free) return running.size >= mostRunning ? wakeFallbackMs : 0
    }
    const due = running.size >= mostRunning ? null : await nextDue(context)
    return Math.min(wakeFallbackMs, Math.max(0, Math.ceil(due ?? wakeFallbackMs)))
  }

  async function loop(): Promise<void> {
    let restMs = 250
    while (!isClosing) {
      try {
        const sleepMs = await goRound()
        roundedAt = performance.now()
        restMs = 250
        await alarm.sleep(sleepMs)
      } catch (error) {
        context.log.warn({ err: error }, 'the dispatcher waits for the database')
        await pause(restMs)
        restMs = Math.min(longestRestMs, restMs * 2)
      }
    }
  }

  const looping = loop()
  return {
    wake: (inMs) => alarm.ring(inMs),
    idleForMs: () => performance.now() - roundedAt,
    close: async () => {
      isClosing = true
      alarm.ring(0)
      await looping
      await Promise.all(running.values())
      clearInterval(renewing)
    },
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
