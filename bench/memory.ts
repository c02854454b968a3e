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
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(aboutProcess(pid, 'smaps_rollup'))?.[1]
    if (kilobytes === undefined) return []
    return [{ pid, name: aboutProcess(pid, 'comm').trim(), pssMb: Number(kilobytes) / 1_024 }]
  })
}
