import { PlanError } from './plan-error.ts'

/** A row of a table, and the line of the file on which it begins, from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

const separators = [',', ';', '\t'] as const

/**
 * Reads a table as spreadsheets save it (RFC 4180): a cell in quotes may hold separators, line breaks and doubled quotes. The separator
 * is the comma, semicolon or tab that the first row has most of. Rows without a word in them are left out.
 * @throws PlanError where a quote is not closed, or something follows one that is
 */
export function readCsv(text: string): CsvRow[] {
  // Excel begins a file in UTF-8 with this mark.
  const table = text.replace(/^\ufeff/, '')
  const separator = separatorOf(table)
  const rows: CsvRow[] = []
  let row: { line: number; cells: string[] } = { line: 1, cells: [] }
  let line = 1
  for (let at = 0; at <= table.length; ) {
    const { cell, end } = table[at] === '"' ? readQuoted(table, at, line) : readPlain(table, at, separator)
    row.cells.push(cell)
    line += count(table.slice(at, end))
    const next = table[end]
    if (next !== undefined && next !== separator && next !== '\r' && next !== '\n')
      throw new PlanError('behind_quote', { line, found: next })
    at = end + (table.startsWith('\r\n', end) ? 2 : 1)
    if (next === separator) continue
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row)
    line += 1
    row = { line, cells: [] }
  }
  return rows
}

function readPlain(table: string, start: number, separator: string): { cell: string; end: number } {
  let end = start
  while (end < table.length && table[end] !== separator && table[end] !== '\n' && table[end] !== '\r')
    end += 1
  return { cell: table.slice(start, end), end }
}

/** @throws PlanError */
function readQuoted(table: string, start: number, line: number): { cell: string; end: number } {
  for (let close = table.indexOf('"', start + 1); close !== -1; close = table.indexOf('"', close + 2)) {
    if (table[close + 1] === '"') continue
    return { cell: table.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
  }
  throw new PlanError('unclosed_quote', { line })
}

/** How many lines a text goes on over. */
function count(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1
}

function separatorOf(table: string): string {
  const [head = ''] = table.replace(/"[^"]*"/g, '').split(/\r|\n/, 1)
  const times = (separator: string) => head.split(separator).length
  return [...separators].sort((a, b) => times(b) - times(a))[0] ?? ','
}
