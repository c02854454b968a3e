import { chownSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../lib/settings/start-error.ts'
import { type Account, reaches } from './embedded-account.ts'

/** Part of the socket's name; nothing listens on a network port. */
export const socketPort = 5432

/** The kernel's limit for the path of a socket is 107 bytes, so DATA_DIR, which may be anywhere, is no place for it. */
const longestBase = 107 - '/crier-XXXXXX/.s.PGSQL.5432.lock'.length

/** Makes a folder for the socket that only the account may enter (and root, whom nobody can keep out). */
export function makeSocketFolder(account: Account): string {
  const bases = ['/tmp', tmpdir(), '/var/tmp', '/dev/shm'].filter(
    (base) => Buffer.byteLength(base) <= longestBase,
  )
  const failures: unknown[] = []
  for (const base of new Set(bases)) {
    try {
      const folder = mkdtempSync(join(base, 'crier-'))
      hand(folder, account)
      if (reaches(account, [folder])) return folder
      rmdirSync(folder)
    } catch (error) {
      failures.push(error)
    }
  }
  throw new StartError(
    `PostgreSQL needs a folder for its socket, and none can be made in ${bases.join(' or ')}: make one of them writable.`,
    { cause: new AggregateError(failures) },
  )
}

/** Makes the same folder again: the supervisor of an ended PostgreSQL has removed it, and clients know its name. */
export function remakeSocketFolder(folder: string, account: Account): void {
  mkdirSync(folder, { mode: 0o700 })
  hand(folder, account)
}

function hand(folder: string, account: Account): void {
  if (process.geteuid?.() === 0) chownSync(folder, account.owner.uid, account.owner.gid)
}
