import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './test-durations.ts'

/**
 * Begins with the files that took longest in the last run, so that all lanes end together. Files that share a process come
 * after all others of their group, because a process goes on only with a file of its own project. The short ones of `fast`
 * come last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const known = readDurations(root)
    const took = new Map(known.map(({ file, ms }) => [join(root, file), ms]))
    const expected = (spec: TestSpecification) => took.get(spec.moduleId) ?? guess(spec)
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const turn = ({ project }: TestSpecification) =>
      project.config.isolate ? 0 : project.name === 'fast' ? 2 : 1
    return (await super.sort(files)).sort(
      (a, b) => order(a) - order(b) || turn(a) - turn(b) || expected(b) - expected(a),
    )
  }
}

// In a fresh clone there is no record; the files most likely to be long must not come last all the same.
const longest =
  /\/(?:backup|commands|dead-worker|delete-network|every-page|first-minutes|fuzz|12-hostile-json|hostile-texts|lost-answer|new-connector|restored|rotate|self-hosting|settings|setup|start)\.test\.ts$/

// These take half a minute or more: the app in a browser, all promises of a network, waits for a repeated delivery.
const longer =
  /\/(?:bad-days|cloned|composer|composer-truth|conformance|crash|deliveries|languages|many-machines|media-field|post|renditions|sign-in|workspace-deletion)\.test\.ts$/

function guess({ project, moduleId }: TestSpecification): number {
  if (longest.test(moduleId)) return 90_000
  if (project.name === 'long' || longer.test(moduleId)) return 60_000
  return /\/(?:operator|start|stories)\/|\/web\/test\//.test(moduleId) ? 20_000 : 5_000
}
