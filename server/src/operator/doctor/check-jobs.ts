import type { Database } from '../../db/database.ts'
import { countJobs, type JobCounts } from '../../jobs/count-jobs.ts'
import { counted } from '../../lib/text/counted.ts'
import { type Finding, finding } from './finding.ts'

/** Checks for background jobs that failed for good or fail repeatedly. */
export async function checkJobs(db: Database): Promise<Finding[]> {
  const counts = await countJobs(db)
  return [judgeJobs(counts), judgeChores(counts)]
}

function judgeJobs({ givenUp, failing, lastError }: JobCounts): Finding {
  const waiting =
    failing === 0
      ? 'No background job is failing.'
      : `${counted(failing, 'background job')} failed and will be tried again.`
  const found =
    givenUp === 0
      ? waiting
      : `${counted(givenUp, 'background job was', 'background jobs were')} given up, the last with “${lastError}”. ${waiting}`
  return finding(
    'jobs',
    givenUp === 0,
    found,
    'Fix the cause that the error names. Crier forgets a job 14 days after it gave it up.',
  )
}

function judgeChores({ failingChores }: JobCounts): Finding {
  const lines = failingChores.map(
    ({ name, since, error }) => `${name} has failed since ${since.toISOString()}: ${error}`,
  )
  const found = lines.length === 0 ? 'Every chore was done on time.' : lines.join('\n')
  return finding(
    'chores',
    lines.length === 0,
    found,
    'Fix the cause that the error names. The chore is tried again automatically.',
  )
}
