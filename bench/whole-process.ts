import { createApp } from '../server/src/app.ts'
import type { Config } from '../server/src/config.ts'
import { createLog } from '../server/src/lib/log.ts'
import { openInstance } from '../server/src/operator/open-instance.ts'
import { createNullConnector } from './null-connector.ts'

/** The order that the parent gives on standard input: one line of JSON. */
export interface WholeOrders {
  readonly config: Config
  readonly networkUrl: string
  /** It kills itself as soon as it has claimed something. */
  readonly diesAtClaim: boolean
}

// All of Crier with its PostgreSQL, as `npm start` runs it, but that it knows the null network alone.
process.stdin.setEncoding('utf8').once('data', (line: string) => void begin(JSON.parse(line)))

async function begin({ config, networkUrl, diesAtClaim }: WholeOrders): Promise<void> {
  const { connection, secretKeys, close } = await openInstance({
    as: 'server',
    config,
    log: createLog('warn'),
  })
  const app = await createApp({
    config,
    connection,
    secretKeys,
    connectors: [createNullConnector(networkUrl)],
    failpoint: (name) => {
      if (diesAtClaim && name === 'after_claim') process.kill(process.pid, 'SIGKILL')
    },
  })
  await app.listen()
  app.worker.start()
  process.stdout.write(`ready ${Date.now()}\n`)
  const end = () =>
    void app
      .close()
      .then(close)
      .then(() => process.exit(0))
  process.once('SIGTERM', end)
  process.stdin.once('end', end)
}
