import { createApp } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import type { FailpointName } from '../../src/publishing/worker/failpoint.ts'

/** The order that the parent gives on standard input: one line of JSON. */
export interface WorkerOrders {
  connection: Parameters<typeof createApp>[0]['connection']
  config: Config
  secretKeyHex: string
  /** Where this process kills itself, and at which visit; null: nowhere. With SIGSTOP it only falls asleep there. */
  dieAt: { failpoint: FailpointName; visit: number; signal?: 'SIGKILL' | 'SIGSTOP' } | null
}

// A worker without an API, in a process of its own, so that it can really die.
process.stdin.setEncoding('utf8').once('data', (line: string) => void work(JSON.parse(line)))

async function work({ connection, config, secretKeyHex, dieAt }: WorkerOrders): Promise<void> {
  let visits = 0
  const app = await createApp({
    config,
    connection,
    secretKeys: createSecretKeys(Buffer.from(secretKeyHex, 'hex')),
    failpoint: (name) => {
      if (name !== dieAt?.failpoint) return
      visits += 1
      if (visits === dieAt.visit) process.kill(process.pid, dieAt.signal ?? 'SIGKILL')
    },
  })
  app.worker.start()
  process.stdout.write('working\n')
  // This process ends with its parent.
  process.stdin.once('end', () => process.exit(0))
}
