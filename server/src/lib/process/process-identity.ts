import { readFileSync, readlinkSync } from 'node:fs'

/** Distinguishes a process from all others on the same machine since its last boot. */
export interface ProcessIdentity {
  /** The id of this boot of the machine. */
  readonly bootId: string
  /** The namespaces in which process ids and start times are counted. */
  readonly namespaces: string
  readonly pid: number
  /** The start time, in clock ticks since boot. */
  readonly startedAt: number
}

/** Identifies this process; null on systems other than Linux. */
export function identifyThisProcess(): ProcessIdentity | null {
  const bootId = readWord(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const pids = readWord(() => readlinkSync('/proc/self/ns/pid'))
  // Another time namespace counts start times from another moment. Old kernels have only one.
  const times = readWord(() => readlinkSync('/proc/self/ns/time')) ?? ''
  // The /proc of another namespace numbers processes differently.
  const own = readWord(() => readlinkSync('/proc/self'))
  const found = readStatus(process.pid)
  if (bootId === null || pids === null || own !== String(process.pid) || found === 'hidden') return null
  return { bootId, namespaces: `${pids} ${times}`.trim(), pid: process.pid, startedAt: found.startedAt }
}

/**
 * Checks whether another process is proven to be gone: it ran on this machine since the last boot, in our namespaces, and no
 * process with its id and start time is left. Anything that cannot be read proves nothing.
 */
export function isProvenGone(other: ProcessIdentity, own: ProcessIdentity | null): boolean {
  if (own === null || other.bootId !== own.bootId || other.namespaces !== own.namespaces) return false
  if (!existsNow(other.pid)) return true
  const found = readStatus(other.pid)
  return found !== 'hidden' && (found.startedAt !== other.startedAt || found.isOver)
}

// Signal 0 also works for processes of other users, which /proc may hide.
function existsNow(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

interface ProcessStatus {
  readonly startedAt: number
  /** A zombie: all its threads have ended, and only its parent has not waited for it. */
  readonly isOver: boolean
}

function readStatus(pid: number): ProcessStatus | 'hidden' {
  const line = readWord(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name is in parentheses and may hold anything. The state is the third field, threads the 20th, start the 22nd.
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? []
  const [state, threads, startedAt] = [fields[0], Number(fields[17]), Number(fields[19])]
  if (state === undefined || !Number.isSafeInteger(threads) || !Number.isSafeInteger(startedAt))
    return 'hidden'
  return { startedAt, isOver: /^[ZX]$/.test(state) && threads <= 1 }
}

function readWord(read: () => string): string | null {
  try {
    return read().trim() || null
  } catch {
    // The file is missing or unreadable.
    return null
  }
}
