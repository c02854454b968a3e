import { type Database, sql } from '../server/src/db/database.ts'

/** Looks twenty times a second at who waits for a lock, and counts deadlocks. */
export interface LockWatch {
  begin(): void
  end(): Promise<void>
  describe(): string
}

interface Look {
  busy: number
  waiting: number
  longest_ms: number | null
}

const everyMs = 50

export function watchLocks(db: Database): LockWatch {
  const sum = { looks: 0, busy: 0, waiting: 0, longestMs: 0, deadlocks: 0, rollbacks: 0 }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let before: Promise<Counters> | undefined

  async function look(): Promise<void> {
    const found = await db.row<Look>(sql`
      select count(*) filter (where state <> 'idle') as busy,
        count(*) filter (where wait_event_type = 'Lock') as waiting,
        (max(extract(epoch from clock_timestamp() - state_change)) filter (where wait_event_type = 'Lock') * 1000)::float8
          as longest_ms
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'crier%'`)
    sum.looks += 1
    sum.busy += found?.busy ?? 0
    sum.waiting += found?.waiting ?? 0
    sum.longestMs = Math.max(sum.longestMs, found?.longest_ms ?? 0)
  }

  return {
    begin: () => {
      before = countersOf(db)
      timer = setInterval(() => {
        looking = looking.then(look)
      }, everyMs)
    },
    end: async () => {
      clearInterval(timer)
      await looking
      const [earlier, later] = [await before, await countersOf(db)]
      sum.deadlocks += later.deadlocks - (earlier?.deadlocks ?? 0)
      sum.rollbacks += later.rollbacks - (earlier?.rollbacks ?? 0)
    },
    describe: () => {
      const share = (count: number) => `${((100 * count) / Math.max(1, sum.busy)).toFixed(1)} %`
      const busy = (sum.busy / Math.max(1, sum.looks)).toFixed(1)
      return `${sum.deadlocks} deadlocks, ${sum.rollbacks} rollbacks; ${busy} connections busy, ${share(sum.waiting)} of them waiting for a lock, the longest for ${sum.longestMs.toFixed(0)} ms`
    },
  }
}

interface Counters {
  deadlocks: number
  rollbacks: number
}

async function countersOf(db: Database): Promise<Counters> {
  await db.row(sql`select pg_stat_force_next_flush()`)
  const row = await db.row<Counters>(sql`
    select deadlocks, xact_rollback as rollbacks from pg_stat_database where datname = current_database()`)
  return row ?? { deadlocks: 0, rollbacks: 0 }
}
