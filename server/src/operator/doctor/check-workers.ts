import type { Database } from '../../db/database.ts'
import { countWorkers, type WorkerCounts } from '../../publishing/fleet/count-workers.ts'
import { type Finding, finding } from './finding.ts'

/** Whether a worker that dies would be noticed at once. */
export async function examineWorkers(db: Database): Promise<Finding> {
  const counts = await countWorkers(db)
  return finding(
    'sessions',
    counts.unsound === 0,
    [describeAlive(counts), ...describeUnsound(counts), ...describeMissing(counts)].join(' '),
    'When such a worker dies on another machine, what it had in hand waits for its lease, 60 s: let workers reach PostgreSQL directly, or by a pooler in session mode.',
  )
}

function describeAlive({ alive }: WorkerCounts): string {
  return alive === 1 ? '1 worker is seen to be alive.' : `${alive} workers are seen to be alive.`
}

function describeUnsound({ unsound }: WorkerCounts): string[] {
  return unsound === 0 ? [] : [`For ${unsound} more, a pooler before the database keeps no sessions.`]
}

function describeMissing({ missing }: WorkerCounts): string[] {
  if (missing === 0) return []
  return [
    `${missing} did not come back since PostgreSQL was started again, which proves nothing: what they had in hand waits for its lease, 60 s.`,
  ]
}
