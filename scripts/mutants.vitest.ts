import { defineConfig } from 'vitest/config'
import { mutantGroups } from './mutant-groups.ts'

const group = mutantGroups.find(({ name }) => name === process.env.MUTANT_GROUP)

/** The tests of a group of mutants. Each file is loaded anew, so that a mutant of what a module does when it is loaded is seen. */
export default defineConfig({
  test: {
    // A mutant that hangs costs so long. The tests of a group take far less.
    testTimeout: group?.needsDatabase ? 20_000 : 5_000,
    hookTimeout: 120_000,
    // Tests may be marked as slow for the usual run. They are slow for a single mutant as well, but there is no other test.
    tags: [{ name: 'slow' }],
    // The machine may have other work.
    expect: { poll: { timeout: 10_000 } },
    globalSetup: group?.needsDatabase ? ['server/test/global-setup.ts'] : [],
    include: [...(group?.tests ?? [])],
    pool: 'forks',
    isolate: true,
  },
})
