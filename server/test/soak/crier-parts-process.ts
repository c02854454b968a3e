import { createApp } from '../../src/app.ts'
import type { Config } from '../../src/config.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import type { FailpointName } from '../../src/publishing/worker/failpoint.ts'
import { proofConnectors } from './proof-connector.ts'

/** The order that the parent gives on standard input: one line of JSON. */
export interface PartOrders {
  part: 'api' | 'worker'
  connection: Parameters<typeof createApp>[0]['connection']
  config: Config
  secretKeyHex: string
  /** Where this process kills itself, and at which visit; null: nowhere. */
  dieAt: { failpoint: FailpointName; visit: number } | null
}

// One part of Crier in a process of its own, so that it can really die.
process.stdin.setEncoding('utf8').once('data', (line: string) => void begin(JSON.parse(line)))

async function begin({ part, connection, config, secretKeyHex, dieAt }: PartOrders): Promise<void> {
  let visits = 0
  const app = await createApp({
    config,
    connection,
    secretKeys: createSecretKeys(Buffer.from(secretKeyHex, 'hex')),
    connectors: proofConnectors,
    failpoint: (name) => {
      if (name !== dieAt?.failpoint) return
      visits += 1
      if (visits === dieAt.visit) process.kill(process.pid, 'SIGKILL')
    },
  })
  if (part === 'api') await app.listen()
  else {
    await app.listenToProbes()
    app.worker.start()
  }
  process.stdout.write('ready\n')
  process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
  // This process ends with its parent.
  process.stdin.once('end', () => process.exit(0))
}
