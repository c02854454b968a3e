import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { beginReading, handleNext } from '../reading/handle-new-events.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { createEndpointLines, type EndpointLines } from './endpoint-lines.ts'
import { createHeldDeliveries, type HeldDeliveries } from './held-deliveries.ts'
import { lookForWork } from './look-for-work.ts'
import { deliveryReader, mayBeDelivered, planDeliveries } from './plan-deliveries.ts'
import { attemptTimeoutMs, sendDelivery } from './send-delivery.ts'
import type { EndedAttempt } from './settle-deliveries.ts'

export interface WebhookDispatcherContext extends Context {
  /** The name of this process, under which it holds leases. */
  readonly owner: string
  /** Aborted when the worker must stop at once. */
  readonly signal: AbortSignal
}

export interface WebhookDispatcher {
  /** Looks again at once. */
  wake(): void
  /** Claims nothing more, and waits for the deliveries under way. */
  close(): Promise<void>
}

/** The most deliveries that one process has under way. */
const atOnce = 100
/** Endpoints that are failing may take this part of them, so that any number of dead receivers leaves room for the others. */
const failingAtOnce = 50
const endpointsAtOnce = 40
/** A delivery that was claimed is begun within this time or given back, because its endpoint may change meanwhile. */
const freshMs = 2_000
/** The lease outlasts the longest attempt, the wait before it and the settling of it. */
const leaseMs = attemptTimeoutMs + 15_000
/** One look serves all that happened in this time, and one transaction all attempts that ended in it. */
const gatherMs = 25
/** While there is much to send, or all that happens concerns no endpoint, each look is worth more after a longer time. */
const longGatherMs = 75
/** Pauses between looks while something blocks deliveries and its end is not announced: each is twice the one before. */
const shortestPauseMs = 25
const longestPauseMs = 400
const longestRestMs = 5_000
const reader = { name: deliveryReader, most: 500, concerns: mayBeDelivered }

/**
 * Starts the loop that makes deliveries of new events and sends those that are due. It sleeps until there are new events, until
 * something is due, or until `wakeFallbackMs` have passed. Any number of processes may do it at the same time. While the
 * database is away it tries again for ever. Nothing is claimed before `begun` resolves.
 */
export function startWebhookDispatcher(
  context: WebhookDispatcherContext,
  begun: Promise<void>,
): WebhookDispatcher {
  const { db, log, owner } = context
  const bell = createBell()
  const held = createHeldDeliveries(db, { owner, leaseMs, gatherMs })
  const sender = createSender(context, held, bell.ring)
  const pauses = createPauses()
  let isClosing = false
  let hasBegun = false

  async function goRound(): Promise<Rest> {
    bell.reset()
    if (!hasBegun) await beginReading(db, reader.name)
    hasBegun = true
    await sender.giveBackLeftOver()
    const { lines } = sender
    const takesFailing = lines.failing() < failingAtOnce
    const found = await lookForWork(db, { owner, takesFailing, passedOver: lines.full() })
    const news = found.hasNews ? await handleNext(db, reader, planDeliveries) : null
    const hasPlanned = news !== null && news.events.length > 0
    const endpoints = Math.min(lines.free(), endpointsAtOnce)
    const hasDue = endpoints > 0 && (found.dueInMs <= 0 || hasPlanned)
    const claimed = hasDue ? await held.claim({ takesFailing, passedOver: lines.full(), endpoints }) : []
    sender.send(claimed)
    if (news?.length === reader.most || claimed.length > 0)
      return { sleepMs: pauses.none(), thenMs: longGatherMs }
    const hasOnlyPassedOver = news !== null && news.length > 0 && !hasPlanned
    const thenMs = hasOnlyPassedOver ? longGatherMs : gatherMs
    // Another process holds what is due, or an older transaction holds back what is new.
    if (found.hasNews || found.isHeldBack || hasDue) return { sleepMs: pauses.next(), thenMs }
    pauses.none()
    const restMs = lines.hasWaiting() ? freshMs : context.config.timings.wakeFallbackMs
    return { sleepMs: endpoints === 0 ? restMs : Math.min(restMs, found.dueInMs), thenMs }
  }

  async function loop(): Promise<void> {
    await begun
    let restMs = 250
    while (!isClosing) {
      try {
        const rest = await goRound()
        await bell.sleep(rest.sleepMs)
        restMs = 250
        if (!isClosing) await pause(rest.thenMs)
      } catch (error) {
        log.warn({ err: error }, 'the dispatcher of webhooks waits for the database')
        await pause(restMs)
        restMs = Math.min(longestRestMs, restMs * 2)
      }
    }
  }

  const looping = loop()
  return {
    wake: bell.ring,
    close: async () => {
      isClosing = true
      bell.ring()
      await looping
      await sender.close()
    },
  }
}

/** After a round a dispatcher sleeps until it is woken, at most so long, and then lets a little more happen. */
interface Rest {
  readonly sleepMs: number
  readonly thenMs: number
}

interface Sender {
  readonly lines: EndpointLines
  /** Sends deliveries, each as soon as its endpoint has room. */
  send(deliveries: readonly ClaimedDelivery[]): void
  /** Gives back what is not to be begun any more. */
  giveBackLeftOver(): Promise<void>
  /** Begins nothing more, and waits for what is under way. */
  close(): Promise<void>
}

function createSender(context: WebhookDispatcherContext, held: HeldDeliveries, onEnd: () => void): Sender {
  const { log } = context
  const lines = createEndpointLines({ atOnce, freshMs })
  const underWay = new Set<Promise<void>>()
  let isClosing = false

  function begin(): void {
    if (isClosing) return
    for (const delivery of lines.begin()) {
      const work = sendAndSettle(delivery).finally(() => underWay.delete(work))
      underWay.add(work)
    }
  }

  async function sendAndSettle(delivery: ClaimedDelivery): Promise<void> {
    try {
      const attempt = await sendOne(delivery)
      if (attempt) await held.settle(attempt)
      else held.abandon(delivery)
    } catch (error) {
      log.error({ err: error, delivery: delivery.id }, 'a delivery was left to its lease')
    }
    onEnd()
  }

  // The next one need not wait until the attempt is stored.
  async function sendOne(delivery: ClaimedDelivery): Promise<EndedAttempt | null> {
    let hasFailed = true
    try {
      const attempt = await sendDelivery(context, delivery, context.signal)
      hasFailed = attempt?.error !== null
      return attempt
    } finally {
      lines.end(delivery, hasFailed)
      begin()
    }
  }

  return {
    lines,
    send: (deliveries) => {
      lines.add(deliveries)
      begin()
    },
    giveBackLeftOver: async () => {
      const left = lines.takeLeftOver()
      if (left.length > 0) await held.giveBack(left)
    },
    close: async () => {
      isClosing = true
      const left = lines.takeWaiting()
      if (left.length > 0)
        await held.giveBack(left).catch((error: unknown) => {
          log.warn({ err: error }, 'deliveries were left to their leases')
        })
      await Promise.all(underWay)
    },
  }
}

interface Pauses {
  /** The next pause, twice the one before. */
  next(): number
  /** No pause; the next one is short again. */
  none(): number
}

function createPauses(): Pauses {
  let pauseMs = shortestPauseMs
  return {
    next: () => {
      const ms = pauseMs
      pauseMs = Math.min(longestPauseMs, ms * 2)
      return ms
    },
    none: () => {
      pauseMs = shortestPauseMs
      return 0
    },
  }
}

interface Bell {
  /** Ends the sleep; a ring while awake ends the next sleep. */
  ring(): void
  /** Forgets a ring. */
  reset(): void
  /** Resolves after `ms`, or when it rings before. */
  sleep(ms: number): Promise<void>
}

function createBell(): Bell {
  let hasRung = false
  let endSleep: (() => void) | null = null
  return {
    ring: () => {
      hasRung = true
      endSleep?.()
    },
    reset: () => {
      hasRung = false
    },
    sleep: async (ms) => {
      if (hasRung) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        endSleep = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      endSleep = null
    },
  }
}
