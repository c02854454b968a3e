import { readdirSync, readFileSync } from 'node:fs'

/** A process and all that descend from it. Linux only. */
export function processTree(root: number): number[] {
  const children = Map.groupBy(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
    (pid) => parentOf(pid),
  )
  const tree = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(tree)]
  return tree(root)
}

/** A file that the kernel keeps about a process; empty when that has ended. */
export function aboutProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

// The name of a program may hold anything, so its parent stands after the last bracket.
function parentOf(pid: number): number {
  return Number(/\) \S+ (\d+)[^)]*$/.exec(aboutProcess(pid, 'stat'))?.[1] ?? 0)
}
