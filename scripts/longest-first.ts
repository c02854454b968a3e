import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './test-durations.ts'

/** Begins with the files that took longest in the last run, so that all lanes end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const known = readDurations(root)
    const took = new Map(known.map(({ file, ms }) => [join(root, file), ms]))
    // A file that never ran is guessed by its project: a run without a record must not end with a long one.
    const guess = ({ project }: TestSpecification) => (project.name === 'long' ? 60_000 : 5_000)
    const expected = (spec: TestSpecification) => took.get(spec.moduleId) ?? guess(spec)
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return (await super.sort(files)).sort((a, b) => order(a) - order(b) || expected(b) - expected(a))
  }
}
