import { aboutProcess, processTree } from './process-tree.ts'

export interface ProcessMemory {
  readonly pid: number
  readonly name: string
  /** Its proportional share of what it has in memory, in MB of 1,048,576 bytes. */
  readonly pssMb: number
}

/** The memory of a process and of all that descend from it. Linux only. */
export function memoryOfTree(root: number): ProcessMemory[] {
  return processTree(root).flatMap((pid) => {
    const pssMb = memoryOf(pid)
    return pssMb === null ? [] : [{ pid, name: aboutProcess(pid, 'comm').trim(), pssMb }]
  })
}

/** The proportional share of what a process has in memory, in MB of 1,048,576 bytes; null when it has ended. Linux only. */
export function memoryOf(pid: number): number | null {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(aboutProcess(pid, 'smaps_rollup'))?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) / 1_024
}
