import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder } from '../lib/files/replace-file.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { type ClusterLocation, giveTo } from './embedded-place.ts'
import { clearPredecessor } from './embedded-predecessor.ts'
import { startProgram } from './embedded-program.ts'

/** The role and database that Crier works with. It owns its database and is no superuser, as at any other provider. */
export const role = 'crier'

const passwordFile = 'crier.password'
const unfinishedPrefix = '.postgres-unfinished-'

/** Makes the cluster on the first start; afterwards sees to it that this PostgreSQL can open it. */
export async function prepareCluster(place: ClusterLocation, log: (line: string) => void): Promise<void> {
  await removeUnfinished(dirname(place.cluster), log)
  if (!existsSync(place.cluster) || readdirSync(place.cluster).length === 0) await makeCluster(place, log)
  refuseOtherMajor(place)
  giveTo(place.account.owner, place.cluster)
}

/** The password of the role, which only this user and PostgreSQL's own can read. */
export function readPassword(cluster: string): string {
  return readFileSync(join(cluster, passwordFile), 'utf8').trim()
}

/** Makes the cluster in a folder beside its own and renames that, so that a cluster is whole or not there at all. */
async function makeCluster(place: ClusterLocation, log: (line: string) => void): Promise<void> {
  const parent = dirname(place.cluster)
  const folder = join(parent, `${unfinishedPrefix}${randomBytes(4).toString('hex')}`)
  mkdirSync(folder, { mode: 0o700 })
  giveTo(place.account.owner, folder)
  await runProgram(place, folder, [place.binaries.initdb, '-D', folder, ...initdbOptions], log)
  await makeRole(place, folder, log)
  renameSync(folder, place.cluster)
  syncFolder(parent)
}

/** The built-in C.UTF-8 sorts by code point and knows upper from lower case, the same on every machine. */
const initdbOptions = [
  '--username=postgres',
  '--auth=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

async function makeRole(place: ClusterLocation, folder: string, log: (line: string) => void): Promise<void> {
  const password = randomBytes(24).toString('hex')
  const statements = join(folder, 'crier.sql')
  writeOwned(place, join(folder, passwordFile), `${password}\n`)
  // Only the role may connect over the socket, and only with its password.
  writeOwned(place, join(folder, 'pg_hba.conf'), `local all ${role} scram-sha-256\n`)
  writeOwned(
    place,
    statements,
    `CREATE ROLE ${role} LOGIN CREATEDB PASSWORD '${password}'\nCREATE DATABASE ${role} OWNER ${role}\n`,
  )
  const { postgres } = place.binaries
  const alone = [postgres, '--single', '-D', folder, '-c', 'exit_on_error=on', 'postgres']
  const feed = ['/bin/sh', '-c', 'input=$1; shift; exec "$@" <"$input"', 'sh', statements]
  await runProgram(place, folder, [...feed, ...alone], log)
  rmSync(statements)
}

async function runProgram(
  place: ClusterLocation,
  folder: string,
  command: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  // A later start finds the processes that still work in this folder by their current folder.
  const program = startProgram({ account: place.account, command, folder, log })
  const { succeeded } = await program.ended
  if (succeeded) return
  throw new StartError(
    `PostgreSQL could not make its database in ${dirname(place.cluster)}: ${reasonIn(program.lastLines)}`,
  )
}

/** The line of a program’s last output that says why it failed. */
export function reasonIn(lines: readonly string[]): string {
  const reason =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it gave no reason'
  return reason.replace(/^.*?(?:FATAL|PANIC|error): +/, '')
}

function writeOwned(place: ClusterLocation, path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flush: true })
  if (process.geteuid?.() === 0) chownSync(path, place.account.owner.uid, place.account.owner.gid)
}

/** Removes what a first start left that was killed; its programs may still run for a moment. */
async function removeUnfinished(parent: string, log: (line: string) => void): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(unfinishedPrefix))) {
    const folder = join(parent, name)
    await clearPredecessor(folder, log, () => Promise.resolve())
    rmSync(folder, { recursive: true, force: true })
  }
}

function refuseOtherMajor({ cluster, binaries }: ClusterLocation): void {
  const version = join(cluster, 'PG_VERSION')
  if (!existsSync(version)) {
    throw new StartError(`${cluster} is not a folder of PostgreSQL: move it away and start again.`)
  }
  const major = readFileSync(version, 'utf8').trim()
  if (major === binaries.major) return
  throw new StartError(
    `The database in ${cluster} was made by PostgreSQL ${major}, and this version of Crier brings PostgreSQL ${binaries.major}: start it with the version of Crier that made it and take a backup there, then move this folder away and restore the backup.`,
  )
}
