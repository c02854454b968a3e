import type { Pages } from '@crier/sdk'
import type { Input, Options, Outcome } from '../command/command.ts'
import { readList, readNumber } from '../command/read-arguments.ts'
import { UsageError } from '../command/refusals.ts'
import { cleanValue } from '../output/clean-text.ts'
import { alignTable } from '../output/table.ts'

/** The options of every list. */
export const listOptions: Options = {
  limit: { value: 'NUMBER', about: 'How many; 20 unless given, 200 at most.' },
  offset: { value: 'NUMBER', about: 'How many to skip.' },
  all: { value: null, about: 'Lists everything, page by page.' },
  ndjson: { value: null, about: 'Prints the JSON of each entry on a line of its own.' },
}

/** How a list looks to people. */
export interface Columns<T> {
  readonly heads: readonly string[]
  row(entry: T): readonly string[]
  /** A line below, such as the zone of the times. */
  readonly foot?: string
}

/** Prints a list: for people as a table, with `--json` a page as the API answers it, with `--ndjson` a line for each entry. */
export async function printList<T>(
  { given, terminal }: Input,
  read: (page: { limit: number; offset?: number }) => Pages<T>,
  columns: () => Promise<Columns<T>>,
): Promise<Outcome> {
  const [limit, offset] = [readNumber(given, 'limit', 1), readNumber(given, 'offset', 0)]
  const [all, lines, json] = [given.flag('all'), given.flag('ndjson'), given.flag('json')]
  if (all && offset !== null)
    throw new UsageError('--all lists from the beginning, so --offset cannot stand beside it.')
  if (all && json && !lines)
    throw new UsageError('--all prints many pages; write --ndjson in place of --json.')
  const pages = read({ limit: limit ?? (all ? 100 : 20), ...(offset === null ? {} : { offset }) })
  if (all) return printAll(pages, terminal, lines, columns)
  const page = await pages.page()
  if (lines) {
    for (const entry of page.data) terminal.printJson(entry)
    return {}
  }
  if (json) return { data: page, show: () => '' }
  const { heads, row, foot } = await columns()
  const clean = cleanValue(page)
  terminal.print(alignTable(heads, clean.data.map(row), terminal.columns).join('\n'))
  const { total, next } = page.meta
  const end = (offset ?? 0) + page.data.length
  const more = next === null ? '' : ` More: --offset ${end}, or --all.`
  terminal.advise(
    `${[foot, total === undefined ? null : `${page.data.length} of ${total}.`].filter(Boolean).join(' ')}${more}`,
  )
  return {}
}

async function printAll<T>(
  pages: Pages<T>,
  terminal: Input['terminal'],
  lines: boolean,
  columns: () => Promise<Columns<T>>,
): Promise<Outcome> {
  if (lines) {
    for await (const entry of pages) terminal.printJson(entry)
    return {}
  }
  const { heads, row, foot } = await columns()
  const rows: (readonly string[])[] = []
  for await (const entry of pages) rows.push(row(cleanValue(entry)))
  terminal.print(alignTable(heads, rows, terminal.columns).join('\n'))
  terminal.advise(`${foot === undefined ? '' : `${foot} `}${rows.length} in all.`)
  return {}
}

/** The filters of a list that were given, by the names that the API has for them. */
export function readFilters(given: Input['given'], names: readonly string[]): Record<string, unknown> {
  const filters = names.map((name): [string, unknown] => [name.replaceAll('-', '_'), readList(given, name)])
  return Object.fromEntries(filters.filter(([, values]) => (values as unknown[]).length > 0))
}
