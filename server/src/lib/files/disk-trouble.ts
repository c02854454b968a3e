/** A reason why a disk, or a folder on it, cannot be used. */
export type DiskTrouble = 'full' | 'read_only' | 'missing' | 'no_folder' | 'refused' | 'broken' | 'slow'

const troubles: Readonly<Record<string, DiskTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read_only',
  ENOENT: 'missing',
  ENOTDIR: 'no_folder',
  EEXIST: 'no_folder',
  ENODEV: 'missing',
  EACCES: 'refused',
  EPERM: 'refused',
  EIO: 'broken',
  ESTALE: 'broken',
  ENOTCONN: 'broken',
  EHOSTDOWN: 'broken',
  ETIMEDOUT: 'slow',
}

/** Finds the trouble behind the error of a file operation; null for an error that says nothing about a disk. */
export function diskTroubleOf(error: unknown): DiskTrouble | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null
  return troubles[String(error.code)] ?? null
}

const words: Readonly<Record<DiskTrouble, string>> = {
  full: 'the disk is full',
  read_only: 'the disk is read-only',
  missing: 'it, or a part of its path, is missing',
  no_folder: 'it, or a part of its path, is a file',
  refused: 'this user may not',
  broken: 'the disk reports an error',
  slow: 'the disk does not answer in time',
}

/** Describes the error of a file operation, as the end of a sentence. Other errors are described by their message. */
export function describeDiskError(error: unknown): string {
  const trouble = diskTroubleOf(error)
  if (trouble !== null) return words[trouble]
  return error instanceof Error ? error.message : String(error)
}
