import type { TestCase, TestModule, Vitest } from 'vitest/node'

/** A file of tests that failed beside others and passed alone. */
export interface PassedAlone {
  readonly file: string
  /** Each test that failed the first time, with the first line of why. */
  readonly failures: readonly string[]
}

/** More files than these do not fail because the machine was busy. */
const mostFiles = 5

/** Projects whose files are tried again in a way of their own. */
export interface Projects {
  /** Their files get no second try. */
  readonly strict: readonly string[]
  /** Their files judge what all others left behind, so they run again after the others did, whether they failed or not. */
  readonly judging: readonly string[]
}

/**
 * Runs the files that failed once more, one after the other and with nothing beside them, which replaces what the first run found.
 * No file is tried again when more than five failed.
 */
export async function tryAlone(vitest: Vitest, { strict, judging }: Projects): Promise<PassedAlone[]> {
  const modules = vitest.state.getTestModules()
  const isOf = (projects: readonly string[]) => (module: TestModule) => projects.includes(module.project.name)
  const failed = modules.filter((module) => !module.ok())
  if (failed.length > mostFiles) return []
  const passed: PassedAlone[] = []
  const tryOnce = async (module: TestModule) => {
    const failures = failuresOf(module)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
      module.toTestSpecification(),
    ])
    const isWell = testModules.find(({ id }) => id === module.id)?.ok() === true
    if (isWell && unhandledErrors.length === 0) passed.push({ file: module.relativeModuleId, failures })
  }
  const others = failed.filter((module) => !isOf([...strict, ...judging])(module))
  for (const module of others) await tryOnce(module)
  const isChanged = passed.length > 0
  const judges = modules.filter(isOf(judging)).filter((module) => isChanged || !module.ok())
  for (const module of judges) await tryOnce(module)
  return passed
}

function failuresOf(module: TestModule): string[] {
  const ofFile = module.errors().map(({ message }) => firstLineOf(message))
  const tests = [...module.children.allTests('failed')]
  return [...ofFile, ...tests.map((test) => `${test.fullName}: ${firstLineOf(messageOf(test))}`)]
}

function messageOf(test: TestCase): string {
  return test.result().errors?.[0]?.message ?? 'no reason given'
}

function firstLineOf(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
