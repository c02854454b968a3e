import { createVitest, type TestCase, type TestSpecification, type Vitest } from 'vitest/node'
import { checks, runChecks } from './check.ts'
import { inSeconds, ProjectTimes } from './project-times.ts'
import { isMarkedSlow, slowFiles, writeDurations } from './test-durations.ts'
import { isExcused, needs, prepareMachine, thisMachine } from './test-needs.ts'
import { installTestServers } from './test-servers.ts'
import { tryAlone } from './try-alone.ts'

/** Everything, or what is quick: for the work in between. */
type Extent = 'everything' | 'quick'

interface Skipped {
  test: string
  reason: string | undefined
}

interface Tally {
  passed: number
  failed: number
  skipped: Skipped[]
}

// The project of vitest.config.ts whose files share threads, which have the server loaded.
const quickProject = 'fast'

// They look for the one run in many that sends twice, so a failure of theirs is never put down to a busy machine.
const strictProjects = ['long']

// They see whether the files of the run together got every answer that the API describes.
const judgingProjects = ['answers']

/** Runs the checks, then the tests. The last line counts both together. */
async function prove(root: string, extent: Extent): Promise<boolean> {
  // Installing comes first, because the missing requirements are printed after it.
  if (extent === 'everything') {
    installTestServers(root, say)
    prepareMachine(needs, thisMachine)
  }
  const wanted = extent === 'quick' ? checks.filter(({ isSlow }) => !isSlow) : checks
  const startedAt = performance.now()
  const checked = await runChecks(wanted, root, say)
  say(`took     checks: ${inSeconds(performance.now() - startedAt)}`)
  const tested = await runTests(root, extent)
  for (const { test, reason } of tested.skipped) say(`skipped  ${test}: ${reason ?? 'no reason given'}`)
  const unexcused = process.env.CI === 'true' ? tested.skipped.filter(({ reason }) => !isExcused(reason)) : []
  if (unexcused.length > 0) say(`In CI nothing may be skipped that Debian has: ${unexcused.length} skipped.`)
  if (extent === 'quick') await sayWhatIsLeftOut(root, checks.length - wanted.length)
  const [passed, failed] = [checked.passed + tested.passed, checked.failed + tested.failed]
  say(`${passed} passed, ${failed} failed, ${tested.skipped.length} skipped`)
  return failed === 0 && unexcused.length === 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function runTests(root: string, extent: Extent): Promise<Tally> {
  const times = new ProjectTimes()
  process.env.VITEST = 'true'
  process.env.NODE_ENV ??= 'test'
  // Not startVitest, which ends the PostgreSQL of the run before a file could be tried again.
  const vitest = await createVitest('test', { root, watch: false, reporters: ['default', times] })
  const hasBegun = await startTests(vitest, extent)
  for (const line of times.lines()) say(line)
  reportDurations(root, vitest)
  const stray = vitest.state.getUnhandledErrors().length + (hasBegun ? 0 : 1)
  const projects = { strict: strictProjects, judging: judgingProjects }
  for (const { file, failures } of stray > 0 ? [] : await tryAlone(vitest, projects))
    for (const failure of failures) say(`alone    ${file} passed alone, but not beside others: ${failure}`)
  const tally = count(vitest, stray)
  await vitest.close()
  return tally
}

/** Runs the tests; says, and answers with false, that they could not begin. */
async function startTests(vitest: Vitest, extent: Extent): Promise<boolean> {
  try {
    if (extent === 'everything') await vitest.start()
    else {
      await vitest.standalone()
      await vitest.runTestSpecifications((await vitest.globTestSpecifications()).filter(isQuick), true)
    }
    return true
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return false
  }
}

/** Whether a file is for the work in between: of the quick project, and not marked as slow. */
function isQuick({ project, moduleId }: TestSpecification): boolean {
  return project.name === quickProject && !isMarkedSlow(moduleId)
}

function count(vitest: Vitest, strayBefore: number): Tally {
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string): TestCase[] => tests.filter((test) => test.result().state === state)
  // A file that does not load, a failed hook or a stray error is a failure without a test of its own.
  const broken = modules.filter((module) => !module.ok() && !hasFailedTest([...module.children.allTests()]))
  const stray = Math.max(strayBefore, vitest.state.getUnhandledErrors().length)
  const none = modules.length === 0 && stray === 0 ? 1 : 0
  return {
    passed: inState('passed').length,
    failed: inState('failed').length + broken.length + stray + none,
    skipped: [...inState('skipped'), ...inState('pending')].map(skippedOf),
  }
}

function hasFailedTest(tests: TestCase[]): boolean {
  return tests.some((test) => test.result().state === 'failed')
}

function skippedOf(test: TestCase): Skipped {
  const result = test.result()
  const reason = result.state === 'skipped' ? result.note : undefined
  return { test: `${test.module.relativeModuleId} > ${test.fullName}`, reason }
}

function reportDurations(root: string, vitest: Vitest): void {
  const durations = vitest.state.getTestModules().map((module) => {
    const { collectDuration, duration } = module.diagnostic()
    return {
      project: module.project.name,
      file: module.relativeModuleId,
      ms: Math.round(collectDuration + duration),
    }
  })
  say(`How long each file took is in ${writeDurations(root, durations)}`)
  for (const { file, ms } of slowFiles(root, durations))
    say(`slow     ${file} took ${inSeconds(ms)}: make it faster, or mark it with @module-tag slow`)
}

async function sayWhatIsLeftOut(root: string, checksLeftOut: number): Promise<void> {
  const vitest = await createVitest('test', { root, watch: false })
  const files = await vitest.globTestSpecifications()
  await vitest.close()
  const leftOut = files.filter((file) => !isQuick(file)).length
  say(`Left out: ${checksLeftOut} checks and ${leftOut} of ${files.length} test files. npm test runs all.`)
}

if (import.meta.main) {
  const extent = process.argv.includes('--quick') ? 'quick' : 'everything'
  process.exitCode = (await prove(process.cwd(), extent)) ? 0 : 1
}
