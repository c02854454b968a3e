import { dirname } from 'node:path'
import { type PlanDefaults, type PlannedRow, planColumns, readPlan } from '@crier/sdk/plans'
import { answer, type Command, type Input, type Outcome } from '../command/command.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { readList } from '../command/read-arguments.ts'
import { UsageError } from '../command/refusals.ts'
import { checkPlan, type LookedAtRow, makePosts } from '../import/import-plan.ts'
import { alignTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'
import { clockTime } from '../output/times.ts'
import { readTextFile } from '../settings/read-input.ts'

/** `crier import`: makes the posts of a table. */
export const importPlan: Command = {
  words: ['import'],
  summary: 'Makes the posts of a table (CSV), such as a plan that was written in a spreadsheet.',
  details: [
    'Every row is checked before the first post is made; where one is refused, none is. A row makes its post once, however often the table is imported.',
    `The first row names the columns: ${planColumns.join(', ')}, PLATFORM.OPTION or @ACCOUNT.OPTION. One whose name begins with # is a note.`,
  ],
  positionals: [{ name: 'table', about: 'the file of the table; "-" reads it from standard input' }],
  options: {
    to: { value: 'ACCOUNT', about: 'The accounts of rows that name none.', isMany: true },
    queue: { value: null, about: 'Rows without a time take slots of the queue, in their order.' },
    draft: { value: null, about: 'Rows without a time are saved as drafts.' },
    check: { value: null, about: 'Only says what each row would become, and makes no post.' },
  },
  examples: ['crier import plan.csv --to @harbour,@quay --check'],
  run: runImport,
}

async function runImport({ given, open, terminal }: Input): Promise<Outcome> {
  const path = given.needed('table')
  if (given.flag('queue') && given.flag('draft'))
    throw new UsageError('A draft takes no slot of the queue, so --queue and --draft exclude each other.')
  const rows = readRows(await readTextFile(path, terminal), {
    to: readList(given, 'to'),
    when: given.flag('queue') ? 'queue' : given.flag('draft') ? 'draft' : null,
  })
  const session = await open()
  const looked = await checkPlan(rows, path === '-' ? '.' : dirname(path), session, terminal)
  const isRefused = looked.some(({ state }) => state === 'refused')
  const found = isRefused || given.flag('check') ? looked : await makePosts(looked, session, terminal)
  const shown = found.map(({ line, id, state, at, text, problems, warnings }) => {
    return { line, id, state, at, text, problems, warnings }
  })
  const zone = await session.zone()
  const isWhole = shown.every(({ state }) => state !== 'refused')
  const code = isWhole ? exitCodes.done : exitCodes.refused
  return answer(shown, (clean) => describePlan(clean, zone, terminal), code)
}

// An option can say for all rows together what the column of a row lacks.
const instead: Readonly<Record<string, string>> = {
  no_time: ' Or say --queue or --draft for all such rows.',
  no_account: ' Or say --to for all such rows.',
}

/** The rows of a table, each of which says what it wants. @throws UsageError that names the line of each which does not */
function readRows(text: string, defaults: PlanDefaults): PlannedRow[] {
  const rows = readPlan(text, defaults)
  const faulty = rows.flatMap(({ line, fault }) =>
    fault === null ? [] : [`Line ${line}: ${fault.message}${instead[fault.code] ?? ''}`],
  )
  if (faulty.length > 0) throw new UsageError(faulty.join('\n'))
  return rows.filter((row): row is PlannedRow => row.fault === null)
}

const stateWords = {
  made: 'made',
  new: 'ready',
  existing: 'there before',
  deleted: 'deleted before',
  refused: 'refused',
} as const

function describePlan(rows: readonly LookedAtRow[], zone: string, terminal: Terminal): string {
  const table = alignTable(
    ['LINE', 'STATE', 'TIME', 'POST', 'TEXT'],
    rows.map(({ line, state, at, id, text }) => [
      String(line),
      stateWords[state],
      clockTime(at, zone) || '–',
      state === 'made' || state === 'existing' ? id : '–',
      text,
    ]),
    terminal.columns,
  )
  const notes = rows.flatMap(({ line, problems, warnings }) => [
    ...problems.map((one) => `${terminal.styled('red', 'Problem')}  Line ${line}: ${one}`),
    ...warnings.map((one) => `${terminal.styled('yellow', 'Warning')}  Line ${line}: ${one}`),
  ])
  return [...table, ...notes, sumUp(rows)].join('\n')
}

function sumUp(rows: readonly LookedAtRow[]): string {
  const said = Object.entries(stateWords).flatMap(([wanted, word]) => {
    const number = rows.filter(({ state }) => state === wanted).length
    return number === 0 ? [] : `${word}: ${number}`
  })
  return `Posts ${said.join(', ')}.`
}
