import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './test-durations.ts'

/** Begins with the files that took longest in the last run, so that all lanes end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const known = readDurations(root)
    const took = new Map(known.map(({ file, ms }) => [join(root, file), ms]))
    // In a fresh clone there is no record; the files most likely to be long must not come last all the same.
    const guess = ({ project, moduleId }: TestSpecification) => {
      if (project.name === 'long') return 60_000
      return /\/(?:operator|start|stories)\//.test(moduleId) ? 20_000 : 5_000
    }
    const expected = (spec: TestSpecification) => took.get(spec.moduleId) ?? guess(spec)
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return (await super.sort(files)).sort((a, b) => order(a) - order(b) || expected(b) - expected(a))
  }
}
