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

function readKilobytes(status: string, name: string): number {
  const at = status.indexOf(`\n${name}:`)
  return at < 0 ? 0 : Number.parseInt(status.slice(at + name.length + 2), 10)
}
