import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Given } from '../command/given.ts'
import { UsageError } from '../command/refusals.ts'
import { contentOptions, toOption } from '../posts/post-options.ts'
import { readCsv } from './read-csv.ts'

/** A post of a plan: a row of its table, with the values of its columns. */
export interface PlannedRow {
  /** The line of the file on which it begins. */
  readonly line: number
  /** The content and the accounts of the post, as the arguments of `crier post` would give them. */
  readonly given: Given
  readonly when: When
  /** All that the row says, and which of the rows that say the same it is, from 1. Equal for the same row of the same plan, always. */
  readonly identity: string
}

/** A time as it was written, the queue, or no time, for a draft. */
export type When = { readonly at: string } | 'queue' | 'draft'

/** Values for rows whose columns leave them open. */
export interface PlanDefaults {
  readonly to: readonly string[]
  readonly when: 'queue' | 'draft' | null
  /** Where files that the table names are looked for first. */
  readonly folder: string
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

/** Reads the table of a plan. @throws UsageError that names the line */
export function readPlan(text: string, defaults: PlanDefaults): PlannedRow[] {
  const [head, ...rows] = readCsv(text)
  if (head === undefined) throw new UsageError('The table is empty.')
  const columns = head.cells.map(readColumn)
  const twice = columns.find((name, index) => name !== null && columns.indexOf(name) !== index)
  if (twice !== undefined) throw new UsageError(`The table has two columns "${twice}".`)
  if (rows.length === 0) throw new UsageError('The table has no row below the names of its columns.')
  const seen = new Map<string, number>()
  return rows.map(({ line, cells }) => {
    try {
      const values = valuesOf(columns, cells, defaults)
      const words = JSON.stringify([...values].sort(([a], [b]) => (a < b ? -1 : 1)))
      const nth = (seen.get(words) ?? 0) + 1
      seen.set(words, nth)
      const [given, when] = [givenOf(values, defaults.folder), whenOf(values)]
      if (nth > 1 && typeof when !== 'string')
        throw new UsageError(
          'the row says the same as another one, for the same time. Leave one of them out.',
        )
      return { line, given, when, identity: `${nth} ${words}` }
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`Line ${line}: ${error.message}`) : error
    }
  })
}

/** The name of a column, an option such as `PLATFORM.visibility`, or null for a note that is no part of the post. @throws UsageError */
function readColumn(head: string): string | null {
  const words = head.trim()
  if (words === '' || words.startsWith('#')) return null
  const plain = words.toLowerCase().replaceAll(/[\s_]+/g, '-')
  const name = otherNames[plain] ?? plain
  if (planColumns.includes(name)) return name
  if (words.includes('.')) return words
  throw new UsageError(
    `The table has a column "${words}". It may have: ${planColumns.join(', ')}, PLATFORM.OPTION, and notes, whose names begin with #.`,
  )
}

type Values = Map<string, readonly string[]>

/** @throws UsageError */
function valuesOf(
  columns: readonly (string | null)[],
  cells: readonly string[],
  { to, when }: PlanDefaults,
): Values {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    throw new UsageError(`the row has ${cells.length} cells, and the table ${columns.length} columns.`)
  const values: Values = new Map()
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (name === null || cell.trim() === '') continue
    // Spreadsheets of some systems end the lines of a cell by two characters, of which networks would count both.
    values.set(name, name === 'text' ? [cell.replaceAll('\r\n', '\n')] : partsOf(name, cell))
  }
  if (!values.has('to') && to.length > 0) values.set('to', to)
  const isOpen = ['at', 'queue', 'draft'].every((name) => !isSaid(values, name))
  if (isOpen && when !== null) values.set(when, ['yes'])
  return values
}

function partsOf(name: string, cell: string): readonly string[] {
  const between = severalIn[name]
  if (between === undefined) return [cell.trim()]
  const parts = cell.trim().split(between)
  // The second description belongs to the second medium, also where the first has none.
  return name === 'alt' ? parts : parts.flatMap((part) => part.trim() || [])
}

const yes = /^(?:yes|true|1|x)$/i
const no = /^(?:no|false|0)$/i

/** Whether a column of yes and no says yes; any other column: whether it says anything. @throws UsageError */
function isSaid(values: Values, name: string): boolean {
  const [value] = values.get(name) ?? []
  if (value === undefined) return false
  if (name === 'at' || yes.test(value)) return true
  if (no.test(value)) return false
  throw new UsageError(`the column "${name}" is "${value}"; it takes yes or no.`)
}

/** @throws UsageError where a row says no time, or two */
function whenOf(values: Values): When {
  const said = ['at', 'queue', 'draft'].filter((name) => isSaid(values, name))
  const [only, other] = said
  if (other !== undefined) throw new UsageError(`the columns "${only}" and "${other}" exclude each other.`)
  if (only === undefined)
    throw new UsageError(
      'the row has no time. Give it one in the column "at", or say --queue or --draft for all such rows.',
    )
  return only === 'at' ? { at: values.get('at')?.[0] ?? '' } : only === 'queue' ? 'queue' : 'draft'
}

/** @throws UsageError where a row has no account or nothing to publish */
function givenOf(values: Values, folder: string): Given {
  if (!values.has('to'))
    throw new UsageError(
      'the row has no account. Give it one in the column "to", or say --to for all such rows.',
    )
  const options = [...values].filter(([name]) => name.includes('.'))
  for (const [name, [value = '']] of options)
    if (/^@(?:\/|\.\/|\.\.\/)/.test(value))
      throw new UsageError(`the column "${name}" names a file; a table holds the value itself.`)
  if (!values.has('text') && !values.has('media') && options.length === 0)
    throw new UsageError('the row has no text and no media.')
  const [text] = values.get('text') ?? []
  if (text?.trim() === '-') throw new UsageError('the text is "-" alone.')
  const read = (name: string): readonly string[] => {
    if (name === 'option') return options.map(([where, [value = '']]) => `${where}=${value}`)
    const all = values.get(name) ?? []
    return name === 'media' ? all.map((one) => pathFrom(folder, one)) : all
  }
  return {
    text: (name) => read(name).at(0) ?? null,
    texts: read,
    needed: (name) => read(name).at(0) ?? '',
    flag: () => false,
    // When a post goes out is read by itself, because it is shown for all rows together.
    declares: (name) => name === 'text' || Object.hasOwn({ ...contentOptions, ...toOption }, name),
  }
}

/** The path of a file that lies beside the table; anything else as it was written. */
function pathFrom(folder: string, written: string): string {
  const path = join(folder, written)
  return isAbsolute(written) || /^https?:/i.test(written) || !existsSync(path) ? written : path
}
