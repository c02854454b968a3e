import { aboutProcess, processTree } from './process-tree.ts'

/** Processor time in microseconds, of the server itself and of the PostgreSQL that it started. */
export interface ProcessorTime {
  readonly server: number
  readonly database: number
}

// The kernel counts in hundredths of a second, whatever the machine's own tick is.
const tickUs = 10_000

/** The time that a server and its database have used since they were started. Linux only. */
export function processorTime(serverPid: number): ProcessorTime {
  const database = processTree(serverPid)
    .filter((pid) => pid !== serverPid && aboutProcess(pid, 'comm').trim() === 'postgres')
    .map(timesOf)
  return {
    server: timesOf(serverPid).own,
    // Connections that are gone count with the process that had made them.
    database: database.reduce((sum, { own, gone }) => sum + own + gone, 0),
  }
}

function timesOf(pid: number): { own: number; gone: number } {
  const fields = aboutProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  const [user = 0, system = 0, goneUser = 0, goneSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: (user + system) * tickUs, gone: (goneUser + goneSystem) * tickUs }
}

/** Adds up what some work cost, in all its rounds. */
export interface Meter {
  /** Does the work, which answers how often it was done a second, for so long. */
  run(seconds: number, work: () => Promise<number>): Promise<number>
  /** The cost of one of them, in words. */
  describe(): string
}

export function createMeter(serverPid: number): Meter {
  const used = { server: 0, database: 0 }
  let done = 0
  return {
    run: async (seconds, work) => {
      const before = processorTime(serverPid)
      const perSecond = await work()
      const after = processorTime(serverPid)
      used.server += after.server - before.server
      used.database += after.database - before.database
      done += perSecond * seconds
      return perSecond
    },
    describe: () =>
      `${Math.round(used.server / done)} µs of the server and ${Math.round(used.database / done)} µs of PostgreSQL`,
  }
}
