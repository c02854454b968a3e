import { writeSync } from 'node:fs'

/** Writes bytes to an open file, all of them. It keeps its thread waiting. @throws as the file system does */
export function writeAll(file: number, bytes: Uint8Array, at: number): void {
  // A disk may take only a part of what it is given.
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written, at + written)
}
