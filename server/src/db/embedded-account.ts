import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { type Owner, ownerOf } from '../lib/files/owner.ts'
import { plainEnvironment } from '../lib/settings/plain-environment.ts'

/** The user that PostgreSQL runs as. It refuses to be root, and `initdb` refuses a user that has no name. */
export interface Account {
  readonly description: string
  /** The owner that the cluster’s files must have, as the rest of the machine sees it. */
  readonly owner: Owner
  /** How a program is started as this account. */
  readonly become: { readonly uid?: number; readonly gid?: number; readonly command: readonly string[] }
}

interface Entry {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * The first account that can run this program and enter these folders, or null.
 *
 * An ordinary user runs PostgreSQL itself. Root hands it to the owner of the last folder, to `postgres` or to `nobody`.
 * Where none of them may enter (a clone under root's home), a user namespace makes PostgreSQL take root for `nobody`.
 */
export function findAccount(program: string, folders: readonly string[]): Account | null {
  return candidates(folders).find((account) => reaches(account, folders, program)) ?? null
}

/** The first account that needs no user namespace and can enter this folder, for root; null when there is none. */
export function findOrdinaryAccount(folder: string): Account | null {
  const accounts = [...owners([folder]), ...servants()].map(entryAccount)
  return accounts.find((account) => reaches(account, [folder])) ?? null
}

/** Whether the account can enter these folders and run this program. */
export function reaches(account: Account, folders: readonly string[], program = ''): boolean {
  const script = 'for folder; do cd "$folder" || exit 1; done; [ -z "$0" ] || exec "$0" --version'
  const [file, args, options] = commandAs(account, '/bin/sh', ['-c', script, program, ...folders])
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0
}

/** The arguments of `spawn` that run the command as this account. */
export function commandAs(account: Account, file: string, args: readonly string[]) {
  const [first = file, ...rest] = [...account.become.command, file, ...args]
  const { uid, gid } = account.become
  const identity = uid === undefined || gid === undefined ? {} : { uid, gid }
  // The current folder may be closed to the account.
  return [first, rest, { cwd: '/', env: plainEnvironment, ...identity }] as const
}

function candidates(folders: readonly string[]): Account[] {
  const me = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
  if (me.uid !== 0) {
    const self: Account = { description: 'this user', owner: me, become: { command: [] } }
    return hasName() ? [self] : namespaceAccounts(me)
  }
  return [
    ...owners(folders).map(entryAccount),
    ...namelessOwners(folders).flatMap(namespaceAccounts),
    ...servants().map(entryAccount),
    ...namespaceAccounts(me),
  ]
}

function entryAccount({ name, uid, gid }: Entry): Account {
  return { description: `the user ${name}`, owner: { uid, gid }, become: { uid, gid, command: [] } }
}

/** A user that is mapped to `nobody` within a user namespace: ourselves, or for root another one. */
function namespaceAccounts(owner: Owner): Account[] {
  const identity = owner.uid === process.geteuid?.() ? {} : owner
  return passwd()
    .filter(({ name }) => name === 'nobody')
    .map(({ uid }) => ({
      description: 'nobody, in a user namespace',
      owner,
      become: { ...identity, command: ['unshare', '--user', `--map-user=${uid}`, '--'] },
    }))
}

/** The owner of DATA_DIR, so that a start by hand with sudo leaves a cluster that its owner can still open. */
function owners(folders: readonly string[]): Entry[] {
  const uids = folders.slice(-1).map((folder) => ownerOf(folder).uid)
  return passwd().filter(({ uid }) => uid !== 0 && uids.includes(uid))
}

/** The owner of DATA_DIR who is a number without a name, as in a container. */
function namelessOwners(folders: readonly string[]): Owner[] {
  const known = passwd().map(({ uid }) => uid)
  return folders
    .slice(-1)
    .map(ownerOf)
    .filter(({ uid }) => !known.includes(uid))
}

function servants(): Entry[] {
  const entries = passwd()
  return ['postgres', 'nobody'].flatMap((name) => entries.find((entry) => entry.name === name) ?? [])
}

function passwd(): Entry[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name, , uid, gid] = line.split(':')
      return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
    })
}

/** A container may run us under a number that no user has. */
function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SYSTEM_ERROR') return false
    throw error
  }
}
