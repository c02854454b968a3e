import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessMemory {
  readonly pid: number
  readonly name: string
  /** Its proportional share of what it has in memory, in MB of 1,048,576 bytes. */
  readonly pssMb: number
}

/** The memory of a process and of all that descend from it. Linux only. */
export function memoryOfTree(root: number): ProcessMemory[] {
  const children = Map.groupBy(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
    (pid) => parentOf(pid),
  )
  const tree = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(tree)]
  return tree(root).flatMap((pid) => {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1]
    if (kilobytes === undefined) return []
    return [{ pid, name: read(pid, 'comm').trim(), pssMb: Number(kilobytes) / 1_024 }]
  })
}

// The name of a program may hold anything, so its parent stands after the last bracket.
function parentOf(pid: number): number {
  return Number(/\) \S+ (\d+)[^)]*$/.exec(read(pid, 'stat'))?.[1] ?? 0)
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    // It has ended since.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
