import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, openDatabase, sql } from '../../src/db/database.ts'
import { work } from '../../src/jobs/work.ts'
import { createLog } from '../../src/lib/log.ts'
import { chorePeriodMs, fastLengths } from './lengths.ts'

/** The order that the parent gives on standard input: one line of JSON. */
export interface JobsOrders {
  readonly connection: Connection
  /** How long the task `slow` takes. */
  readonly slowMs: number
}

// A process that works on background jobs and notes what it begins and ends, so that it can really die.
process.stdin.setEncoding('utf8').once('data', (line: string) => begin(JSON.parse(line)))

function begin({ connection, slowMs }: JobsOrders): void {
  const log = createLog('silent')
  const db = openDatabase(
    connection,
    { max: 2, statementTimeoutMs: 10_000, name: 'test jobs' },
    () => undefined,
  )
  const note = (what: string, words: unknown) =>
    db.run(sql`insert into noted (pid, what, words) values (${process.pid}, ${what}, ${String(words)})`)
  const working = work({
    connection,
    log,
    name: `test:${process.pid}`,
    tasks: {
      slow: async ({ payload }) => {
        await note('began', payload.words)
        await pause(slowMs)
        await note('ended', payload.words)
      },
    },
    chores: [{ name: 'count', everyMs: chorePeriodMs, run: () => note('chore', 'count') }],
    lengths: fastLengths,
  })
  process.stdout.write('working\n')
  process.once('SIGTERM', () => {
    void working
      .close()
      .then(() => db.close())
      .then(() => process.exit(0))
  })
  // This process ends with its parent.
  process.stdin.once('end', () => process.exit(0))
}
