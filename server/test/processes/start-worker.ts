import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { House } from '../house.ts'
import { programFile } from '../program-file.ts'
import type { WorkerOrders } from './worker-process.ts'

export interface WorkerProcess {
  child: ChildProcess
  /** Resolves with the signal that ended it. */
  ended: Promise<NodeJS.Signals | null>
  kill(): Promise<void>
}

/** How wrong the clock of a process is; with `jumps` it goes there and back all the time. */
export interface WrongClock {
  ms: number
  jumps?: boolean
}

/** The arguments for Node that make the clock of a process wrong. */
export function wrongClock({ ms, jumps = false }: WrongClock): string[] {
  return ['--import', new URL(`./shift-clock.ts?ms=${ms}${jumps ? '&jumps=1' : ''}`, import.meta.url).href]
}

/** Starts a worker for a house in a process of its own. */
export async function startWorker(
  house: House,
  dieAt: WorkerOrders['dieAt'] = null,
  clock: WrongClock | null = null,
): Promise<WorkerProcess> {
  const script = programFile(join(import.meta.dirname, 'worker-process.ts'))
  const args = [...(clock ? wrongClock(clock) : []), script]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const orders: WorkerOrders = {
    connection: house.connection,
    config: house.context.config,
    secretKeyHex: house.context.secretKeys.current.toString('hex'),
    dieAt,
  }
  child.stdin?.write(`${JSON.stringify(orders)}\n`)
  await Promise.race([once(child.stdout ?? child, 'data'), ended])
  return {
    child,
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
