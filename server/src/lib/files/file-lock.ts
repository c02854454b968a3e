import { spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { plainEnvironment } from '../settings/plain-environment.ts'
import { StartError } from '../settings/start-error.ts'
import { inheritOwner } from './owner.ts'

/** A lock on a file, held by this process. The kernel drops it when the process ends, however it ends. */
export interface FileLock {
  /** A child that inherits it holds the lock as well, until the last process with it has ended. */
  readonly descriptor: number
  /** Writes a note about the holder into the file, for `readNote`. */
  note(text: string): void
  /** A second release does nothing. */
  release(): void
}

/**
 * Takes the lock on this file. Null if this or another process already holds it. The lock cannot become stale: the file stays,
 * but the lock belongs to the kernel.
 */
export function tryLock(path: string): FileLock | null {
  const descriptor = openSync(path, 'a+', 0o600)
  inheritOwner(path)
  if (!lockDescriptor(descriptor)) {
    closeSync(descriptor)
    return null
  }
  let isHeld = true
  return {
    descriptor,
    note(text) {
      ftruncateSync(descriptor, 0)
      writeSync(descriptor, text)
    },
    release() {
      if (isHeld) closeSync(descriptor)
      isHeld = false
    },
  }
}

/** Reads the note of the last holder, who may be gone by now. */
export function readNote(path: string): string {
  return readFileSync(path, 'utf8')
}

// Node has no flock. A lock belongs to the open file and not to the process that takes it. A child therefore takes it on a
// shared descriptor, and we still hold it after the child has ended.
const lockers: readonly (readonly [string, readonly string[]])[] = [
  ['flock', ['-n', '3']],
  ['perl', ['-e', 'open(my $f, "+<&=", 3) or exit 2; exit(flock($f, 6) ? 0 : 1)']],
]

function lockDescriptor(descriptor: number): boolean {
  for (const [program, args] of lockers) {
    const { error, status } = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'ignore', descriptor],
      env: plainEnvironment,
    })
    if (error === undefined && (status === 0 || status === 1)) return status === 0
  }
  throw new StartError(
    'Crier needs the program `flock` (package util-linux) to keep two servers off one data directory.',
  )
}
