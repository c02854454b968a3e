import type { Database } from '../../db/database.ts'
import { counted } from '../../lib/text/counted.ts'
import { countWorkers, type WorkerCounts } from '../../publishing/fleet/count-workers.ts'
import { type Finding, finding } from './finding.ts'

/** Checks whether a dead worker would be noticed at once. */
export async function checkWorkers(db: Database): Promise<Finding> {
  const counts = await countWorkers(db)
  return finding(
    'sessions',
    counts.unsound === 0,
    [describeAlive(counts), ...describeUnsound(counts), ...describeMissing(counts)].join(' '),
    'If such a worker dies on another machine, its posts wait until its lease ends, 60 s. Connect workers to PostgreSQL directly, or through a pooler in session mode.',
  )
}

function describeAlive({ alive }: WorkerCounts): string {
  if (alive === 0) return 'No worker is running, so there is no session to check.'
  return `${counted(alive, 'worker is', 'workers are')} alive.`
}

function describeUnsound({ unsound }: WorkerCounts): string[] {
  return unsound === 0
    ? []
    : [`${counted(unsound, 'more is', 'more are')} connected through a pooler that does not keep sessions.`]
}

function describeMissing({ missing }: WorkerCounts): string[] {
  if (missing === 0) return []
  return [
    `${counted(missing, 'worker has', 'workers have')} not come back since PostgreSQL restarted. The posts of such a worker wait until its lease ends, 60 s, because it may be alive.`,
  ]
}
