import { once } from 'node:events'
import { type AppOptions, createApp } from '../../src/app.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'

/** The orders of the first process to the second; see loud-process.ts. */
export interface Orders {
  config: AppOptions['config']
  connection: AppOptions['connection']
  /** In hex. */
  secretKey: string
}

const [{ config, connection, secretKey }] = (await once(process, 'message')) as [Orders]
const app = await createApp({
  config,
  connection,
  secretKeys: createSecretKeys(Buffer.from(secretKey, 'hex')),
})
app.worker.start()
process.send?.(await app.listen())
