import { readFileSync, readlinkSync } from 'node:fs'

/** Tells one process from every other that ran on the same machine since it was started. */
export interface ProcessIdentity {
  /** Of this start of the machine. */
  readonly bootId: string
  /** In which process numbers and start times are counted. */
  readonly namespaces: string
  readonly pid: number
  /** In clock ticks since the start of the machine. */
  readonly startedAt: number
}

/** Who we are; null where the system does not tell, as everywhere but on Linux. */
export function identifyThisProcess(): ProcessIdentity | null {
  const bootId = readWord(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const pids = readWord(() => readlinkSync('/proc/self/ns/pid'))
  // In another namespace of times, a start is counted from another moment. Old kernels have only one.
  const times = readWord(() => readlinkSync('/proc/self/ns/time')) ?? ''
  // A /proc of another namespace numbers processes differently.
  const own = readWord(() => readlinkSync('/proc/self'))
  const found = readStatus(process.pid)
  if (bootId === null || pids === null || own !== String(process.pid) || found === 'hidden') return null
  return { bootId, namespaces: `${pids} ${times}`.trim(), pid: process.pid, startedAt: found.startedAt }
}

/**
 * Whether another process is proven to be gone: it ran on this machine since its last start, where we see its number, and
 * no process with its number and its start time is left. Whatever cannot be read proves nothing.
 */
export function isProvenGone(other: ProcessIdentity, own: ProcessIdentity | null): boolean {
  if (own === null || other.bootId !== own.bootId || other.namespaces !== own.namespaces) return false
  if (!existsNow(other.pid)) return true
  const found = readStatus(other.pid)
  return found !== 'hidden' && (found.startedAt !== other.startedAt || found.isOver)
}

// Unlike a look into /proc, where other people's processes may be hidden, a signal of nothing always tells.
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
  /** It ended, with its last thread, and only its parent has not asked yet. */
  readonly isOver: boolean
}

function readStatus(pid: number): ProcessStatus | 'hidden' {
  const line = readWord(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name stands in brackets and may hold anything; state is the third field, threads the 20th, start the 22nd.
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
    // Not there, or not for us.
    return null
  }
}
