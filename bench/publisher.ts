import { createApp } from '../server/src/app.ts'
import type { Config } from '../server/src/config.ts'
import type { EmbeddedConnection } from '../server/src/db/embedded.ts'
import { createSecretKeys } from '../server/src/lib/secrecy/secret-keys.ts'
import { createNullConnector } from './null-connector.ts'

/** The order that the parent gives on standard input: one line of JSON. */
export interface PublisherOrders {
  readonly part: 'worker' | 'api'
  readonly connection: EmbeddedConnection
  readonly config: Config
  readonly secretKeyHex: string
  readonly networkUrl: string
  /** It kills itself as soon as it has claimed something. */
  readonly diesAtClaim: boolean
}

// A worker without an API, or an API without a worker, that knows the null network alone. It ends as a server does.
process.stdin.setEncoding('utf8').once('data', (line: string) => void work(JSON.parse(line)))

async function work({ part, connection, config, ...orders }: PublisherOrders): Promise<void> {
  const app = await createApp({
    config,
    connection: { ...connection },
    secretKeys: createSecretKeys(Buffer.from(orders.secretKeyHex, 'hex')),
    connectors: [createNullConnector(orders.networkUrl)],
    failpoint: (name) => {
      if (orders.diesAtClaim && name === 'after_claim') process.kill(process.pid, 'SIGKILL')
    },
  })
  if (part === 'api') await app.listen()
  else app.worker.start()
  process.stdout.write('ready\n')
  const end = () => void app.close().then(() => process.exit(0))
  process.once('SIGTERM', end)
  process.stdin.once('end', end)
}
