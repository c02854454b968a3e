import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { type MutantGroup, mutantGroups } from './mutant-groups.ts'

/** A score below this fails the run. */
const lowestScore = 80

const usage = `Breaks the code in thousands of small ways and counts which of them a test sees:

  npm run mutants -- sealing signing       some groups
  npm run mutants -- sealing --at-once 2   two mutants at a time

The report of each group lies in .cache/mutants. The groups are:
`

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const asked = read(args)
  if (asked === null || asked.groups.length === 0) {
    say(usage)
    for (const { name, what } of mutantGroups) say(`${name}  ${what}`)
    return asked === null ? 2 : 0
  }
  let isGood = true
  for (const group of asked.groups) isGood = (await run(group, asked.atOnce)) && isGood
  return isGood ? 0 : 1
}

function read(args: readonly string[]): { groups: MutantGroup[]; atOnce: number } | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'at-once': { type: 'string', default: '1' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const groups = positionals.map((name) => mutantGroups.find((group) => group.name === name))
    const atOnce = Number(values['at-once'])
    if (!Number.isInteger(atOnce) || atOnce < 1 || groups.includes(undefined)) return null
    return { groups: values.help ? [] : groups.filter((group) => group !== undefined), atOnce }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Tests every mutant of a group, each with the tests that reach it. Answers whether enough of them were seen. */
async function run({ name, files }: MutantGroup, atOnce: number): Promise<boolean> {
  // Stryker runs the tests in processes of its own, whose vitest reads from it which files to take.
  process.env.MUTANT_GROUP = name
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants.vitest.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: atOnce,
    ignorePatterns: [
      '/docs/screenshots',
      '/coverage',
      '/data',
      '/smoke',
      '/.cache',
      '/server/src/connectors/*/test/servers',
    ],
    tempDirName: '.cache/mutants-at-work',
    cleanTempDir: 'always',
    reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
    jsonReporter: { fileName: `.cache/mutants/${name}.json` },
    htmlReporter: { fileName: `.cache/mutants/${name}.html` },
    thresholds: { high: 90, low: lowestScore, break: null },
    timeoutMS: 10_000,
    // Some groups have whole servers in their tests, and the machine may have other work.
    dryRunTimeoutMinutes: 30,
    disableTypeChecks: true,
    allowEmpty: false,
  })
  const results = await stryker.runMutationTest()
  const count = (...states: string[]) => results.filter(({ status }) => states.includes(status)).length
  const seen = count('Killed', 'Timeout')
  const all = seen + count('Survived', 'NoCoverage')
  const score = (100 * seen) / all
  say(
    `${name}: ${seen} of ${all} mutants seen, ${score.toFixed(1)} %; ${count('NoCoverage')} that no test reached`,
  )
  return score >= lowestScore
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
