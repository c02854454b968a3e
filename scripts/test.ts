import { startVitest, type TestCase, type Vitest } from 'vitest/node'
import { checks, runChecks } from './check.ts'
import { isExcused, needs, prepareMachine, thisMachine } from './test-needs.ts'
import { installTestServers } from './test-servers.ts'

interface Skipped {
  test: string
  reason: string | undefined
}

interface Tally {
  passed: number
  failed: number
  skipped: Skipped[]
}

/** Runs the checks, then every test. The last line counts both. */
async function provesEverything(root: string): Promise<boolean> {
  // The checks come first, because the missing requirements are printed after them.
  installTestServers(root, say)
  prepareMachine(needs, thisMachine)
  const checked = await runChecks(checks, root, say)
  const tested = await runTests(root)
  for (const { test, reason } of tested.skipped) say(`skipped  ${test}: ${reason ?? 'no reason given'}`)
  const unexcused = process.env.CI === 'true' ? tested.skipped.filter(({ reason }) => !isExcused(reason)) : []
  if (unexcused.length > 0) say(`In CI nothing may be skipped that Debian has: ${unexcused.length} skipped.`)
  const [passed, failed] = [checked.passed + tested.passed, checked.failed + tested.failed]
  say(`${passed} passed, ${failed} failed, ${tested.skipped.length} skipped`)
  return failed === 0 && unexcused.length === 0
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function runTests(root: string): Promise<Tally> {
  const vitest = await startVitest('test', [], { root, watch: false })
  const tally = count(vitest)
  await vitest.close()
  return tally
}

function count(vitest: Vitest): Tally {
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string): TestCase[] => tests.filter((test) => test.result().state === state)
  // A file that does not load, a failed hook or a stray error is a failure without a test of its own.
  const broken = modules.filter((module) => !module.ok() && !hasFailedTest([...module.children.allTests()]))
  const stray = vitest.state.getUnhandledErrors().length
  const none = modules.length === 0 ? 1 : 0
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

if (import.meta.main) process.exitCode = (await provesEverything(process.cwd())) ? 0 : 1
