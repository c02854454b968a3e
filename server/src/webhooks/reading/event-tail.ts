import type { Context, Mode } from '../../context.ts'
import type { Queryable } from '../../db/database.ts'
import { sql } from '../../db/database.ts'
import { type EventPosition, isAfter, isHeldBack, isReadable, readEnd } from './event-position.ts'

/** Tells the streams of a process that events of their workspace became readable. One look at the database serves them all. */
export interface EventTail {
  /** Calls `onNews` whenever there may be new events of a workspace and mode. Returns a function that stops that. */
  watch(workspaceId: string, mode: Mode, onNews: () => void): () => void
}

/** Events may be committed without a word in a crash. */
const lookEveryMs = 5_000
/** One look serves all that was committed in this time. */
const gatherMs = 25
/** While events cannot be read yet, because a transaction from before them still writes. */
const heldBackMs = 100
const atOnce = 1_000

interface Watcher {
  readonly name: string
  readonly onNews: () => void
}

/** Looks only while somebody watches: when events were committed, and now and then. */
export function createEventTail({ db, log, news }: Pick<Context, 'db' | 'log' | 'news'>): EventTail {
  const watchers = new Set<Watcher>()
  let position: EventPosition | null = null
  let timer: NodeJS.Timeout | null = null
  let stopHearing: (() => void) | null = null
  let isLooking = false
  let lookAt = Number.POSITIVE_INFINITY

  function tell(isConcerned: (name: string) => boolean): void {
    for (const { name, onNews } of [...watchers]) if (isConcerned(name)) onNews()
  }

  /** Answers in how many milliseconds to look again. */
  async function look(): Promise<number> {
    if (position === null) {
      position = await readEnd(db)
      // A watcher may have read before this position was known.
      tell(() => true)
      return gatherMs
    }
    const { rows, isHeldBack } = await readNews(db, position)
    position = rows.at(-1) ?? position
    const names = new Set(rows.map(({ name }) => name))
    if (names.size > 0) tell((name) => names.has(name))
    if (rows.length === atOnce) return 0
    return isHeldBack ? heldBackMs : lookEveryMs
  }

  async function lookNow(): Promise<void> {
    timer = null
    isLooking = true
    lookAt = Number.POSITIVE_INFINITY
    let againMs = lookEveryMs
    try {
      againMs = await look()
    } catch (error) {
      log.warn({ err: error }, 'streams of events wait for the database')
    }
    isLooking = false
    if (watchers.size === 0) return stop()
    plan(Math.min(againMs, lookAt - performance.now()))
  }

  function plan(inMs: number): void {
    const at = performance.now() + Math.max(0, inMs)
    if (timer !== null && at >= lookAt) return
    lookAt = Math.min(lookAt, at)
    // A look that is under way goes on with the time that was set meanwhile.
    if (isLooking) return
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void lookNow(), Math.max(0, at - performance.now()))
    timer.unref()
  }

  function stop(): void {
    stopHearing?.()
    stopHearing = null
    position = null
  }

  return {
    watch: (workspaceId, mode, onNews) => {
      const watcher = { name: `${workspaceId} ${mode}`, onNews }
      watchers.add(watcher)
      stopHearing ??= news.listen(() => plan(gatherMs))
      if (timer === null) plan(gatherMs)
      return () => void watchers.delete(watcher)
    },
  }
}

interface News extends EventPosition {
  /** The workspace and mode. */
  readonly name: string
}

async function readNews(db: Queryable, after: EventPosition): Promise<{ rows: News[]; isHeldBack: boolean }> {
  const rows = await db.rows<(News | { name: null }) & { is_held_back: boolean }>(sql`
    select news.*, h.is_held_back from (select ${isHeldBack} as is_held_back) h left join lateral (
      select e.workspace_id || ' ' || e.mode as name, e.era, e.txid::text as txid, e.id from events e
      where ${isAfter('e', after)} and ${isReadable('e')} order by e.era, e.txid, e.id limit ${atOnce}) news on true
    order by news.era, news.txid::xid8, news.id`)
  return {
    rows: rows.filter((row): row is News & { is_held_back: boolean } => row.name !== null),
    isHeldBack: rows[0]?.is_held_back ?? false,
  }
}
