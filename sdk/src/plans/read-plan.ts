import { PlanError } from './plan-error.ts'
import { readCsv } from './read-csv.ts'

/** The values of a row by the names of their columns; several where a cell may hold several. */
export type RowValues = ReadonlyMap<string, readonly string[]>

/** A post of a plan: a row of its table. */
export interface PlannedRow {
  /** The line of the file on which it begins. */
  readonly line: number
  readonly values: RowValues
  readonly when: When
  /** All that the row says, and which of the rows that say the same it is, from 1. Equal for the same row of the same plan, always. */
  readonly identity: string
  readonly fault: null
}

/** A row that can be no post as it is. */
export interface FaultyRow {
  readonly line: number
  readonly values: RowValues
  readonly fault: PlanError
}

/** A time as it was written, the queue, or no time, for a draft. */
export type When = { readonly at: string } | 'queue' | 'draft'

/** Values for rows whose columns leave them open. */
export interface PlanDefaults {
  /** Accounts by their names or ids. The ids of posts follow from these words too. */
  readonly to: readonly string[]
  readonly when: 'queue' | 'draft' | null
}

/** The columns that a table may have besides options of networks. */
export const planColumns: readonly string[] = [
  'text',
  'to',
  'at',
  'queue',
  'draft',
  'media',
  'alt',
  'thread',
  'first-comment',
  'tag',
  'external-id',
  'late-policy',
]

// As the API and other programs call them.
const otherNames: Readonly<Record<string, string>> = {
  caption: 'text',
  account: 'to',
  accounts: 'to',
  'social-accounts': 'to',
  'scheduled-at': 'at',
  'alt-text': 'alt',
  tags: 'tag',
}

const lines = /\r\n|\r|\n/
/** The separators of several values in a cell; other cells hold one. */
const severalIn: Readonly<Record<string, RegExp>> = {
  to: lines,
  tag: lines,
  media: lines,
  alt: lines,
  thread: /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)+/,
}

/**
 * Reads the table of a plan. A fault of a row stands in its place, so that all of them can be told at once.
 * @throws PlanError for a fault of the table as a whole
 */
export function readPlan(text: string, defaults: PlanDefaults): (PlannedRow | FaultyRow)[] {
  const [head, ...rows] = readCsv(text)
  if (head === undefined) throw new PlanError('empty_table')
  const columns = head.cells.map(readColumn)
  const twice = columns.find((name, index) => name !== null && columns.indexOf(name) !== index)
  if (typeof twice === 'string') throw new PlanError('column_twice', { column: twice })
  if (rows.length === 0) throw new PlanError('no_rows')
  const seen = new Map<string, number>()
  return rows.map(({ line, cells }) => {
    const values: Values = new Map()
    try {
      fill(values, columns, cells, defaults)
      const words = JSON.stringify([...values].sort(([a], [b]) => (a < b ? -1 : 1)))
      const nth = (seen.get(words) ?? 0) + 1
      seen.set(words, nth)
      refuseUnclear(values)
      const when = whenOf(values)
      if (nth > 1 && typeof when !== 'string') throw new PlanError('same_row')
      return { line, values, when, identity: `${nth} ${words}`, fault: null }
    } catch (error) {
      if (error instanceof PlanError) return { line, values, fault: error }
      throw error
    }
  })
}

/** The name of a column, an option such as `PLATFORM.visibility`, or null for a note that is no part of the post. @throws PlanError */
function readColumn(head: string): string | null {
  const words = head.trim()
  if (words === '' || words.startsWith('#')) return null
  const plain = words.toLowerCase().replaceAll(/[\s_]+/g, '-')
  const name = otherNames[plain] ?? plain
  if (planColumns.includes(name)) return name
  if (words.includes('.')) return words
  throw new PlanError('unknown_column', { column: words, known: planColumns.join(', ') })
}

type Values = Map<string, readonly string[]>

/** @throws PlanError */
function fill(
  values: Values,
  columns: readonly (string | null)[],
  cells: readonly string[],
  { to, when }: PlanDefaults,
): void {
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (name === null || cell.trim() === '') continue
    // Spreadsheets of some systems end the lines of a cell by two characters, of which networks would count both.
    values.set(name, name === 'text' ? [cell.replaceAll('\r\n', '\n')] : partsOf(name, cell))
  }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    throw new PlanError('too_many_cells', { cells: cells.length, columns: columns.length })
  if (!values.has('to') && to.length > 0) values.set('to', to)
  const isOpen = ['at', 'queue', 'draft'].every((name) => !isSaid(values, name))
  if (isOpen && when !== null) values.set(when, ['yes'])
}

function partsOf(name: string, cell: string): readonly string[] {
  const between = severalIn[name]
  if (between === undefined) return [name === 'at' ? plainTime(cell.trim()) : cell.trim()]
  const parts = cell.trim().split(between)
  // The second description belongs to the second medium, also where the first has none.
  return name === 'alt' ? parts : parts.flatMap((part) => part.trim() || [])
}

/**
 * A time as spreadsheets of many countries write it, the day first and with dots, in its plain form: a table in which such a program
 * rewrote the times has the same rows as before. Slashes stay as they are, since the month is first in some countries.
 */
function plainTime(written: string): string {
  const found = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[, ] ?(\d{1,2}):(\d\d)(?::00)?$/.exec(written)
  if (found === null) return written
  const [, day = '', month = '', year = '', hour = '', minute = ''] = found
  const two = (part: string) => part.padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}`
}

const yes = /^(?:yes|true|1|x)$/i
const no = /^(?:no|false|0)$/i

/** Whether a column of yes and no says yes; any other column: whether it says anything. @throws PlanError */
function isSaid(values: Values, name: string): boolean {
  const [value] = values.get(name) ?? []
  if (value === undefined) return false
  if (name === 'at' || yes.test(value)) return true
  if (no.test(value)) return false
  throw new PlanError('not_yes_or_no', { column: name, value })
}

/** @throws PlanError where a row says no time, or two */
function whenOf(values: Values): When {
  const said = ['at', 'queue', 'draft'].filter((name) => isSaid(values, name))
  const [only, other] = said
  if (only === undefined) throw new PlanError('no_time')
  if (other !== undefined) throw new PlanError('two_times', { one: only, other })
  return only === 'at' ? { at: values.get('at')?.[0] ?? '' } : only === 'queue' ? 'queue' : 'draft'
}

/** @throws PlanError where a row has no account or nothing to publish */
function refuseUnclear(values: Values): void {
  if (!values.has('to')) throw new PlanError('no_account')
  const options = [...values].filter(([name]) => name.includes('.'))
  // A table often comes from somebody else, and would publish a file of the person who imports it.
  const file = options.find(([, [value = '']]) => /^@(?:\/|\.\/|\.\.\/)/.test(value))
  if (file !== undefined) throw new PlanError('names_a_file', { column: file[0] })
  if (!values.has('text') && !values.has('media') && options.length === 0) throw new PlanError('no_content')
  if (values.get('text')?.[0]?.trim() === '-') throw new PlanError('dash_alone')
}
