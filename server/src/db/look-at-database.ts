import { timedOut, withTimeout } from '../lib/concurrency/with-timeout.ts'
import type { Logger } from '../lib/log.ts'
import type { Database } from './database.ts'
import { isMigrated } from './migrate.ts'

// Readiness probes do not wait long.
const longestLookMs = 2_000

/** The parts of the database that requests still wait for: `database`, `migrations` or none. */
export async function lookAtDatabase(db: Database, log: Logger): Promise<string[]> {
  try {
    const found = await withTimeout(longestLookMs, isMigrated(db))
    if (found === timedOut) throw new Error(`No answer within ${longestLookMs} ms.`)
    return found ? [] : ['migrations']
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    return ['database']
  }
}
