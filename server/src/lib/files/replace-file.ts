import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { inheritOwner } from './owner.ts'

/**
 * Replaces a file atomically, readable only by its owner, who is the owner of the folder if root replaces it. After a crash or power cut, either the old or the new file exists.
 */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    inheritOwner(draft)
    renameSync(draft, path)
    syncFolder(dirname(path))
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Flushes a folder, so that a new name in it survives a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
