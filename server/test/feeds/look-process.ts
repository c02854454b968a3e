import { once } from 'node:events'
import { createApp } from '../../src/app.ts'
import { sql } from '../../src/db/database.ts'
import { lookAtFeeds } from '../../src/feeds/looking/look-at-feeds.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import type { Orders } from '../second-process-main.ts'

// Looks at all feeds again and again, and makes posts of what is new, until it is killed.
const [{ config, connection, secretKey }] = (await once(process, 'message')) as [Orders]
const app = await createApp({
  config,
  connection,
  secretKeys: createSecretKeys(Buffer.from(secretKey, 'hex')),
})
process.send?.('ready')
const { context } = app
for (;;) {
  // Claims of a process that was killed end at once here.
  await context.db.run(sql`update feeds set next_look_at = clock_timestamp() where next_look_at is not null`)
  await context.db.run(sql`update feed_items set next_try_at = clock_timestamp() where outcome = 'due'`)
  await lookAtFeeds(context, new AbortController().signal).catch(() => undefined)
}
