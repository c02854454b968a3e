import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { report } from '../house/report.ts'

const root = join(import.meta.dirname, '../..')

/** A file of a client that is made from the descriptions of the API. */
export interface GeneratedFile {
  /** From the root of the project. */
  readonly path: string
  readonly text: string
}

/** Writes the files of a client; with `--check` it writes nothing, and fails where one is not as it should be. */
export function keepFiles(files: readonly GeneratedFile[]): void {
  if (process.argv.includes('--check')) report(files.flatMap(staleFile))
  else files.forEach(write)
}

function staleFile({ path, text }: GeneratedFile): string[] {
  const file = join(root, path)
  const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return written === text
    ? []
    : [`${path} does not follow from the API any more: run \`npm run check -- --fix\`.`]
}

function write({ path, text }: GeneratedFile): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
