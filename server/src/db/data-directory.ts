import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describeDiskError, diskTroubleOf } from '../lib/files/disk-trouble.ts'
import { inheritOwner, inheritOwnerWithin, ownerOf } from '../lib/files/owner.ts'
import { quoteForShell } from '../lib/process/quote-for-shell.ts'
import { StartError } from '../lib/settings/start-error.ts'

/** The files in DATA_DIR that every process reads, beside the database in `postgres`. */
const files = [
  'secret.key',
  'secret.key.before',
  'publish-epoch',
  'server.lock',
  'postgres.lock',
  'cluster.lock',
]
const folders = ['media', 'media/objects', 'media/staged', 'media/partials']

/**
 * Makes the data directory if it is not there, and answers its real path. Nobody but its owner can list it. The owner can use
 * everything in it, even if root has put it there.
 *
 * @throws StartError when it cannot be made or used.
 */
export function prepareDataDirectory(dataDir: string): string {
  const path = resolve(dataDir)
  try {
    makeFolder(path)
    // A file is no folder that holds itself.
    accessSync(`${path}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
    handOver(path)
    refuseForeignFiles(path)
    return realpathSync(path)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Crier cannot write to its data directory ${path}: ${describeRefusal(path, error)}. Put that right, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

/** A folder that was mounted into a container often belongs to somebody else, by numbers that have no names there. */
function describeRefusal(path: string, error: unknown): string {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  const me = process.geteuid?.()
  const isForeign = diskTroubleOf(error) === 'refused' && owner !== undefined && owner !== me
  return isForeign
    ? `it belongs to the user number ${owner}, and Crier runs as the user number ${me}`
    : describeDiskError(error)
}

/**
 * Makes the folder for its owner alone. Root's PostgreSQL runs as another user, who has to pass through to `postgres`, so root
 * lets others enter the folder, but not list it. The files in it have modes of their own.
 */
function makeFolder(path: string): void {
  // Node's own recursive way calls a read-only disk a missing path.
  for (const folder of missingFolders(path)) {
    if (!makeOne(folder)) continue
    inheritOwner(folder)
    if (ownerOf(folder).uid === 0) chmodSync(folder, 0o711)
  }
}

/** The folders that lack for this path, the outermost first. */
function missingFolders(path: string): string[] {
  return existsSync(path) ? [] : [...missingFolders(dirname(path)), path]
}

/** Whether this process made it: another one may have been faster. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Gives what root has copied here, such as the parts of a backup, to the owner of the folder. */
function handOver(path: string): void {
  for (const name of files.filter((each) => existsSync(join(path, each)))) inheritOwner(join(path, name))
  const media = join(path, 'media')
  if (existsSync(media)) inheritOwnerWithin(media)
}

/** @throws StartError with the command that mends it. */
function refuseForeignFiles(path: string): void {
  for (const name of [...files, ...folders]) {
    const found = join(path, name)
    if (!existsSync(found) || mayUse(found)) continue
    const { uid } = ownerOf(found)
    const command = `sudo chown -R --reference=${quoteForShell(path)} ${quoteForShell(found)}`
    throw new StartError(
      `${found} belongs to ${uid === 0 ? 'root' : `another user (number ${uid})`}, and this user may not use it. Run: ${command}`,
    )
  }
}

function mayUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
