import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { House } from './house.ts'
import { programFile } from './program-file.ts'
import type { Orders } from './second-process-main.ts'

/** Another process that serves the same house on a port of its own, to be measured and killed. */
export interface SecondProcess {
  url: string
  pid: number
  /** The memory it uses, in bytes. */
  memory(): number
  /** `kill -9`. */
  kill(): Promise<void>
}

export async function startSecondProcess(
  house: House,
  execArgv: readonly string[] = [],
): Promise<SecondProcess> {
  const child = fork(programFile(join(import.meta.dirname, 'second-process-main.ts')), {
    execArgv: [...execArgv],
  })
  const { config, secretKeys } = house.context
  const orders: Orders = {
    config: { ...config, port: 0, secretKey: null },
    connection: house.connection,
    secretKey: secretKeys.current.toString('hex'),
  }
  child.send(orders)
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    memory: () => memoryOf(child),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function memoryOf({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1_024
}
