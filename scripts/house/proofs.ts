import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Says what is wrong with the tables of a page that names a proof for each promise. A row has the promise, the files that keep it, and
 * tests: a file in backticks with the titles in it, each in “quotation marks”. A title must stand in its file. Paths of the code begin
 * in `server/src` or at the root.
 */
export function wrongProofs(root: string, page: string, text: string): string[] {
  const rows = rowsOf(text)
  if (rows.length === 0) return [`${page} has no promise.`]
  return rows.flatMap((row) => wrongRow(root, row).map((fault) => `${page}: "${row[0]}" ${fault}.`))
}

/** The rows of all tables, without their heads, cell by cell. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n')
  const isRow = (line: string | undefined) => line?.startsWith('|') === true
  return lines
    .filter((line, at) => isRow(line) && isRow(lines[at - 1]) && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
}

function wrongRow(root: string, [, keeps = '', shows = '', ...more]: readonly string[]): string[] {
  if (more.length > 0) return ['has more than three cells']
  const proofs = [...shows.matchAll(/`([^`]+)`((?:\s*“[^”]+”)*)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }))
  const code = [...keeps.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  const gone = code.filter((path) => !['server/src', '.'].some((at) => existsSync(join(root, at, path))))
  return [
    ...(code.length > 0 ? [] : ['names no code that keeps it']),
    ...gone.map((path) => `is kept by ${path}, which is not there`),
    ...(proofs.length > 0 ? [] : ['names no test']),
    ...proofs.flatMap((proof) => wrongProof(root, proof)),
  ]
}

function wrongProof(
  root: string,
  { file, titles }: { readonly file: string; readonly titles: readonly string[] },
): string[] {
  if (!file.endsWith('.test.ts') || !existsSync(join(root, file))) return [`names ${file}, which is no test`]
  if (titles.length === 0) return [`names ${file} without the title of a test`]
  const source = readFileSync(join(root, file), 'utf8')
  const missing = titles.filter((title) => !source.includes(title))
  return missing.map((title) => `is shown by no test “${title}” in ${file}`)
}
