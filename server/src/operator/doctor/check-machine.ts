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
  readonly isEmbedded: boolean
}

/** Checks who may read the data directory, how much space it has and whether the database is in it. */
export function checkMachine(folders: Folders): Finding[] {
  return [
    findOrReport('secret', () => checkSecret(folders.secretFile)),
    ...(folders.isEmbedded ? [findOrReport('database folder', () => checkPlace(folders.dataDir))] : []),
    findOrReport('disk', () => checkRoom(folders.dataDir)),
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

function checkSecret(path: string | null): Finding {
  if (path === null) return finding('secret', true, 'The environment sets SECRET_KEY.', '')
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file) {
    const advice = 'Put your copy of the file back. Crier generates a new one only for a new database.'
    return finding('secret', false, `The secret file ${path} is missing.`, advice)
  }
  const mode = (file.mode & 0o777).toString(8).padStart(4, '0')
  const isPrivate = (file.mode & 0o077) === 0 && isOurs(file)
  return finding(
    'secret',
    isPrivate,
    `The secret file ${path} has the mode ${mode}.`,
    `Run: chmod 600 ${path}`,
  )
}

function isOurs({ uid }: Stats): boolean {
  const ourUid = process.getuid?.()
  return ourUid === undefined || ourUid === 0 || uid === ourUid
}

/** A database elsewhere works well, so it is told and is no fault. */
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
