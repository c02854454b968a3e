import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isMissing } from '../lib/files/is-missing.ts'
import { plainEnvironment } from '../lib/settings/plain-environment.ts'
import { StartError } from '../lib/settings/start-error.ts'

/** The parts of `postmaster.pid` that Crier reads. */
export interface PidFile {
  readonly pid: number
  readonly socketFolder: string
  readonly isReady: boolean
}

export function readPidFile(cluster: string): PidFile | null {
  const path = join(cluster, 'postmaster.pid')
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch (error) {
    // PostgreSQL removed the file in between.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Waits until no process of an earlier run works on this cluster, with harder and harder signals, and then removes what a
 * killed one left. The caller holds the lock of the data directory, so any process that still runs here was abandoned.
 * `hold` waits for processes that cannot be seen from here, and its answer is passed on.
 */
export async function clearPredecessor<Hold>(
  cluster: string,
  log: (line: string) => void,
  hold: () => Promise<Hold>,
): Promise<Hold> {
  // A process that was killed a moment ago is ending already. The others get ten seconds to shut down in order, and five to
  // stop at once: the cluster recovers from either.
  const leftBehind = readPidFile(cluster)
  await untilGone(cluster, 500)
  const stages = [
    { signal: 'SIGINT', ms: 10_000 },
    { signal: 'SIGQUIT', ms: 5_000 },
    { signal: 'SIGKILL', ms: 5_000 },
  ] as const
  for (const { signal, ms } of stages) {
    const remaining = processesIn(cluster)
    if (remaining.length === 0) break
    log(`stopping a PostgreSQL left behind by an earlier run (process ${remaining.join(', ')}): ${signal}`)
    signalAll(remaining, signal, readPidFile(cluster)?.pid)
    await untilGone(cluster, ms)
  }
  const [survivor] = processesIn(cluster)
  if (survivor !== undefined) {
    throw new StartError(
      `Process ${survivor} is still using the database in ${cluster} and cannot be stopped. End it and start again.`,
    )
  }
  const held = await hold()
  // A stale pid file may name a number that another program has by now, and PostgreSQL would not start.
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (leftBehind !== null) removeSocketFolder(leftBehind.socketFolder)
  return held
}

/** Removes the private folder of a socket: only ours by name, only what PostgreSQL puts there. */
export function removeSocketFolder(folder: string): void {
  if (!basename(folder).startsWith('crier-')) return
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  try {
    for (const name of readdirSync(folder)) {
      if (name.startsWith('.s.PGSQL.')) rmSync(join(folder, name), { force: true })
    }
    if (readdirSync(folder).length === 0) rmdirSync(folder)
  } catch (error) {
    // The supervisor of the PostgreSQL that ended removes the folder too, and may be the first.
    if (!isMissing(error)) throw error
  }
}

/** An interrupted postmaster ends its children itself; to a child alone, an interrupt would only cancel its query. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals, postmaster: number | undefined): void {
  if (signal === 'SIGINT' && postmaster !== undefined && pids.includes(postmaster)) kill(postmaster, signal)
  else for (const pid of pids) kill(pid, signal === 'SIGINT' ? 'SIGQUIT' : signal)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function untilGone(cluster: string, ms: number): Promise<void> {
  const deadline = performance.now() + ms
  while (processesIn(cluster).length > 0 && performance.now() < deadline) await pause(20)
}

/**
 * A process of PostgreSQL has its cluster as current folder; another process that got the same number has not. The folders
 * themselves are compared, because the folder of a container may have the same name as another one out here.
 */
function processesIn(cluster: string): number[] {
  if (process.platform !== 'linux') return postmasterByName(cluster)
  const folder = identify(() => statSync(cluster))
  if (folder === null) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => identify(() => statCurrentFolder(pid, basename(cluster))) === folder)
    .map(Number)
}

/** Only a folder of this name is looked at: the others may lie on a disk that does not answer. */
function statCurrentFolder(pid: string, name: string): Stats | null {
  const link = `/proc/${pid}/cwd`
  return basename(readlinkSync(link)) === name ? statSync(link) : null
}

/** The number of a folder on its disk; null where it is gone or hidden. */
function identify(look: () => Stats | null): string | null {
  try {
    const found = look()
    return found && `${found.dev}:${found.ino}`
  } catch (error) {
    // The process has ended, or belongs to another user.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return null
    throw error
  }
}

/** Without /proc: the process that the cluster names, if it is a PostgreSQL. */
function postmasterByName(cluster: string): number[] {
  const pid = readPidFile(cluster)?.pid
  if (pid === undefined || !Number.isInteger(pid)) return []
  const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], {
    encoding: 'utf8',
    env: plainEnvironment,
  })
  return stdout?.trim().endsWith('postgres') ? [pid] : []
}
