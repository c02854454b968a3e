import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

// The one PostgreSQL cluster of a run.
const cluster = 'server/test/global-setup.ts'
// Sentences of the server are compared by their English.
const sentences = 'server/test/compare-sentences.ts'

// Long runs of many processes or many states; each has a command of its own that does more of it.
const long = ['server/test/{soak,properties}/**/*.test.ts', 'server/test/model/{promises,account}.test.ts']

// Tests that start processes, kill what they use, change what all share, or measure.
const alone = [
  'server/**/stories/**/*.test.ts',
  'server/test/{attacks,faults,hostile,jobs,operator,start}/**/*.test.ts',
  'cli/test/**/*.test.ts',
  'sdk-python/tests/**/*.test.ts',
  'server/**/hostile-answers.test.ts',
  'server/**/{page-preview,process-identity,guards,metrics,rate-limit,s3}.test.ts',
  // These wait for networks for many seconds, or take the pixels of large pictures in their hands.
  'server/**/{,*-}{conformance,credentials,refresh-idle,upload,wide,fit-image}.test.ts',
  'server/**/{oauth-pds,real-site,snac,wait-and-retry}.test.ts',
]

// Tests among them that measure the memory or the load of their own process, or that load little of the server.
const measuring = [
  'server/test/{hostile,jobs,operator,start}/**/*.test.ts',
  'server/test/attacks/{05-network-answers,13-text-counting,fuzz}.test.ts',
  'server/test/faults/{child-pool,media-reader,upload-hostile,upload-memory}.test.ts',
  'server/**/{fit-image,metrics,page-preview,process-identity}.test.ts',
]

// Tests that hold a time against a fraction of a second, which a full machine cannot keep.
const timed = ['server/**/stories/{on-time,put-off,publish-now}.test.ts']
// Tests that hold a page against a fraction of a second.
const timedPages = ['web/test/{calendar,import}-many.test.ts']

const never = ['**/node_modules/**', '**/test/servers/**']
const cores = availableParallelism()
// More than half of their time these wait: for a network, a lease, a process that starts, their database.
const lanes = 2 * cores
// They start processes, which take many times as long on a machine that has other work. A test that hangs costs this once.
const patience = { testTimeout: 120_000, hookTimeout: 240_000 }

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A condition that is asked for again and again ends as soon as it holds; a full machine may take long.
    expect: { poll: { timeout: 40_000 } },
    passWithNoTests: false,
    globalSetup: existsSync(cluster) ? [cluster] : [],
    setupFiles: existsSync(sentences) ? [sentences] : [],
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'slow', description: 'Takes some seconds: the quick run leaves the file out.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'long',
          ...patience,
          include: long,
          exclude: never,
          pool: 'forks',
          maxWorkers: lanes,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          ...patience,
          include: measuring,
          exclude: never,
          pool: 'forks',
          maxWorkers: lanes,
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          ...patience,
          include: alone,
          exclude: [...never, ...long, ...timed, ...measuring],
          // The server is loaded once for each process instead of once for each file.
          pool: 'forks',
          isolate: false,
          maxWorkers: lanes,
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          ...patience,
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: lanes,
        },
      },
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'sdk/test/**/*.test.ts'],
          exclude: [...never, ...long, ...alone, ...measuring, 'server/test/api/coverage.test.ts'],
          // The server is loaded once for each thread instead of once for each file.
          pool: 'threads',
          isolate: false,
          maxWorkers: lanes,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          ...patience,
          include: ['web/**/*.test.ts'],
          exclude: [...never, ...timedPages],
          pool: 'forks',
          isolate: false,
          maxWorkers: lanes,
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          ...patience,
          include: timed,
          exclude: never,
          pool: 'forks',
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'timed-pages',
          ...patience,
          include: timedPages,
          exclude: never,
          pool: 'forks',
          // A browser and a server need a core each.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'answers',
          include: ['server/test/api/coverage.test.ts'],
          pool: 'threads',
          maxWorkers: 1,
          // Holds what all the others were answered against the document.
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
