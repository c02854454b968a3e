import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { identifyThisProcess, type ProcessIdentity } from '../../lib/process-identity.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import { createJudge, type Judge } from './judge-workers.ts'
import { takeOver } from './take-over.ts'
import { readFleet, recordSeen, recordUnsound, registerWorker, removeWorker } from './worker-rows.ts'
import { openSession, type WorkerSession } from './worker-session.ts'

/** Keeps this worker known to be alive, and takes over from others when they are not. */
export interface WorkerWatch {
  /** Resolves once this worker is written down and has looked around; then it may claim. */
  readonly begun: Promise<void>
  /** Nothing is left in hand: others need not look for this worker. */
  close(): Promise<void>
  /** Stops as if the process had ended: others take over what is left in hand. */
  abandon(): Promise<void>
}

const lookEveryMs = 1_000
const noteEveryMs = 10_000

interface Watching {
  readonly context: WorkerContext
  /** Opens connections that belong to nobody else. */
  readonly sessions: Database
  readonly identity: ProcessIdentity | null
  readonly judge: Judge
  /** Null until this worker is written down. */
  id: number | null
  session: WorkerSession | null
  /** A pooler stands before the database and keeps no sessions. */
  isUnsound: boolean
  notedAt: number
}

/** Begins at once. `db` of the context is the worker's pool. While the database is away it tries again for ever. */
export function watchWorkers(context: WorkerContext, sessions: Database): WorkerWatch {
  const identity = identifyThisProcess()
  const judge = createJudge(identity, context.config.timings.sessionGraceMs)
  const watching: Watching = {
    ...{ context, sessions, identity, judge, id: null, session: null, isUnsound: false },
    notedAt: performance.now(),
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
    // The second round opens the session, which the first had no time for.
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
  // Those whose process ended are seen without a session, so what they had in hand does not wait for ours.
  if (watching.id !== null && watching.session === null && !watching.isUnsound)
    await open(watching, watching.id)
  const id = watching.id ?? (await registerWorker(db, owner, watching.identity))
  watching.id = id
  const sight = await readFleet(watching.session?.db ?? db, id)
  // This process was asleep for so long that others forgot it.
  if (sight.ownLockHeldBy === undefined) return forgetRow(watching)
  const { session } = watching
  if (session && (sight.backend !== session.backend || sight.ownLockHeldBy !== session.backend))
    await giveUpSessions(watching, id)
  if (performance.now() - watching.notedAt > noteEveryMs) await note(watching, id)
  const gone = judge.findGone(sight.quiet, session && performance.now() - session.openedAt)
  if (gone.length === 0) return
  log.warn({ workers: gone }, 'workers are gone; their posts are taken over')
  await takeOver(context, gone)
}

async function open(watching: Watching, id: number): Promise<void> {
  const opened = await openSession(watching.sessions, watching.context.db, id)
  if (opened === 'unsound') await giveUpSessions(watching, id)
  else watching.session = opened
}

async function note(watching: Watching, id: number): Promise<void> {
  const backend = await recordSeen(watching.context.db, id)
  watching.notedAt = performance.now()
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
