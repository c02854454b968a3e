import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A user and group of the machine, by number. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** The owner of a folder or file. */
export function ownerOf(path: string): Owner {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

/**
 * Gives a file or folder that root has just made to the owner of the folder around it. Without this, one backup by root
 * would leave files that the user of the server cannot read. Any other user than root changes nothing.
 */
export function inheritOwner(path: string): void {
  if (process.geteuid?.() !== 0) return
  giveTo(ownerOf(dirname(path)), path)
}

/** Like `inheritOwner`, for the folders that a recursive `mkdir` of `last` made: `first` is what it returned. */
export function inheritOwners(first: string | undefined, last: string): void {
  for (const folder of madeFolders(first, last)) inheritOwner(folder)
}

/** The folders that a recursive `mkdir` of `last` made, the outermost first. */
export function madeFolders(first: string | undefined, last: string): string[] {
  if (first === undefined) return []
  return first === last || dirname(last) === last ? [last] : [...madeFolders(first, dirname(last)), last]
}

/** Like `inheritOwner`, for a folder and all that is in it. A folder that has the right owner already is left alone. */
export function inheritOwnerWithin(folder: string): void {
  if (process.geteuid?.() !== 0) return
  const owner = ownerOf(dirname(folder))
  if (ownerOf(folder).uid === owner.uid) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    giveTo(owner, join(folder, entry))
  // The folder itself comes last: by its owner the next run knows that all of it was handed over.
  giveTo(owner, folder)
}

// The owner of the folder may exchange the name for another file at any moment, so no link is followed, and a file with a
// second name is left alone: it may be somebody else's.
function giveTo({ uid, gid }: Owner, path: string): void {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (['ELOOP', 'ENOENT', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')) return
    throw error
  }
  try {
    const found = fstatSync(descriptor)
    if (found.uid === uid || (found.isFile() && found.nlink > 1)) return
    fchownSync(descriptor, uid, gid)
  } finally {
    closeSync(descriptor)
  }
}
