import { once } from 'node:events'
import { createApp } from '../../src/app.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import type { Orders } from '../second-process-main.ts'

const [{ config, connection, secretKey }] = (await once(process, 'message')) as [Orders]
const secretKeys = createSecretKeys(Buffer.from(secretKey, 'hex'))
const app = await createApp({ config, connection, secretKeys })
app.worker.start()
process.send?.('started')
