import { readFileSync } from 'node:fs'

/** The consumption of a process. */
export interface ProcessUsage {
  /** Memory of its own, swapped or not. Pages of files, which the kernel can drop, do not count. */
  readonly memoryBytes: number
  /** Processor time of all its threads since it started. */
  readonly processorMs: number
}

/** Linux counts in hundredths of a second wherever a program can see it. Source: man 5 proc_pid_stat, sysconf(_SC_CLK_TCK). */
const msPerTick = 10

/** Reads what a process consumes; null when it is gone, and on systems other than Linux. */
export function readUsage(pid: number): ProcessUsage | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const kilobytes = ['RssAnon', 'RssShmem', 'VmSwap'].map((name) => readKilobytes(status, name))
    // The name is in parentheses and may hold anything. User and system time are the 14th and 15th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      memoryBytes: kilobytes.reduce((sum, value) => sum + value, 0) * 1_024,
      processorMs: (Number(fields[11]) + Number(fields[12])) * msPerTick,
    }
  } catch {
    // There is no such process, or no /proc.
    return null
  }
}

/** Reads what a process and its children consume together; null when it is gone, and on systems other than Linux. */
export function readFamilyUsage(pid: number): ProcessUsage | null {
  const own = readUsage(pid)
  if (own === null) return null
  return familyOf(pid)
    .flatMap((child) => readUsage(child) ?? [])
    .reduce(
      (sum, usage) => ({
        memoryBytes: sum.memoryBytes + usage.memoryBytes,
        processorMs: sum.processorMs + usage.processorMs,
      }),
      own,
    )
}

/** More than any program has that is watched; reading them all takes 1 ms. */
const mostOfFamily = 20

/** The children of a process, and theirs, as far as the kernel reports them. */
function familyOf(pid: number): number[] {
  const family = [pid]
  for (let at = 0; at < family.length && family.length < mostOfFamily; at += 1)
    family.push(...childrenOf(family[at] ?? 0))
  return family.slice(1, mostOfFamily)
}

/** The children that the first thread of a process started. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim()
    return text === '' ? [] : text.split(' ').map(Number)
  } catch {
    // There is no such process, or the kernel does not report it.
    return []
  }
}

function readKilobytes(status: string, name: string): number {
  const at = status.indexOf(`\n${name}:`)
  return at < 0 ? 0 : Number.parseInt(status.slice(at + name.length + 2), 10)
}
