import { readFile, stat } from 'node:fs/promises'
import { UsageError } from '../command/refusals.ts'
import type { Terminal } from '../output/terminal.ts'

// The server takes 1 MB with everything.
const mostBytes = 1_000_000

/** Reads all of standard input as text. @throws UsageError if it is too long or no UTF-8. */
export async function readInput(terminal: Terminal): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of terminal.stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    chunks.push(bytes)
    length += bytes.length
    if (length > mostBytes) throw tooLong('Standard input')
  }
  return decode(Buffer.concat(chunks), 'Standard input')
}

/** Reads a file as text; `-` is standard input. @throws UsageError if there is none, or it is too long or no UTF-8. */
export async function readTextFile(path: string, terminal: Terminal): Promise<string> {
  if (path === '-') return readInput(terminal)
  let bytes: Buffer
  try {
    if ((await stat(path)).size > mostBytes) throw tooLong(`The file "${path}"`)
    bytes = await readFile(path)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `The file "${path}" cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`,
    )
  }
  if (bytes.length > mostBytes) throw tooLong(`The file "${path}"`)
  return decode(bytes, `The file "${path}"`)
}

function tooLong(from: string): UsageError {
  return new UsageError(`${from} is longer than 1 MB, which no server takes as text.`)
}

function decode(bytes: Buffer, from: string): string {
  try {
    // The line break at the end is of the file, and not of the text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '')
  } catch {
    throw new UsageError(`${from} is no text in UTF-8.`)
  }
}
