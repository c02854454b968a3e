import type { Reporter, TestModule } from 'vitest/node'

interface Times {
  startedAt: number
  endedAt: number
  files: number
  /** The sum over the files, of which several ran at once. */
  ms: number
}

/** Notes when the first file of each project began and its last one ended. */
export class ProjectTimes implements Reporter {
  private readonly times = new Map<string, Times>()

  onTestModuleQueued(module: TestModule): void {
    const now = performance.now()
    const times = { startedAt: now, endedAt: now, files: 0, ms: 0 }
    if (!this.times.has(module.project.name)) this.times.set(module.project.name, times)
  }

  onTestModuleEnd(module: TestModule): void {
    const times = this.times.get(module.project.name)
    if (times === undefined) return
    const { collectDuration, duration } = module.diagnostic()
    times.endedAt = performance.now()
    times.files += 1
    times.ms += collectDuration + duration
  }

  /** A line for each project, in the order in which they began. */
  lines(): string[] {
    return [...this.times].map(([name, { startedAt, endedAt, files, ms }]) => {
      const what = `${name || 'tests'}: ${inSeconds(endedAt - startedAt)}`
      return `took     ${what} for ${files} ${files === 1 ? 'file' : 'files'}, ${inSeconds(ms)} added up`
    })
  }
}

/** Milliseconds for a person to read, such as `12.3 s`. */
export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
