import { vagueComments } from './house/comments.ts'
import { installedPackages, runtimeDependencies, unexplainedDependencies } from './house/dependencies.ts'
import { slowExpressions } from './house/expressions.ts'
import {
  environmentReaders,
  forbiddenSyntax,
  suppressions,
  uncheckedRequests,
  waitingFiles,
} from './house/forbidden-syntax.ts'
import { importCycles, twoWayRooms } from './house/import-graph.ts'
import { fileLengths, functionLengths, type Length, longerThan, longest, p95 } from './house/lengths.ts'
import { bannedNames, visibleRootEntries } from './house/names.ts'
import { platformNamers } from './house/platform-names.ts'
import { readSources, type Source } from './house/source.ts'
import { vagueTexts } from './house/vague-texts.ts'
import { brokenPromises } from './house/verb-files.ts'

/** One line of the table: a measure, its value, and the offenders over its budget. */
export interface Measure {
  name: string
  found: string
  budget: string
  isOver: boolean
  offenders: string[]
}

/** Measures the whole house against its budgets. */
export function measureHouse(root: string): Measure[] {
  const sources = readSources(root)
  const shipped = sources.filter((source) => !source.isTest)
  return [
    ...lengthMeasures('file length', fileLengths(shipped), { p95: 250, max: 400 }),
    ...lengthMeasures('function length', functionLengths(shipped), { p95: 45, max: 80 }),
    measureNone('import cycles', importCycles(sources)),
    measureNone('two-way rooms', twoWayRooms(sources)),
    measureNone('files that name a platform, besides its folder and the list', platformNamers(sources)),
    measureNone(
      'files that read the environment, besides config.ts',
      withoutConfig(environmentReaders(sources)),
    ),
    measureNone('files that send requests past lib/safe-fetch', uncheckedRequests(sources)),
    measureNone('files of the app that wait outside a function', waitingFiles(sources)),
    measureNone('any, non-null !, @ts-ignore, empty catch', forbiddenSyntax(sources)),
    measureNone('regular expressions whose time is not linear', slowExpressions(sources)),
    measureNone('names that say nothing (utils, helpers …)', bannedNames(root)),
    measureNone('files named after a verb that they do not hold', brokenPromises(sources)),
    measureNone('comments with a sentence that does not begin with its subject', vagueComments(sources)),
    measureNone('texts with a sentence that does not begin with its subject', vagueTexts(shipped)),
    testsPerSource(sources),
    dependencyMeasure(root),
    atMost('packages that a server installs', installedPackages(root), 212),
    atMost('visible root entries', visibleRootEntries(root), 20),
    someFiles(sources),
    ...information(sources),
  ]
}

function withoutConfig(paths: string[]): string[] {
  return paths.filter((path) => !['server/src/config.ts', 'cli/src/settings/environment.ts'].includes(path))
}

function lengthMeasures(name: string, lengths: Length[], budget: { p95: number; max: number }): Measure[] {
  const [middle, tail] = [p95(lengths), longest(lengths)]
  return [
    measure(`${name}, p95`, middle, budget.p95, middle > budget.p95 ? longerThan(lengths, budget.p95) : []),
    measure(`${name}, longest`, tail, budget.max, longerThan(lengths, budget.max)),
  ]
}

function measure(name: string, found: number, budget: number, offenders: string[]): Measure {
  return {
    name,
    found: `${found}`,
    budget: `${budget}`,
    isOver: found > budget,
    offenders,
  }
}

function measureNone(name: string, offenders: string[]): Measure {
  return measure(name, offenders.length, 0, offenders)
}

function atMost(name: string, entries: string[], limit: number): Measure {
  return measure(name, entries.length, limit, entries.length > limit ? [entries.join(', ')] : [])
}

// Benchmarks are neither source nor tests.
function testsPerSource(sources: Source[]): Measure {
  const house = sources.filter(({ path }) => !path.startsWith('bench/'))
  const [tests, shipped] = [true, false].map((isTest) =>
    linesOf(house.filter((source) => source.isTest === isTest)),
  )
  const ratio = (tests ?? 0) / (shipped || 1)
  return {
    name: 'test lines ÷ source lines',
    found: ratio.toFixed(2),
    budget: 'about 1, from 0.80',
    isOver: ratio < 0.8,
    offenders: ratio < 0.8 ? [`${tests} lines of tests for ${shipped} lines of source`] : [],
  }
}

function linesOf(sources: Source[]): number {
  return sources.reduce((sum, { lines }) => sum + lines, 0)
}

function dependencyMeasure(root: string): Measure {
  const offenders = unexplainedDependencies(root)
  const found = `${runtimeDependencies(root)} run the server, ${offenders.length} unexplained`
  return {
    name: 'dependencies',
    found,
    budget: 'a line of why each',
    isOver: offenders.length > 0,
    offenders,
  }
}

// A check that saw no files must not report success.
function someFiles(sources: Source[]): Measure {
  return {
    name: 'files of TypeScript seen',
    found: `${sources.length}`,
    budget: 'some',
    isOver: sources.length === 0,
    offenders: sources.length === 0 ? ['There is no file to judge.'] : [],
  }
}

// The lengths of tests and the exceptions to the linter have no budget. They are printed to keep them visible.
function information(sources: Source[]): Measure[] {
  const tests = fileLengths(sources.filter((source) => source.isTest))
  return [
    measureSeen('test and fake length, p95 / longest', `${p95(tests)} / ${longest(tests)}`),
    measureSeen('rules of the linter set aside', suppressions(sources).join(', ') || '0'),
  ]
}

function measureSeen(name: string, found: string): Measure {
  return { name, found, budget: 'none', isOver: false, offenders: [] }
}

/** Renders the measures as a table, with the offenders below it. */
export function houseTable(measures: Measure[]): string {
  const wide = Math.max(...measures.map(({ name }) => name.length))
  const rows = measures.map(
    ({ name, found, budget, isOver }) =>
      `${isOver ? 'OVER' : 'ok  '}  ${name.padEnd(wide)}  ${found}  (budget: ${budget})`,
  )
  const offenders = measures.flatMap(({ name, offenders }) =>
    offenders.map((offender) => `${name}: ${offender}`),
  )
  return [...rows, ...(offenders.length > 0 ? ['', ...offenders] : [])].join('\n')
}

if (import.meta.main) {
  const measures = measureHouse(process.cwd())
  process.stdout.write(`${houseTable(measures)}\n`)
  if (measures.some(({ isOver }) => isOver)) process.exitCode = 1
}
