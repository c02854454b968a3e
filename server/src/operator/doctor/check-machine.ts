import { type Stats, statfsSync, statSync } from 'node:fs'
import { clusterOutside } from '../../db/embedded-place.ts'
import { type Finding, finding } from './finding.ts'

const gigabyte = 1_000_000_000
/** Below this a first large video may fill the disk. */
const leastFreeBytes = gigabyte

interface Folders {
  readonly dataDir: string
  /** Null if the environment sets the secret. */
  readonly secretFile: string | null
}

/** Checks who may change the data directory and read the secret in it, how much space it has and whether the database is in it. */
export function checkMachine(folders: Folders & { readonly isEmbedded: boolean }): Finding[] {
  return [
    ...checkPrivacy(folders),
    ...(folders.isEmbedded ? [findOrReport('database folder', () => checkPlace(folders.dataDir))] : []),
    findOrReport('disk', () => checkRoom(folders.dataDir)),
  ]
}

/** Checks whether other users of the machine may change the data directory, or read the secret. */
export function checkPrivacy({ dataDir, secretFile }: Folders): Finding[] {
  return [
    findOrReport('data directory', () => checkDataDirectory(dataDir)),
    findOrReport('secret', () => checkSecret(secretFile)),
  ]
}

/** Turns an unreadable path into a finding, so that the doctor does not crash. */
function findOrReport(check: string, work: () => Finding): Finding {
  try {
    return work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return finding(
      check,
      false,
      `This could not be checked: ${code ?? message}.`,
      'Check DATA_DIR, and that you run this as the user of the server.',
    )
  }
}

// Everything in it that is secret is closed to others by itself, so others may list it; but who may write in it could
// replace the secret or the database by another.
function checkDataDirectory(path: string): Finding {
  const folder = statSync(path)
  return finding(
    'data directory',
    (folder.mode & 0o022) === 0,
    `The data directory ${path} has the mode ${modeOf(folder)}.`,
    `Other users may replace the files in it. Run: chmod go-w ${path}`,
  )
}

function checkSecret(path: string | null): Finding {
  if (path === null) return finding('secret', true, 'The environment sets SECRET_KEY.', '')
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file) {
    const advice = 'Put your copy of the file back. Crier generates a new one only for a new database.'
    return finding('secret', false, `The secret file ${path} is missing.`, advice)
  }
  const isPrivate = (file.mode & 0o077) === 0 && isOurs(file)
  return finding(
    'secret',
    isPrivate,
    `The secret file ${path} has the mode ${modeOf(file)}.`,
    `Run: chmod 600 ${path}`,
  )
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, '0')
}

function isOurs({ uid }: Stats): boolean {
  const ourUid = process.getuid?.()
  return ourUid === undefined || ourUid === 0 || uid === ourUid
}

/** A database elsewhere works well, so it is a note and not a fault. */
function checkPlace(dataDir: string): Finding {
  const outside = clusterOutside(dataDir)
  const found =
    outside === null
      ? `The database is in ${dataDir}.`
      : `The database is in ${outside}, because PostgreSQL cannot work in ${dataDir} as root. A copy or a volume of DATA_DIR does not hold it.`
  return finding('database folder', true, found, '')
}

function checkRoom(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const found = `${(free / gigabyte).toFixed(1)} GB are free in ${dataDir}.`
  return finding('disk', free >= leastFreeBytes, found, 'Free some space: a full disk stops publishing.')
}
