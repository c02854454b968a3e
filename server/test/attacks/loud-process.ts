import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import type { House } from '../house.ts'
import { programFile } from '../program-file.ts'
import type { Orders } from './loud-process-main.ts'

/** Another process that serves a house and publishes for it, and logs as much as it can. */
export interface LoudProcess {
  url: string
  /** Everything it wrote so far, logs and all. */
  output(): string
  stop(): Promise<void>
}

export async function startLoudProcess(house: House): Promise<LoudProcess> {
  const main = programFile(join(import.meta.dirname, 'loud-process-main.ts'))
  const child = fork(main, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const { config, secretKeys } = house.context
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const orders: Orders = {
    config: { ...config, port, publicUrl: url, secretKey: null, logLevel: 'trace' },
    connection: house.connection,
    secretKey: secretKeys.current.toString('hex'),
  }
  child.send(orders)
  await once(child, 'message')
  return {
    url,
    output: () => output,
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
