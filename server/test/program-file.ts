import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The programs that load the whole server and that tests start by the hundred, by their paths from the root. */
export const programs: readonly string[] = [
  'server/src/main.ts',
  'server/test/second-process-main.ts',
  'server/test/attacks/loud-process-main.ts',
  'server/test/mail/worker-process-main.ts',
  'server/test/processes/faulty-start.ts',
  'server/test/properties/lane-process.ts',
  'server/test/processes/worker-process.ts',
  'server/test/soak/crier-parts-process.ts',
  'server/test/soak/network-process.ts',
]

/** The file to start for a program at this path: the one that the run of tests has bundled, if it has. */
export function programFile(path: string): string {
  const { TEST_PROGRAMS: folder } = process.env
  const fromRoot = relative(root, path)
  if (folder === undefined || !programs.includes(fromRoot)) return path
  return join(folder, `${bundledName(fromRoot)}.mjs`)
}

/** The name of a program in the folder of bundles, without its ending. */
export function bundledName(path: string): string {
  return path.replace(/\.ts$/, '')
}
