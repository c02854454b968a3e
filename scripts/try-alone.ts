import type { TestCase, TestModule, Vitest } from 'vitest/node'

/** A file of tests that failed beside others and passed alone. */
export interface PassedAlone {
  readonly file: string
  /** Each test that failed the first time, with the first line of why. */
  readonly failures: readonly string[]
}

/** More files than these do not fail because the machine was busy. */
const mostFiles = 5

/**
 * Runs the files that failed once more, one after the other and with nothing beside them, which replaces what the first run found.
 * Neither the files of the given projects get this second try, nor any file when more than five failed.
 */
export async function tryAlone(vitest: Vitest, strict: readonly string[]): Promise<PassedAlone[]> {
  const failed = vitest.state.getTestModules().filter((module) => !module.ok())
  if (failed.length > mostFiles) return []
  const passed: PassedAlone[] = []
  for (const module of failed.filter(({ project }) => !strict.includes(project.name))) {
    const failures = failuresOf(module)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
      module.toTestSpecification(),
    ])
    const isWell = testModules.find(({ id }) => id === module.id)?.ok() === true
    if (isWell && unhandledErrors.length === 0) passed.push({ file: module.relativeModuleId, failures })
  }
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
