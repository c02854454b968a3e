import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// The one PostgreSQL cluster of a run; the tests of scripts and bench need none.
const cluster = 'server/test/global-setup.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    projects: [
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/test/servers/**'],
          globalSetup: existsSync(cluster) ? [cluster] : [],
        },
      },
    ],
  },
})
