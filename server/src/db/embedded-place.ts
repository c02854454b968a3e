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
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../lib/start-error.ts'
import { type Account, findAccount, ordinaryAccount, reaches } from './embedded-account.ts'
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
 * Finds out where PostgreSQL can run. The cluster is `<dataDir>/postgres`; where no account of this machine can work there,
 * that name is a link to a refuge under /var/lib/crier.
 */
export function locateCluster(dataDir: string, binaries: PostgresBinaries): ClusterLocation {
  const cluster = clusterFolder(dataDir)
  const account = findAccount(binaries.postgres, [dirname(cluster)])
  if (account !== null) return { account, binaries, cluster }
  if (process.geteuid?.() !== 0) {
    throw new StartError(
      `PostgreSQL cannot run here (${binaries.postgres} --version fails for this user; it needs glibc and a user with a name): set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  return takeRefuge(dataDir, binaries)
}

/** Gives the whole folder to the account. Links are not followed: they may point to files that are not ours. */
export function giveTo(account: Account, folder: string): void {
  const { uid, gid } = account.owner
  const before = lstatSync(folder).uid
  if (before === uid) return
  if (process.geteuid?.() !== 0) {
    throw new StartError(
      `The database in ${folder} belongs to another user (number ${before}): start Crier as that user, or give the folder to this one.`,
    )
  }
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), uid, gid)
  }
  // The folder itself comes last: by its owner the next start knows that the change of owner was completed.
  chownSync(folder, uid, gid)
}

/** The folder of the cluster, made or not: the link to a refuge may still lead nowhere. */
export function clusterFolder(dataDir: string): string {
  const path = join(realpathSync(dataDir), 'postgres')
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path
}

/** A folder for root where user namespaces are forbidden and no other user may enter the clone or DATA_DIR. */
function takeRefuge(dataDir: string, binaries: PostgresBinaries): ClusterLocation {
  const account = ordinaryAccount()
  if (account === null || !reaches(account, ['/'])) {
    throw new StartError(noRefuge('there is no user postgres or nobody that it could run as'))
  }
  const refuge = join(refuges, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  const firstMade = mkdirSync(refuge, { recursive: true })
  if (firstMade !== undefined && firstMade !== refuge) chmodSync(refuges, 0o711)
  chmodSync(refuge, 0o711)
  const copy = copyBinaries(binaries, refuge)
  const cluster = join(refuge, 'postgres')
  leadTo(cluster, join(dataDir, 'postgres'))
  if (!reaches(account, [refuge], copy.postgres)) {
    throw new StartError(noRefuge(`${account.description} cannot work in ${refuge}`))
  }
  return { account, binaries: copy, cluster }
}

function copyBinaries(binaries: PostgresBinaries, refuge: string): PostgresBinaries {
  const folder = join(refuge, `postgresql-${binaries.version}`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, folder)
  }
  return binariesIn(folder, binaries.version)
}

/** Makes `<dataDir>/postgres` a link to the refuge's cluster, taking along a cluster that stands there. */
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
