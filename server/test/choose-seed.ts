import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

const below = 1_000_000

/**
 * Chooses the seed of all random tests of a run: the one TEST_SEED names, or in CI one made from the commit, which is
 * new for each commit and the same when it is run again, or any.
 */
export function chooseSeed(env: NodeJS.ProcessEnv = process.env, commit: () => string = headCommit): number {
  const { TEST_SEED: given, CI } = env
  if (given !== undefined && given !== '') {
    if (!/^\d{1,9}$/.test(given)) throw new Error(`TEST_SEED is a whole number, not ${given}.`)
    return Number(given)
  }
  const hash = CI === 'true' ? commit() : ''
  return /^[0-9a-f]{12}/.test(hash) ? Number.parseInt(hash.slice(0, 12), 16) % below : randomInt(below)
}

// Empty where there is no repository, as in a downloaded copy.
function headCommit(): string {
  return spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout ?? ''
}
