import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../settings/start-error.ts'
import { inheritOwner } from './owner.ts'
import { syncFolder } from './replace-file.ts'

/**
 * Reads the 32 secret bytes from a hex file, or creates the file, readable only by its owner. Processes that start together
 * get equal bytes. A power cut leaves a complete file or none.
 * @throws StartError if the file cannot be read or created, or holds something else.
 */
export function readOrMakeSecret(path: string): Buffer {
  const found = readSecret(path)
  if (found) return found
  makeSecret(path)
  const made = readSecret(path)
  if (made) return made
  throw new StartError(`The secret file ${path} disappeared while it was read.`)
}

/** Reads the secret of a file that may be absent. @throws StartError if it cannot be read, or holds something else. */
export function readSecret(path: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new StartError(`The secret file ${path} cannot be read (${codeOf(error)}).`, { cause: error })
  }
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex')
  throw new StartError(`The secret file ${path} does not hold 64 hex digits. Put your copy of it back.`)
}

/** Creates the file by a hard link, which is atomic and never replaces an existing file. */
function makeSecret(path: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    writeDurably(draft, `${randomBytes(32).toString('hex')}\n`)
    inheritOwner(draft)
    linkSync(draft, path)
    syncFolder(dirname(path))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw new StartError(`The secret file ${path} cannot be made (${codeOf(error)}).`, { cause: error })
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
