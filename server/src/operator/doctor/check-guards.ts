import type { Database } from '../../db/database.ts'
import { readGuards } from '../../publishing/guards/update-guards.ts'
import { describeGuard, howToLift } from '../guard-words.ts'
import { type Finding, finding } from './finding.ts'

/** Checks whether a guard stops publishing until the operator lifts it. */
export async function checkGuards(db: Database): Promise<Finding> {
  const guards = await readGuards(db)
  const found = guards.length === 0 ? 'No guard stops publishing.' : guards.map(describeGuard).join(' ')
  return finding('guards', guards.length === 0, found, howToLift())
}
