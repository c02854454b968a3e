import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './test-durations.ts'

/**
 * Begins with the files that took longest in the last run, so that all lanes end together. Files that share a process come
 * after all others of their group, because a process goes on only with a file of its own project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const known = readDurations(root)
    const took = new Map(known.map(({ file, ms }) => [join(root, file), ms]))
    const expected = (spec: TestSpecification) => took.get(spec.moduleId) ?? guess(spec)
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const shared = ({ project }: TestSpecification) => (project.config.isolate ? '' : project.name)
    return (await super.sort(files)).sort(
      (a, b) => order(a) - order(b) || compare(shared(a), shared(b)) || expected(b) - expected(a),
    )
  }
}

// In a fresh clone there is no record; the files most likely to be long must not come last all the same.
const longest =
  /\/(?:backup|commands|dead-worker|delete-network|lost-answer|new-connector|restored|rotate|setup|start)\.test\.ts$/

function guess({ project, moduleId }: TestSpecification): number {
  if (longest.test(moduleId)) return 90_000
  if (project.name === 'long') return 60_000
  return /\/(?:operator|start|stories)\//.test(moduleId) ? 20_000 : 5_000
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
