import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Timings } from '../../src/timings.ts'
import type { House } from '../house.ts'
import { programFile } from '../program-file.ts'
import type { Orders } from '../second-process-main.ts'

/** Another process that works for the same house, to be killed. */
export async function startWorkerProcess(
  house: House,
  timings: Partial<Timings>,
): Promise<{ kill(): Promise<void> }> {
  const child = fork(programFile(fileURLToPath(new URL('./worker-process-main.ts', import.meta.url))))
  const { config, secretKeys } = house.context
  const orders: Orders = {
    config: { ...config, secretKey: null, timings: { ...config.timings, ...timings } },
    connection: house.connection,
    secretKey: secretKeys.current.toString('hex'),
  }
  child.send(orders)
  await once(child, 'message')
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
