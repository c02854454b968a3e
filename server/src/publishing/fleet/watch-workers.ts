import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { identifyThisProcess, type ProcessIdentity } from '../../lib/process/process-identity.ts'
import { keyIdOf } from '../../lib/secrecy/secret-keys.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import { createJudge, type Judge } from './create-judge.ts'
import { takeOver } from './take-over.ts'
import { readFleet, recordSeen, recordUnsound, registerWorker, removeWorker } from './worker-rows.ts'
import { openSession, type WorkerSession } from './worker-session.ts'

/** Keeps this worker known to be alive, and takes over from workers that are gone. */
export interface WorkerWatch {
  /** Resolves once this worker is registered and has looked at the others; then it may claim. */
  readonly begun: Promise<void>
  /** Removes this worker, which has no target under way any more. */
  close(): Promise<void>
  /** Stops as if the process had ended: others take over the targets under way. */
  abandon(): Promise<void>
}

const lookEveryMs = 1_000
const recordEveryMs = 10_000

interface Watching {
  readonly context: WorkerContext
  /** Opens connections outside of any pool. */
  readonly sessions: Database
  readonly identity: ProcessIdentity | null
  readonly judge: Judge
  /** Null until this worker is registered. */
  id: number | null
  session: WorkerSession | null
  /** A pooler before the database keeps no sessions. */
  isUnsound: boolean
  recordedAt: number
}

/** Starts to watch. While the database is away it tries again for ever. */
export function watchWorkers(context: WorkerContext, sessions: Database): WorkerWatch {
  const identity = identifyThisProcess()
  const judge = createJudge(identity, context.config.timings.sessionGraceMs)
  const watching: Watching = {
    ...{ context, sessions, identity, judge, id: null, session: null, isUnsound: false },
    recordedAt: performance.now(),
  }
  const closing = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const looping = keepWatching(watching, closing.signal, begin)
  const stop = async () => {
    closing.abort()
    await looping
    closeSession(watching)
  }
  return {
    begun,
    abandon: stop,
    close: async () => {
      await stop()
      if (watching.id === null) return
      await removeWorker(context.db, watching.id).catch((error: unknown) =>
        context.log.debug({ err: error }, 'a stopping worker could not remove itself'),
      )
    },
  }
}

async function keepWatching(watching: Watching, signal: AbortSignal, begin: () => void): Promise<void> {
  let isTroubled = false
  while (!signal.aborted) {
    const isFirst = watching.id === null
    try {
      await goRound(watching)
      isTroubled = false
    } catch (error) {
      closeSession(watching)
      if (!isTroubled)
        watching.context.log.warn({ err: error }, 'a worker could not check whether the others are alive')
      isTroubled = true
    }
    begin()
    // The first round registers the worker; the second opens its session.
    if (isFirst && watching.id !== null) continue
    const ended = watching.session?.ended
    const rested = pause(lookEveryMs, undefined, { signal }).catch(() => undefined)
    await (ended ? Promise.race([rested, ended]) : rested)
  }
}

async function goRound(watching: Watching): Promise<void> {
  const { context, judge } = watching
  const { db, log, owner } = context
  if (watching.session?.hasEnded) watching.session = null
  // A process that has ended is seen without our own session, so its targets need not wait for that.
  if (watching.id !== null && watching.session === null && !watching.isUnsound)
    await openOwnSession(watching, watching.id)
  const keyIds = context.secretKeys.all.map(keyIdOf)
  const id = watching.id ?? (await registerWorker(db, owner, watching.identity, keyIds))
  watching.id = id
  const fleet = await readFleet(watching.session?.db ?? db, id)
  // This process slept for so long that others removed it.
  if (fleet.ownLockHeldBy === undefined) return forgetRow(watching)
  const { session } = watching
  if (session && (fleet.backend !== session.backend || fleet.ownLockHeldBy !== session.backend))
    await giveUpSessions(watching, id)
  if (performance.now() - watching.recordedAt > recordEveryMs) await recordAlive(watching, id)
  const gone = judge.findGone(fleet.quiet, session && performance.now() - session.openedAt)
  if (gone.length === 0) return
  log.warn({ workers: gone }, 'workers are gone; their posts are taken over')
  await takeOver(context, gone)
}

async function openOwnSession(watching: Watching, id: number): Promise<void> {
  const opened = await openSession(watching.sessions, watching.context.db, id)
  if (opened === 'unsound') await giveUpSessions(watching, id)
  else watching.session = opened
}

async function recordAlive(watching: Watching, id: number): Promise<void> {
  const backend = await recordSeen(watching.context.db, id)
  watching.recordedAt = performance.now()
  if (watching.session && backend === watching.session.backend) await giveUpSessions(watching, id)
}

async function giveUpSessions(watching: Watching, id: number): Promise<void> {
  const { db, log } = watching.context
  watching.isUnsound = true
  await recordUnsound(db, id)
  closeSession(watching)
  log.warn(
    'A pooler between Crier and the database does not keep sessions. The posts of a dead worker wait until its lease ends.',
  )
}

function forgetRow(watching: Watching): void {
  watching.id = null
  closeSession(watching)
}

function closeSession(watching: Watching): void {
  watching.session?.close()
  watching.session = null
}
