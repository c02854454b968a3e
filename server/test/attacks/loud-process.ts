import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { House } from '../house.ts'
import type { Orders } from './loud-process-main.ts'

/** Another process that serves a house and publishes for it, and logs as much as it can. */
export interface LoudProcess {
  url: string
  /** Everything it wrote so far, logs and all. */
  said(): string
  stop(): Promise<void>
}

export async function startLoudProcess(house: House): Promise<LoudProcess> {
  const main = new URL('./loud-process-main.ts', import.meta.url)
  const child = fork(main, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const { config, secretKeys } = house.context
  const orders: Orders = {
    config: { ...config, port: 0, secretKey: null, logLevel: 'trace' },
    connection: house.connection,
    secretKey: secretKeys.current.toString('hex'),
  }
  child.send(orders)
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => said,
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
