import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Owner, ownerOf } from '../lib/files/owner.ts'
import { quoteForShell } from '../lib/process/quote-for-shell.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { type Account, findAccount, findOrdinaryAccount, reaches } from './embedded-account.ts'
import { binariesIn, type PostgresBinaries } from './embedded-binaries.ts'

/** Where PostgreSQL runs: its account, its programs and its folder, known before it is started. */
export interface ClusterLocation {
  readonly account: Account
  readonly binaries: PostgresBinaries
  /** Its parent exists; the cluster itself may not be there yet. */
  readonly cluster: string
}

const refuges = '/var/lib/crier'

/**
 * Finds out where PostgreSQL can run. The cluster is `<dataDir>/postgres`. Where a folder above DATA_DIR keeps every account
 * out that PostgreSQL could run as, that name is a link to a refuge under /var/lib/crier.
 *
 * @throws StartError where PostgreSQL cannot run, or the refuge is gone.
 */
export function locateCluster(dataDir: string, binaries: PostgresBinaries): ClusterLocation {
  const cluster = clusterFolder(dataDir)
  if (!existsSync(dirname(cluster))) {
    const link = join(dataDir, 'postgres')
    throw new StartError(
      `The database of ${dataDir} was in ${cluster}, and that folder is gone: put it back, or remove the link ${link} and restore a backup.`,
    )
  }
  const account = findAccount(binaries.postgres, [dirname(cluster)])
  if (account !== null) return { account, binaries, cluster }
  if (process.geteuid?.() !== 0) {
    throw new StartError(
      `PostgreSQL cannot run here (${binaries.postgres} --version fails for this user; it needs glibc and a user with a name): set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  return runFromCopy(cluster, binaries) ?? takeRefuge(dataDir, binaries)
}

/** The folder of a cluster that is not in its data directory, else null. A copy of DATA_DIR does not hold that one. */
export function clusterOutside(dataDir: string): string | null {
  const cluster = clusterFolder(dataDir)
  return dirname(cluster) === realpathSync(dataDir) ? null : cluster
}

/** Whether there is a database, here or in a refuge. One that is gone from its refuge counts: it has a sentence of its own. */
export function holdsCluster(dataDir: string): boolean {
  const cluster = clusterFolder(dataDir)
  try {
    return readdirSync(cluster).length > 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return !existsSync(dirname(cluster))
    // It belongs to another user.
    if (code === 'EACCES') return true
    throw error
  }
}

/** Gives the whole folder to this owner. Links are not followed: they may point to files that are not ours. */
export function giveTo({ uid, gid }: Owner, folder: string): void {
  const before = lstatSync(folder).uid
  if (before === uid) return
  if (process.geteuid?.() !== 0) {
    const command = `sudo chown -R --reference=${quoteForShell(dirname(folder))} ${quoteForShell(folder)}`
    throw new StartError(
      `The database in ${folder} belongs to another user (number ${before}): start Crier as that user, or give the folder to this one. Run: ${command}`,
    )
  }
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), uid, gid)
  }
  // The folder itself comes last: by its owner the next start knows that the change of owner was completed.
  chownSync(folder, uid, gid)
}

/** Gives a cluster that root had to run as another user back to the owner of its folder, who may start it next. */
export function returnCluster(cluster: string): void {
  if (process.geteuid?.() !== 0) return
  const owner = ownerOf(dirname(cluster))
  if (owner.uid !== 0) giveTo(owner, cluster)
}

/** The folder of the cluster, made or not: the link to a refuge may still lead nowhere. */
export function clusterFolder(dataDir: string): string {
  const path = join(realpathSync(dataDir), 'postgres')
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path
}

/** Another user may enter DATA_DIR, but not the clone: PostgreSQL's programs are copied beside the cluster. */
function runFromCopy(cluster: string, binaries: PostgresBinaries): ClusterLocation | null {
  const folder = dirname(cluster)
  const account = findOrdinaryAccount(folder)
  if (account === null) return null
  const copy = copyBinaries(binaries, folder)
  return reaches(account, [folder], copy.postgres) ? { account, binaries: copy, cluster } : null
}

/** A folder for root where user namespaces are forbidden and no other user may enter DATA_DIR. */
function takeRefuge(dataDir: string, binaries: PostgresBinaries): ClusterLocation {
  const account = findOrdinaryAccount('/')
  if (account === null)
    throw new StartError(noRefuge('there is no user postgres or nobody that it could run as'))
  const refuge = join(refuges, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  const firstMade = mkdirSync(refuge, { recursive: true })
  if (firstMade !== undefined && firstMade !== refuge) chmodSync(refuges, 0o711)
  chmodSync(refuge, 0o711)
  const cluster = join(refuge, 'postgres')
  leadTo(cluster, join(dataDir, 'postgres'))
  const place = runFromCopy(cluster, binaries)
  if (place === null) throw new StartError(noRefuge(`${account.description} cannot work in ${refuge}`))
  return place
}

/** Copies the programs to where the account can run them, and removes those of an older version. */
function copyBinaries(binaries: PostgresBinaries, place: string): PostgresBinaries {
  const folder = join(place, `postgresql-${binaries.version}`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, folder)
  }
  for (const name of readdirSync(place)) {
    const isOlder = name.startsWith('postgresql-') && name !== basename(folder)
    if (isOlder) rmSync(join(place, name), { recursive: true, force: true })
  }
  return binariesIn(folder, binaries.version)
}

/** Makes `<dataDir>/postgres` a link to the refuge's cluster, taking along a cluster that is there. */
function leadTo(cluster: string, name: string): void {
  const standing = lstatSync(name, { throwIfNoEntry: false })
  if (standing?.isSymbolicLink()) return
  if (standing !== undefined) moveCluster(name, cluster)
  symlinkSync(cluster, name)
}

function moveCluster(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    throw new StartError(
      `The database in ${from} cannot be opened by any user but root, as whom PostgreSQL refuses to run: move that folder to ${to} and start again.`,
      { cause: error },
    )
  }
}

function noRefuge(reason: string): string {
  return `PostgreSQL refuses to run as root, and ${reason}: start Crier as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`
}
